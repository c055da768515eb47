#include "source/csv_points.hpp"

#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>

#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

bool read_is_labelled(const std::string& text, const std::string& point) {
  if (text == "0") return false;
  if (text == "1" || text == "2") return true;
  throw input_error("{}_v is {}; expected 0 (not labelled), 1 or 2 (labelled)", point, shown(text));
}

}  // namespace

float read_coordinate(const std::string& text, const std::string& what) {
  double value = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error == std::errc{} && stop == end && std::isfinite(value) &&
      std::abs(value) <= static_cast<double>(std::numeric_limits<float>::max())) {
    return static_cast<float>(value);
  }
  throw input_error("{} is {}; expected a finite decimal number of pixels, such as 12 or -3.5",
                    what, shown(text));
}

std::vector<PointColumns> find_points(const CsvHeader& header) {
  std::vector<PointColumns> points;
  for (const std::string& column : header.names()) {
    if (!column.ends_with("_x")) continue;
    std::string name = column.substr(0, column.size() - 2);
    const auto y = header.find(name + "_y");
    if (!y) continue;
    const std::size_t x = header.find(column).value();
    const auto v = header.find(name + "_v");
    points.push_back({std::move(name), x, *y, v});
  }
  return points;
}

std::vector<image::Keypoint> read_points(std::span<const PointColumns> points,
                                         std::span<const std::string> fields) {
  std::vector<image::Keypoint> keypoints;
  keypoints.reserve(points.size());
  for (const PointColumns& point : points) {
    image::Keypoint keypoint;
    keypoint.is_labelled = !point.v || read_is_labelled(fields[*point.v], point.name);
    keypoint.is_visible = keypoint.is_labelled;
    if (keypoint.is_labelled) {
      keypoint.x = read_coordinate(fields[point.x], point.name + "_x");
      keypoint.y = read_coordinate(fields[point.y], point.name + "_y");
    }
    keypoints.push_back(keypoint);
  }
  return keypoints;
}

}  // namespace epochmill::source
