#include "convert/rows.hpp"

#include <variant>

#include "base/error.hpp"
#include "codec/codec.hpp"
#include "convert/npy_header.hpp"

namespace epochmill::convert {
namespace {

namespace fs = std::filesystem;

shard::Reader open(const fs::path& out, std::uint64_t epoch, std::uint64_t shard) {
  const fs::path path = shard::shard_path(out, epoch, shard);
  if (fs::exists(path)) return shard::Reader(path);
  throw usage_error("{} is not there; finish the run, or name other epochs by --epochs",
                    path.string());
}

}  // namespace

Rows::Rows(const fs::path& out, const run::Workshop& workshop, std::uint64_t epoch,
           std::uint64_t shard)
    : workshop_(workshop), reader_(open(out, epoch, shard)) {
  const plan::Plan& plan = workshop.plan();
  const std::uint64_t rows = size() + reader_.rejected().size() * plan.views();
  if (reader_.header() == plan.header(epoch, shard) && rows == plan.rows_of(shard)) return;
  throw input_error("{} is of another recipe, source or version than its folder; see verify",
                    reader_.path().string());
}

void Rows::check(std::uint64_t row) const {
  const source::Catalog& catalog = workshop_.catalog();
  const bool is_right =
      reader_.row_digest(row) == reader_.stored_digest(row) && sample(row) < catalog.size() &&
      reader_.view(row) == row % workshop_.plan().views() &&
      reader_.key(row) == catalog.key(sample(row)) && label(row) == catalog.label(sample(row));
  if (is_right) return;
  throw input_error("row {} of {} is damaged; make it again: epochmill verify --repair", row,
                    reader_.path().string());
}

std::string Rows::name(std::uint64_t row, NameUse use) const {
  std::string name = sample_name(workshop_.catalog(), sample(row), use);
  if (workshop_.plan().views() > 1) name += fmt::format("%v{}", reader_.view(row));
  return name;
}

image::Image Rows::picture(std::uint64_t row) const {
  Bytes room;
  return workshop_.plan().encoding().decode(reader_.image(row, room), reader_.layout().image);
}

PictureFile Rows::file(std::uint64_t row) const {
  const shard::Storage& storage = reader_.layout().storage;
  Bytes room;
  if (storage.kind == shard::StorageKind::kFiles) {
    const ByteView stored = reader_.image(row, room);
    return {Bytes(stored.begin(), stored.end()), storage.format == "jpeg" ? "jpg" : "png"};
  }
  const image::Image image = picture(row);
  const auto* pixels = std::get_if<image::ImageU8>(&image);
  if (pixels != nullptr && (pixels->channels() == 1 || pixels->channels() == 3)) {
    return {codec::encode_png(*pixels), "png"};
  }
  const image::Shape shape = image::shape_of(image);
  Bytes npy =
      npy_header(shape.type == image::PixelType::kU8 ? "|u1" : "<f4",
                 {static_cast<std::uint64_t>(shape.height), static_cast<std::uint64_t>(shape.width),
                  static_cast<std::uint64_t>(shape.channels)});
  const ByteView values = image::pixel_bytes(image);
  npy.insert(npy.end(), values.begin(), values.end());
  return {std::move(npy), "npy"};
}

image::ImageU8 Rows::mask(std::uint64_t row) const {
  Bytes room;
  const image::Shape& shape = reader_.layout().image;
  return workshop_.plan().mask_encoding().decode(reader_.mask(row, room),
                                                 {shape.height, shape.width});
}

Bytes Rows::mask_file(std::uint64_t row) const {
  if (reader_.layout().storage.kind != shard::StorageKind::kFiles) {
    return codec::encode_png(mask(row));
  }
  Bytes room;
  const ByteView stored = reader_.mask(row, room);
  return {stored.begin(), stored.end()};
}

}  // namespace epochmill::convert
