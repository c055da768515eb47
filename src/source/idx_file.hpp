// IDX, the format of MNIST: a type, a rank, the sides, then numbers in big-endian order.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "capi/file.hpp"

namespace epochmill::source {

// As the third byte of a file says.
enum class IdxType : std::uint8_t {
  kU8 = 0x08,
  kI8 = 0x09,
  kI16 = 0x0B,
  kI32 = 0x0C,
  kF32 = 0x0D,
  kF64 = 0x0E,
};

std::uint64_t size_of(IdxType type);

// A file, plain or in gzip, which is told by its first bytes and not by its name. A plain one is
// read by offset; the content of the other is held in memory. Any thread may read.
class IdxFile {
 public:
  // Throws `input` when the file is missing, is no IDX of rank 1 to 4, is damaged, or holds another
  // number of bytes than its sides say: told before memory is taken for them.
  explicit IdxFile(const std::filesystem::path& path);

  const std::filesystem::path& path() const { return path_; }
  IdxType type() const { return type_; }
  const std::vector<std::uint64_t>& sides() const { return sides_; }
  std::uint64_t data_bytes() const { return data_bytes_; }

  // Bytes of the data, from `offset` on.
  void read(std::span<std::uint8_t> out, std::uint64_t offset) const;

 private:
  template <typename Read>
  void read_header(Read read);
  void open_plain();
  void unpack(ByteView gzip);

  std::filesystem::path path_;
  IdxType type_ = IdxType::kU8;
  std::vector<std::uint64_t> sides_;
  std::uint64_t header_bytes_ = 0;
  std::uint64_t data_bytes_ = 0;
  std::optional<capi::File> file_;  // of a plain file
  Bytes content_;                   // of the other, without its header
};

// The numbers of a file of rank 1, as labels. Throws `input`, naming file and row, for one that is
// no integer.
std::vector<std::int64_t> read_idx_labels(const IdxFile& file);

}  // namespace epochmill::source
