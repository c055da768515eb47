// The rows of a finished shard, checked, as what is handed to others.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "base/bytes.hpp"
#include "convert/names.hpp"
#include "image/image.hpp"
#include "run/workshop.hpp"
#include "shard/reader.hpp"

namespace epochmill::convert {

struct PictureFile {
  Bytes bytes;
  const char* extension = "png";
};

// One thread at a time.
class Rows {
 public:
  // Throws `input` for a shard that is damaged, or not of this output; `usage` when it is not
  // there.
  Rows(const std::filesystem::path& out, const run::Workshop& workshop, std::uint64_t epoch,
       std::uint64_t shard);

  std::uint64_t size() const { return reader_.layout().rows; }
  // Throws `input` when what is stored of the row is not what was written, or it is another sample
  // than the plan says.
  void check(std::uint64_t row) const;

  std::uint64_t sample(std::uint64_t row) const { return reader_.sample(row); }
  std::int64_t label(std::uint64_t row) const { return reader_.label(row); }
  const shard::Reader& reader() const { return reader_; }
  // Of its files: sample_name, and "%v3" behind it where a sample has several rows.
  std::string name(std::uint64_t row, NameUse use) const;
  image::Image picture(std::uint64_t row) const;
  // A stored JPEG or PNG as it is; else a PNG of 8-bit pixels, or an NPY of others.
  PictureFile file(std::uint64_t row) const;
  // Only where there are masks. The file is a PNG: the stored one as it is, where there is one.
  image::ImageU8 mask(std::uint64_t row) const;
  Bytes mask_file(std::uint64_t row) const;

 private:
  const run::Workshop& workshop_;
  shard::Reader reader_;
};

}  // namespace epochmill::convert
