#include "plan/mask_encoding.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "codec/codec.hpp"
#include "codec/deflate.hpp"
#include "codec/mask.hpp"

namespace epochmill::plan {
namespace {

// An index is a byte.
constexpr std::size_t kElementBytes = 1;

}  // namespace

ByteView MaskEncoding::encode(const image::ImageU8& mask, Bytes& room) const {
  switch (kind_) {
    case shard::StorageKind::kRaw:
      return mask.values();
    case shard::StorageKind::kDeflated:
      room = codec::deflate(mask.values(), kElementBytes, level_);
      return room;
    case shard::StorageKind::kFiles:
      room = codec::encode_png(mask, level_);
      return room;
  }
  throw internal_error("a mask's storage is of no kind");
}

image::ImageU8 MaskEncoding::decode(ByteView stored, image::Size size) const {
  image::ImageU8 mask(size.height, size.width, 1);
  if (kind_ == shard::StorageKind::kFiles) {
    image::ImageU8 found = codec::decode_mask(stored, {}).image;
    if (image::shape_of(found) == image::shape_of(mask)) return found;
    throw input_error("a mask of {}x{} where {}x{} was expected", found.height(), found.width(),
                      size.height, size.width);
  }
  Bytes inflated;
  if (kind_ == shard::StorageKind::kDeflated) {
    inflated = codec::inflate(stored, kElementBytes, mask.values().size());
    stored = inflated;
  }
  if (stored.size() != mask.values().size()) {
    throw input_error("{} bytes where a mask of {}x{} has {}", stored.size(), size.height,
                      size.width, mask.values().size());
  }
  std::copy(stored.begin(), stored.end(), mask.values().begin());
  return mask;
}

}  // namespace epochmill::plan
