#include "shard/box_columns.hpp"

#include <algorithm>

namespace epochmill::shard {
namespace {

constexpr std::size_t kEdgeBytes = sizeof(float);
constexpr std::size_t kEdgesBytes = 4 * kEdgeBytes;
constexpr std::size_t kLabelBytes = sizeof(std::int64_t);

}  // namespace

Bytes box_bytes(Role role, std::span<const image::ObjectBox> boxes) {
  Bytes bytes;
  const auto append = [&bytes](auto value) {
    const ByteView view = bytes_of(value);
    bytes.insert(bytes.end(), view.begin(), view.end());
  };
  for (const image::ObjectBox& box : boxes) {
    if (role == Role::kBoxLabel) {
      append(box.label);
    } else {
      for (const float edge : {box.x0, box.y0, box.x1, box.y1}) append(edge);
    }
  }
  return bytes;
}

bool BoxColumns::is_right() const {
  const auto offsets = offsets_.values();
  if (offsets.empty()) return edges_.empty() && labels_.empty();
  return offsets.front() == 0 && offsets.back() == labels_.size() / kLabelBytes &&
         offsets.back() == edges_.size() / kEdgesBytes &&
         std::is_sorted(offsets.begin(), offsets.end());
}

ByteView BoxColumns::bytes(Role role, std::uint64_t row) const {
  if (offsets_.values().empty()) return {};
  const auto place = offsets_.values().subspan(row, 2);
  const bool is_label = role == Role::kBoxLabel;
  const std::size_t size = is_label ? kLabelBytes : kEdgesBytes;
  return (is_label ? labels_ : edges_).subspan(place[0] * size, (place[1] - place[0]) * size);
}

std::vector<image::ObjectBox> BoxColumns::boxes(std::uint64_t row) const {
  const ByteView edges = bytes(Role::kBox, row);
  const ByteView labels = bytes(Role::kBoxLabel, row);
  std::vector<image::ObjectBox> boxes(labels.size() / kLabelBytes);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const auto edge = [&](std::size_t k) {
      return number_at<float>(edges.subspan(i * kEdgesBytes + k * kEdgeBytes));
    };
    boxes[i] = {edge(0), edge(1), edge(2), edge(3),
                number_at<std::int64_t>(labels.subspan(i * kLabelBytes))};
  }
  return boxes;
}

}  // namespace epochmill::shard
