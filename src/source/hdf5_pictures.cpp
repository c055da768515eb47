#include "source/hdf5_pictures.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/hdf5_heap.hpp"
#include "image/npy_header.hpp"
#include "source/hdf5_numbers.hpp"
#include "source/npy_row.hpp"
#include "source/raw_pnm.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using capi::H5Array;
using capi::H5ElementKind;

template <typename... Args>
[[noreturn]] void refuse(const H5Array& array, fmt::format_string<Args...> format, Args&&... args) {
  throw input_error("dataset '{}' of '{}': {}", array.name(), array.path().string(),
                    fmt::format(format, std::forward<Args>(args)...));
}

// A shard's pictures in files are two datasets beside each other.
bool has_files(const fs::path& file, const Hdf5Spec& spec) {
  if (!spec.is_shard) return false;
  try {
    const H5Array pixels(file, spec.image);
    return false;
  } catch (const Error& error) {
    return error.kind() == ErrorKind::kInput;
  }
}

H5Array open_images(const fs::path& file, const Hdf5Spec& spec, bool is_files) {
  return H5Array(file, spec.image + (is_files ? "_bytes" : ""));
}

bool is_channels(std::uint64_t side) { return side == 1 || side == 3 || side == 4; }

// Whether the channels of [n, a, b, c] come first.
bool has_channels_first(const H5Array& array, Hdf5Layout layout) {
  const std::vector<std::uint64_t>& dims = array.dims();
  const bool first = is_channels(dims[1]);
  const bool last = is_channels(dims[3]);
  const std::string shape = image::shape_text(dims);
  if (layout == Hdf5Layout::kNchw && first) return true;
  if (layout == Hdf5Layout::kNhwc && last) return false;
  if (layout != Hdf5Layout::kNotSaid || (!first && !last)) {
    refuse(array, "shape {}{}; pictures have 1, 3 or 4 channels", shape,
           layout == Hdf5Layout::kNchw   ? ", read as (n, channels, height, width)"
           : layout == Hdf5Layout::kNhwc ? ", read as (n, height, width, channels)"
                                         : "");
  }
  if (first) {
    refuse(array, "shape {} {}; say layout = \"nchw\"{}", shape,
           last ? "may have its channels first or last" : "has its channels first, as it seems",
           last ? " or \"nhwc\"" : "");
  }
  return false;
}

// Netpbm's PAM: a PNM of four channels.
std::string pam_header(image::Size size) {
  return fmt::format("P7\nWIDTH {}\nHEIGHT {}\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\n",
                     size.width, size.height);
}

// Of what copy_pixels gives: little endian.
image::NumberType npy_type(const capi::H5Element& element) {
  const image::NumberKind kind = element.kind == H5ElementKind::kFloat ? image::NumberKind::kReal
                                 : element.kind == H5ElementKind::kSigned
                                     ? image::NumberKind::kSigned
                                     : image::NumberKind::kUnsigned;
  return {.kind = kind, .bytes = element.size_bytes};
}

}  // namespace

Hdf5Pictures::Hdf5Pictures(const fs::path& file, const Hdf5Spec& spec)
    : array_(open_images(file, spec, has_files(file, spec))) {
  const capi::H5ElementKind kind = array_.element().kind;
  if (array_.name() != spec.image) {
    find_shard_files(spec);
  } else if (array_.element().is_number()) {
    const bool is_u8 = kind == H5ElementKind::kUnsigned && array_.element().size_bytes == 1;
    form_ = is_u8 ? Form::kPixels : Form::kNumbers;
    find_sides(spec);
  } else {
    form_ = kind == H5ElementKind::kOpaque ? Form::kOpaque : Form::kEncoded;
    check_encoded();
  }
}

void Hdf5Pictures::find_shard_files(const Hdf5Spec& spec) {
  form_ = Form::kShardFiles;
  offsets_.emplace(array_.path(), spec.image + "_offset");
  const bool fits = array_.row_bytes() == 1 && offsets_->row_bytes() == 8 &&
                    offsets_->element().kind == H5ElementKind::kUnsigned && offsets_->rows() > 0;
  if (!fits) refuse(array_, "it is not as a shard has it; the file is damaged");
}

void Hdf5Pictures::check_encoded() const {
  const capi::H5Element& element = array_.element();
  if (element.kind != H5ElementKind::kOpaque && element.kind != H5ElementKind::kVlenBytes) {
    refuse(array_,
           "its elements are {}; pictures are numbers, or encoded ones in u8 of variable length or "
           "opaque bytes (in a text they end at the first zero byte)",
           element.name);
  }
  if (array_.dims().size() != 1 || array_.row_bytes() > capi::kMostHeapBytes) {
    refuse(array_, "shape {}; encoded pictures have shape (n,)", image::shape_text(array_.dims()));
  }
}

