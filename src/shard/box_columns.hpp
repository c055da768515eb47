// Boxes <-> the bytes of /box, /box_label and /box_offset.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "image/geometry.hpp"
#include "shard/columns.hpp"
#include "shard/numbers.hpp"

namespace epochmill::shard {

// What the column `role`, kBox or kBoxLabel, holds of a row's boxes.
Bytes box_bytes(Role role, std::span<const image::ObjectBox> boxes);

// The three columns of a shard that is read. Views of a mapped file, whose rows any thread may ask
// for. One without boxes has no bytes, and no boxes in any row.
class BoxColumns {
 public:
  BoxColumns(ByteView edges, ByteView labels, ByteView offsets)
      : edges_(edges), labels_(labels), offsets_(offsets) {}

  // Whether each row lies inside the columns. The rows below need it.
  bool is_right() const;
  // As box_bytes, of a row below the shard's.
  ByteView bytes(Role role, std::uint64_t row) const;
  std::vector<image::ObjectBox> boxes(std::uint64_t row) const;

 private:
  ByteView edges_;
  ByteView labels_;
  Numbers<std::uint64_t> offsets_;
};

}  // namespace epochmill::shard
