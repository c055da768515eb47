#include "source/yolo_boxes.hpp"

#include <algorithm>
#include <charconv>

#include "base/error.hpp"
#include "source/catalog_format.hpp"
#include "source/csv_labels.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

constexpr double kRounding = 1e-6;
constexpr double kLargestSide = 2;  // around a whole picture, with the centre at its edge
constexpr std::size_t kFields = 5;

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

std::vector<std::string_view> fields_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t";
  std::vector<std::string_view> fields;
  while (true) {
    const std::size_t begin = line.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return fields;
    line.remove_prefix(begin);
    const std::size_t size = std::min(line.find_first_of(kBlanks), line.size());
    fields.push_back(line.substr(0, size));
    line.remove_prefix(size);
  }
}

double number_of(std::string_view text, const char* what) {
  double number = 0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc{} && stop == end) return number;
  throw input_error("{} is {}; expected a decimal number, a part of the picture's side", what,
                    shown(text));
}

// NaN is in no range.
double centre_of(std::string_view text, const char* what) {
  const double centre = number_of(text, what);
  if (centre >= -kRounding && centre <= 1 + kRounding) return centre;
  throw input_error(
      "{} is {}; expected 0 to 1, a part of the picture's side: are these pixels? A table of boxes "
      "in pixels is for kind = \"csv\"",
      what, shown(text));
}

double side_of(std::string_view text, const char* what) {
  const double side = number_of(text, what);
  if (side > 0 && side <= kLargestSide) return side;
  throw input_error("{} is {}; expected more than 0 and at most {}, a part of the picture's side",
                    what, shown(text), kLargestSide);
}

image::ObjectBox read_line(const std::vector<std::string_view>& fields, CsvLabels& labels) {
  if (fields.size() != kFields) {
    throw input_error(
        "{} fields; expected {}: class, centre x, centre y, width, height (no confidence behind "
        "them, and no polygon)",
        fields.size(), kFields);
  }
  const std::int64_t label = labels.id_of(std::string(fields[0]));
  const double x = centre_of(fields[1], "centre x");
  const double y = centre_of(fields[2], "centre y");
  const double half_width = side_of(fields[3], "width") / 2;
  const double half_height = side_of(fields[4], "height") / 2;
  const image::ObjectBox box{.x0 = static_cast<float>(x - half_width),
                             .y0 = static_cast<float>(y - half_height),
                             .x1 = static_cast<float>(x + half_width),
                             .y1 = static_cast<float>(y + half_height),
                             .label = label};
  if (is_box(box)) return box;
  throw input_error("a box of {} x {} is too small to have an area", shown(fields[3]),
                    shown(fields[4]));
}

}  // namespace

YoloBoxes read_yolo_boxes(std::string_view text, std::int64_t classes) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  CsvLabels labels = CsvLabels::numbers(classes);
  YoloBoxes read;
  for (std::uint64_t number = 1; !text.empty(); ++number) {
    const std::size_t size = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, size);
    text.remove_prefix(std::min(size + 1, text.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::vector<std::string_view> fields = fields_of(line);
    if (fields.empty()) continue;
    try {
      read.boxes.push_back(read_line(fields, labels));
    } catch (const Error& error) {
      read.bad.emplace_back(number, error.what());
    }
  }
  return read;
}

}  // namespace epochmill::source
