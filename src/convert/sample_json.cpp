#include "convert/sample_json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <vector>

namespace epochmill::convert {
namespace {

using Texts = std::vector<std::string>;

std::string keypoints_text(const shard::Reader& reader, std::uint64_t row) {
  const auto places = reader.keypoints(row);
  const auto visible = reader.keypoint_visible(row);
  Texts points;
  for (std::size_t k = 0; k < visible.size(); ++k) {
    points.push_back(fmt::format("[{}, {}, {}]", places[2 * k], places[2 * k + 1], visible[k]));
  }
  return fmt::format("\"keypoints\": [{}]", fmt::join(points, ", "));
}

std::string boxes_text(const shard::Reader& reader, std::uint64_t row) {
  Texts boxes;
  for (const image::ObjectBox& box : reader.boxes(row)) {
    boxes.push_back(fmt::format("[{}, {}, {}, {}, {}]", box.x0, box.y0, box.x1, box.y1, box.label));
  }
  return fmt::format("\"boxes\": [{}]", fmt::join(boxes, ", "));
}

// Names are any text; what is not UTF-8 in one is replaced, since JSON has nothing else.
std::string quoted(const std::string& name) {
  return nlohmann::json(name).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string extra_labels_text(const shard::Reader& reader, std::uint64_t row) {
  Texts labels;
  const std::vector<LabelSet>& sets = reader.layout().extra_labels;
  for (std::size_t set = 0; set < sets.size(); ++set) {
    labels.push_back(fmt::format("{}: {}", quoted(sets[set].name), reader.extra_label(row, set)));
  }
  return fmt::format("\"extra_labels\": {{{}}}", fmt::join(labels, ", "));
}

std::string mix_text(const shard::Reader& reader, std::uint64_t row) {
  const std::vector<std::uint64_t> partners = reader.mix_partners(row);
  if (!reader.layout().has_mixed_labels()) {
    return fmt::format("\"mix_partners\": [{}]", fmt::join(partners, ", "));
  }
  return fmt::format("\"mix_label\": {}, \"mix_weight\": {}, \"mix_partner\": {}",
                     reader.mix_label(row), reader.mix_weight(row), partners.front());
}

}  // namespace

std::string sample_json(const Rows& rows, std::uint64_t row) {
  const shard::Reader& reader = rows.reader();
  const shard::Layout& layout = reader.layout();
  Texts parts;
  if (layout.keypoints > 0) parts.push_back(keypoints_text(reader, row));
  if (!layout.box_class_names.empty()) parts.push_back(boxes_text(reader, row));
  if (!layout.extra_labels.empty()) parts.push_back(extra_labels_text(reader, row));
  if (layout.mix_partners > 0) parts.push_back(mix_text(reader, row));
  return parts.empty() ? "" : fmt::format("{{{}}}\n", fmt::join(parts, ", "));
}

}  // namespace epochmill::convert
