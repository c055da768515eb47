#include "source/csv_boxes.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "source/csv_points.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

constexpr std::array kSideNames{"x0", "y0", "x1", "y1"};

// Without a label, that its field is empty; the text alone says which row is meant.
std::int64_t label_of(const BoxColumns& columns, std::span<const std::string> fields,
                      CsvLabels& labels) {
  try {
    return labels.id_of(columns.label ? fields[*columns.label] : std::string());
  } catch (const Error& error) {
    throw input_error("of the box: {}", error.what());
  }
}

}  // namespace

std::optional<image::ObjectBox> read_box(const BoxColumns& columns,
                                         std::span<const std::string> fields, CsvLabels& labels) {
  const auto is_empty = [&](std::size_t column) { return fields[column].empty(); };
  if (std::ranges::all_of(columns.sides, is_empty)) {
    if (!columns.label || is_empty(*columns.label)) return std::nullopt;
    throw input_error("a label {} of a box without sides; fill them, or empty the label too",
                      shown(fields[*columns.label]));
  }
  std::array<float, 4> sides{};
  for (std::size_t i = 0; i < sides.size(); ++i) {
    sides[i] =
        read_coordinate(fields[columns.sides[i]], fmt::format("side {} of the box", kSideNames[i]));
  }
  const auto [x0, y0, x1, y1] = sides;
  if (!(x0 < x1) || !(y0 < y1)) {
    throw input_error(
        "a box from ({}, {}) to ({}, {}) has no area; expected its top left corner first (x0 < x1, "
        "y0 < y1), or four empty fields where there is no object",
        x0, y0, x1, y1);
  }
  return image::ObjectBox{
      .x0 = x0, .y0 = y0, .x1 = x1, .y1 = y1, .label = label_of(columns, fields, labels)};
}

}  // namespace epochmill::source
