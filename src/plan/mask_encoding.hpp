// How a row's mask is stored: as the pictures are, but never with loss. Files are PNGs, whatever
// format the pictures have.
#pragma once

#include "base/bytes.hpp"
#include "image/geometry.hpp"
#include "image/image.hpp"
#include "shard/format.hpp"

namespace epochmill::plan {

// Immutable: any thread may use it.
class MaskEncoding {
 public:
  // `level`: of deflate (kDeflated) or of the PNGs (kFiles).
  MaskEncoding(shard::StorageKind kind, int level) : kind_(kind), level_(level) {}

  // What is stored of `mask`: a view of it, or of `room`, where it may be put.
  ByteView encode(const image::ImageU8& mask, Bytes& room) const;
  // The mask of `size`, made from what is stored. Throws `input` for bytes that are damaged.
  image::ImageU8 decode(ByteView stored, image::Size size) const;

 private:
  shard::StorageKind kind_;
  int level_;
};

}  // namespace epochmill::plan
