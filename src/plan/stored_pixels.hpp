// The pixels of a picture as a row of /image holds them, and back: the numbers' type and the order
// of the sides, where a recipe says so.
#pragma once

#include <optional>
#include <vector>

#include "base/bytes.hpp"
#include "image/image.hpp"
#include "recipe/params.hpp"
#include "shard/format.hpp"

namespace epochmill::plan {

// The parameters of encodings that store pixels: `dtype` and `layout`.
std::vector<recipe::ParamSpec> pixel_params();

// Immutable: any thread may use it.
class StoredPixels {
 public:
  explicit StoredPixels(const recipe::Params& params);

  // What readers see of a picture of type `made`: f32 where u8 is stored as reals. Throws `usage`
  // for reals that shall be stored as u8.
  image::PixelType type_of(image::PixelType made) const;
  void note_in(shard::Storage& storage) const;
  std::size_t number_bytes(image::PixelType made) const;

  // A view of `picture`, or of `room`, where it is put if it is not stored as it is.
  ByteView encode(const image::Image& picture, Bytes& room) const;
  // A picture of `shape`, whose type is one that type_of gives, from `stored`. Throws `input` for
  // another number of bytes.
  image::Image decode(ByteView stored, const image::Shape& shape) const;

 private:
  bool is_as_made(image::PixelType made) const;

  std::optional<image::PixelType> type_;
  bool is_half_ = false;  // then type_ is f32
  bool is_channels_first_ = false;
};

}  // namespace epochmill::plan
