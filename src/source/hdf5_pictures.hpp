// The pictures of one HDF5 file.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "base/bytes.hpp"
#include "capi/hdf5_array.hpp"
#include "image/geometry.hpp"
#include "source/hdf5_spec.hpp"

namespace epochmill::source {

// Any thread may read.
class Hdf5Pictures {
 public:
  // Throws `input` when spec.image is none of these: u8 [n, h, w], [n, h, w, 1, 3 or 4] or [n, 1, 3
  // or 4, h, w]; other numbers of the same shapes; encoded pictures as elements of variable length
  // or opaque bytes; the pictures of a shard. And when a picture has more than spec.max_pixels.
  Hdf5Pictures(const std::filesystem::path& file, const Hdf5Spec& spec);

  const std::filesystem::path& path() const { return array_.path(); }
  std::uint64_t rows() const;

  // Of u8 pixels a binary PNM (PAM with four channels), of other numbers an NPY, else the encoded
  // picture as it is. Throws `input` for damage, and for a row that is not there (any more).
  Bytes read(std::uint64_t row) const;

 private:
  enum class Form { kPixels, kNumbers, kEncoded, kOpaque, kShardFiles };

  void find_shard_files(const Hdf5Spec& spec);
  void check_encoded() const;
  void find_sides(const Hdf5Spec& spec);
  void copy_pixels(ByteView row, std::span<std::uint8_t> out) const;
  Bytes read_pixels(std::uint64_t row) const;
  Bytes read_shard_file(std::uint64_t row) const;

  capi::H5Array array_;
  std::optional<capi::H5Array> offsets_;  // of kShardFiles
  Form form_ = Form::kPixels;
  image::Size size_;
  int channels_ = 1;
  bool has_planes_ = false;  // channels first
};

}  // namespace epochmill::source
