// How a row's picture is stored: the table of encodings, and pixels <-> the bytes of a row.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "base/bytes.hpp"
#include "image/image.hpp"
#include "recipe/params.hpp"
#include "shard/format.hpp"

namespace epochmill::plan {

// Immutable: any thread may use it.
class Encoding {
 public:
  virtual ~Encoding() = default;

  // The type of stored pictures as readers see it, for pictures that are made of `made`. Throws
  // `usage` when they cannot be stored.
  virtual image::PixelType stored_type(image::PixelType made) const = 0;
  // What is stored of `picture`: a view of it, or of `room`, where it may be put.
  virtual ByteView encode(const image::Image& picture, Bytes& room) const = 0;
  // A picture of `shape`, whose type stored_type gave, from what is stored: the very one, or for a
  // lossy encoding one like it. Throws `input` for bytes that are damaged.
  virtual image::Image decode(ByteView stored, const image::Shape& shape) const = 0;
};

struct EncodingKind {
  recipe::Schema schema;
  bool takes_f32 = true;
  // What decides the bytes beside the decoders, with its version; "" when nothing does.
  std::string library;
  shard::Storage (*storage)(const recipe::Params& params);
  std::unique_ptr<Encoding> (*make)(const recipe::Params& params);
  // With which level masks are compressed (mask_encoding.hpp).
  int (*mask_level)(const recipe::Params& params);
  // Also what masks are compressed with, where the pictures are not.
  std::string mask_library = "";
};

std::span<const EncodingKind> encoding_kinds();

// Throws `internal` for a name that a recipe cannot have.
const EncodingKind& encoding_kind(const std::string& name);

}  // namespace epochmill::plan
