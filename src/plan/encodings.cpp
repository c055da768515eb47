#include "plan/encodings.hpp"

#include <algorithm>
#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "codec/codec.hpp"
#include "codec/deflate.hpp"
#include "plan/stored_pixels.hpp"

namespace epochmill::plan {
namespace {

using recipe::Params;
using recipe::ParamType;

int level_of(const Params& params) { return checked_cast<int>(params.integer("level")); }

class Raw final : public Encoding {
 public:
  explicit Raw(const Params& params) : pixels_(params) {}

  image::PixelType stored_type(image::PixelType made) const override {
    return pixels_.type_of(made);
  }
  ByteView encode(const image::Image& picture, Bytes& room) const override {
    return pixels_.encode(picture, room);
  }
  image::Image decode(ByteView stored, const image::Shape& shape) const override {
    return pixels_.decode(stored, shape);
  }

 private:
  StoredPixels pixels_;
};

class Gzip final : public Encoding {
 public:
  explicit Gzip(const Params& params) : pixels_(params), level_(level_of(params)) {}

  image::PixelType stored_type(image::PixelType made) const override {
    return pixels_.type_of(made);
  }
  ByteView encode(const image::Image& picture, Bytes& room) const override {
    Bytes changed;
    const ByteView pixels = pixels_.encode(picture, changed);
    room = codec::deflate(pixels, pixels_.number_bytes(image::shape_of(picture).type), level_);
    return room;
  }
  image::Image decode(ByteView stored, const image::Shape& shape) const override {
    const std::size_t number = pixels_.number_bytes(shape.type);
    const std::size_t numbers = shape.size_bytes() / image::size_bytes(shape.type);
    return pixels_.decode(codec::inflate(stored, number, checked_mul(numbers, number)), shape);
  }

 private:
  StoredPixels pixels_;
  int level_;
};

// Files of a picture format; `Encode` makes one.
template <typename Encode>
class Files final : public Encoding {
 public:
  explicit Files(Encode encode) : encode_(encode) {}

  image::PixelType stored_type(image::PixelType made) const override { return made; }
  ByteView encode(const image::Image& picture, Bytes& room) const override {
    room = encode_(std::get<image::ImageU8>(picture));
    return room;
  }
  image::Image decode(ByteView stored, const image::Shape&) const override {
    return codec::decode(stored, {}).take_picture();
  }

