// One array of a .npy file or of a .npz, which is a zip file of such files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

#include "base/bytes.hpp"
#include "capi/file.hpp"
#include "image/npy_header.hpp"
#include "source/zip_directory.hpp"

namespace epochmill::source {

// Told by its first bytes, not by its name. A plain file and a stored member are read in place, in
// Fortran order by a mapping of the file; gzip files and deflated members are held in memory. Any
// thread may read.
class NpyArray {
 public:
  // `array` names a member of a .npz, without its ".npy"; "" is for a .npy, or for the only member.
  // `array_param` is the parameter that would name it, and `if_no_numbers` what to add for an array
  // of another type than numbers, both for messages. Throws `input` when the file is
  // missing or is neither, when there is no such member, or when it holds another number of bytes
  // than its header says: told before memory is taken for them.
  NpyArray(const std::filesystem::path& path, const std::string& array, const char* array_param,
           const char* if_no_numbers = "");

  // The file and, in a .npz, the member: how every message begins.
  const std::string& name() const { return name_; }
  const image::NumberType& type() const { return type_; }
  const std::vector<std::uint64_t>& sides() const { return header_.sides; }

  // Bytes of one row: of all numbers with one index along the first side.
  std::uint64_t row_bytes() const { return row_bytes_; }
  // Fills `out`, of row_bytes(), with a row in C order. Throws `internal` for a row that is not
  // there.
  void read_row(std::uint64_t row, std::span<std::uint8_t> out) const;
  // All numbers; of arrays of one side.
  Bytes read_all() const;

 private:
  void open_member(const std::string& array, const char* array_param);
  void unpack_gzip();
  image::NumberType number_type() const;
  void read_header(ByteView head, std::uint64_t header_at, std::uint64_t found_bytes);
  void read_at(std::span<std::uint8_t> out, std::uint64_t offset) const;
  void gather_row(std::uint64_t row, std::span<std::uint8_t> out) const;
  ByteView numbers() const;  // in memory or mapped

  std::string name_;
  std::filesystem::path path_;
  const char* if_no_numbers_;
  image::NpyHeader header_;
  image::NumberType type_;
  std::uint64_t numbers_at_ = 0;  // in the file, or in content_
  std::uint64_t row_bytes_ = 0;
  std::optional<capi::File> file_;
  std::optional<capi::MappedFile> mapped_;
  Bytes content_;  // of what is compressed
};

}  // namespace epochmill::source