void Hdf5Pictures::find_sides(const Hdf5Spec& spec) {
  const std::vector<std::uint64_t>& dims = array_.dims();
  if (dims.size() != 3 && dims.size() != 4) {
    refuse(array_,
           "shape {}; pictures have shape (n, height, width) or (n, height, width, "
           "channels)",
           image::shape_text(dims));
  }
  has_planes_ = dims.size() == 4 && has_channels_first(array_, spec.layout);
  const std::size_t at = has_planes_ ? 2 : 1;
  std::uint64_t pixels = 0;
  const bool fits = dims[at] > 0 && dims[at + 1] > 0 && std::in_range<int>(dims[at]) &&
                    std::in_range<int>(dims[at + 1]) &&
                    !__builtin_mul_overflow(dims[at], dims[at + 1], &pixels) &&
                    pixels <= spec.max_pixels;
  if (!fits) {
    refuse(array_,
           "pictures of {} x {} pixels; at least 1 x 1 and at most `max_pixels`, {}, are "
           "taken",
           dims[at], dims[at + 1], spec.max_pixels);
  }
  size_ = {static_cast<int>(dims[at]), static_cast<int>(dims[at + 1])};
  channels_ = dims.size() == 3 ? 1 : static_cast<int>(has_planes_ ? dims[1] : dims[3]);
}

std::uint64_t Hdf5Pictures::rows() const { return offsets_ ? offsets_->rows() - 1 : array_.rows(); }

Bytes Hdf5Pictures::read(std::uint64_t row) const {
  if (row >= rows()) {
    refuse(array_, "no row {} of {}; the file has changed since the source was listed: put it back",
           row, rows());
  }
  switch (form_) {
    case Form::kPixels:
    case Form::kNumbers:
      return read_pixels(row);
    case Form::kEncoded:
      return array_.read_vlen(row);
    case Form::kOpaque: {
      Bytes bytes(checked_cast<std::size_t>(array_.row_bytes()));
      array_.read(row, 1, bytes);
      return bytes;
    }
    case Form::kShardFiles:
      return read_shard_file(row);
  }
  throw internal_error("no form of pictures {}", static_cast<int>(form_));
}

// Channels last and little endian, whatever the file has.
void Hdf5Pictures::copy_pixels(ByteView row, std::span<std::uint8_t> out) const {
  const std::size_t size = array_.element().size_bytes;
  const auto channels = static_cast<std::size_t>(channels_);
  const std::size_t pixels = row.size() / size / channels;
  for (std::size_t i = 0; i < pixels; ++i) {
    for (std::size_t c = 0; c < channels; ++c) {
      const std::size_t from = has_planes_ ? c * pixels + i : i * channels + c;
      put_little_endian(row.subspan(from * size, size), array_.element().is_big_endian,
                        out.subspan((i * channels + c) * size, size));
    }
  }
}

Bytes Hdf5Pictures::read_pixels(std::uint64_t row) const {
  Bytes stored(checked_cast<std::size_t>(array_.row_bytes()));
  array_.read(row, 1, stored);
  if (form_ == Form::kNumbers) {
    NpyRow npy(npy_type(array_.element()), size_, channels_);
    copy_pixels(stored, npy.values());
    return std::move(npy).finish();
  }
  if (channels_ == 4) {
    const std::string header = pam_header(size_);
    Bytes pam(header.begin(), header.end());
    pam.resize(header.size() + stored.size());
    copy_pixels(stored, std::span(pam).subspan(header.size()));
    return pam;
  }
  RawPnm pnm(size_, channels_);
  copy_pixels(stored, pnm.samples());
  return std::move(pnm).finish();
}

Bytes Hdf5Pictures::read_shard_file(std::uint64_t row) const {
  std::array<std::uint8_t, 16> bytes{};
  offsets_->read(row, 2, bytes);
  std::array<std::uint64_t, 2> place{};
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    place[i / 8] |= std::uint64_t{bytes[i]} << (8 * (i % 8));
  }
  if (place[0] > place[1] || place[1] > array_.rows() ||
      place[1] - place[0] > capi::kMostHeapBytes) {
    refuse(array_, "row {} has no place in it; the file is damaged", row);
  }
  Bytes file(checked_cast<std::size_t>(place[1] - place[0]));
  array_.read(place[0], file.size(), file);
  return file;
}

}  // namespace epochmill::source