 private:
  Encode encode_;
};

template <typename Encode>
std::unique_ptr<Encoding> files(Encode encode) {
  return std::make_unique<Files<Encode>>(encode);
}

EncodingKind raw_kind() {
  return {
      .schema = {.name = "raw",
                 .summary = "pixels as they are, contiguous and page-aligned, so that a reader can "
                            "map them",
                 .params = pixel_params(),
                 .notes = "Largest on disk and fastest to read: /image is u8, f16 or f32 [rows, "
                          "height, width, channels]."},
      .takes_f32 = true,
      .library = "",
      .storage =
          [](const Params& params) {
            shard::Storage storage;
            StoredPixels(params).note_in(storage);
            return storage;
          },
      .make = [](const Params& params) -> std::unique_ptr<Encoding> {
        return std::make_unique<Raw>(params);
      },
      .mask_level = [](const Params&) { return 0; }};
}

codec::Subsampling subsampling_of(const Params& params) {
  const std::string& name = params.text("subsampling");
  if (name == "4:2:0") return codec::Subsampling::k420;
  return name == "4:2:2" ? codec::Subsampling::k422 : codec::Subsampling::k444;
}

EncodingKind jpeg_kind() {
  return {.schema = {.name = "jpeg",
                     .summary = "a JPEG each: smallest, lossy, and decoded again when it is read",
                     .params = {{.name = "quality",
                                 .type = ParamType::kInteger,
                                 .default_value = "95",
                                 .meaning = "libjpeg's quality",
                                 .min = 1,
                                 .max = 100},
                                {.name = "subsampling",
                                 .type = ParamType::kString,
                                 .default_value = "4:2:0",
                                 .meaning = "how much of the colour is stored",
                                 .choices = {"4:2:0", "4:2:2", "4:4:4"}}},
                     .notes = "/image_bytes holds the JPEGs, one behind the other, and "
                              "/image_offset where each starts. 8-bit pictures only."},
          .takes_f32 = false,
          .library = "",  // the decoder's
          .storage =
              [](const Params&) {
                return shard::Storage{shard::StorageKind::kFiles, 1, "jpeg"};
              },
          .make = [](const Params& params) -> std::unique_ptr<Encoding> {
            const int quality = checked_cast<int>(params.integer("quality"));
            const codec::Subsampling subsampling = subsampling_of(params);
            return files([=](const image::ImageU8& picture) {
              return codec::encode_jpeg(picture, quality, subsampling);
            });
          },
          .mask_level = [](const Params&) { return codec::kPngLevel; },
          .mask_library = codec::png_compressor()};
}

EncodingKind png_kind() {
  return {.schema = {.name = "png",
                     .summary = "a PNG each: the very pixels in less room, slow to make",
                     .params = {{.name = "level",
                                 .type = ParamType::kInteger,
                                 .default_value = "6",
                                 .meaning = "zlib's level of compression",
                                 .min = 0,
                                 .max = 9}},
                     .notes = "/image_bytes holds the PNGs, one behind the other, and "
                              "/image_offset where each starts. 8-bit pictures only."},
          .takes_f32 = false,
          .library = codec::png_compressor(),
          .storage =
              [](const Params&) {
                return shard::Storage{shard::StorageKind::kFiles, 1, "png"};
              },
          .make = [](const Params& params) -> std::unique_ptr<Encoding> {
            const int level = level_of(params);
            return files(
                [=](const image::ImageU8& picture) { return codec::encode_png(picture, level); });
          },
          .mask_level = level_of};
}

std::vector<recipe::ParamSpec> gzip_params() {
  std::vector<recipe::ParamSpec> params = pixel_params();
  params.insert(params.begin(), {.name = "level",
                                 .type = ParamType::kInteger,
                                 .default_value = "4",
                                 .meaning = "from fast (1) to small (12; zlib has 9 of them)",
                                 .min = 1,
                                 .max = 12});
  return params;
}

EncodingKind gzip_kind() {
  return {.schema = {.name = "gzip",
                     .summary = "the very pixels, deflated row by row; any HDF5 reader inflates",
                     .params = gzip_params(),
                     .notes = "/image is u8, f16 or f32 [rows, height, width, channels], each row "
                              "a chunk of its own with HDF5's filters deflate and, for reals, "
                              "shuffle. Photos "
                              "shrink little; drawings, masks and arrays more."},
          .takes_f32 = true,
          .library = codec::deflate_library(),
          .storage =
              [](const Params& params) {
                const auto level = checked_cast<unsigned>(params.integer("level"));
                // HDF5 knows zlib's levels, and only notes them.
                shard::Storage storage{shard::StorageKind::kDeflated, std::min(level, 9U), ""};
                StoredPixels(params).note_in(storage);
                return storage;
              },
          .make = [](const Params& params) -> std::unique_ptr<Encoding> {
            return std::make_unique<Gzip>(params);
          },
          .mask_level = level_of};
}

}  // namespace

std::span<const EncodingKind> encoding_kinds() {
  static const std::vector<EncodingKind> kKinds = {raw_kind(), jpeg_kind(), png_kind(),
                                                   gzip_kind()};
  return kKinds;
}

const EncodingKind& encoding_kind(const std::string& name) {
  for (const EncodingKind& kind : encoding_kinds()) {
    if (kind.schema.name == name) return kind;
  }
  throw internal_error("there is no encoding '{}'", name);
}

}  // namespace epochmill::plan
