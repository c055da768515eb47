#include "source/idx_file.hpp"

#include <algorithm>
#include <array>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/gunzip.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostSides = 4;
// Deflate cannot make more of a byte than this.
constexpr std::uint64_t kMostInflation = 1032;

bool is_type(std::uint8_t byte) {
  return byte == 0x08 || byte == 0x09 || (byte >= 0x0B && byte <= 0x0E);
}

}  // namespace

std::uint64_t size_of(IdxType type) {
  switch (type) {
    case IdxType::kU8:
    case IdxType::kI8:
      return 1;
    case IdxType::kI16:
      return 2;
    case IdxType::kI32:
    case IdxType::kF32:
      return 4;
    case IdxType::kF64:
      return 8;
  }
  throw internal_error("no IDX type {}", static_cast<int>(type));
}

// `read` fills a span with the next bytes, and says whether there were enough.
template <typename Read>
void IdxFile::read_header(Read read) {
  const std::string name = shown(path_.native());
  std::array<std::uint8_t, 4> magic{};
  if (!read(std::span<std::uint8_t>(magic)) || magic[0] != 0 || magic[1] != 0 ||
      !is_type(magic[2]) || magic[3] < 1 || magic[3] > kMostSides) {
    throw input_error(
        "{}: not an IDX file: expected two zero bytes, a type and a rank of 1 to {}, found "
        "{:02x} {:02x} {:02x} {:02x}",
        name, kMostSides, magic[0], magic[1], magic[2], magic[3]);
  }
  type_ = static_cast<IdxType>(magic[2]);
  header_bytes_ = 4 + 4 * std::uint64_t{magic[3]};
  data_bytes_ = size_of(type_);
  for (int i = 0; i < magic[3]; ++i) {
    std::array<std::uint8_t, 4> side{};
    if (!read(std::span<std::uint8_t>(side))) throw input_error("{}: cut within its header", name);
    sides_.push_back(std::uint64_t{side[0]} << 24 | std::uint64_t{side[1]} << 16 |
                     std::uint64_t{side[2]} << 8 | side[3]);
    if (__builtin_mul_overflow(data_bytes_, sides_.back(), &data_bytes_)) {
      throw input_error("{}: its sides give more bytes than any file has", name);
    }
  }
}

IdxFile::IdxFile(const fs::path& path) : path_(path) {
  // A compressed file is small beside its content, and needed whole.
  std::array<std::uint8_t, 2> magic{};
  file_ = capi::File::open_read(path);
  if (!file_->is_regular()) throw input_error("{}: not a regular file", shown(path.native()));
  if (file_->size() >= magic.size()) file_->read_at(magic, 0);
  if (!capi::is_gzip(magic)) {
    open_plain();
  } else {
    file_.reset();
    unpack(capi::read_file(path));
  }
}

void IdxFile::open_plain() {
  const std::uint64_t bytes = file_->size();
  std::uint64_t at = 0;
  read_header([&](std::span<std::uint8_t> out) {
    if (out.size() > bytes - at) return false;
    file_->read_at(out, at);
    at += out.size();
    return true;
  });
  if (bytes - header_bytes_ == data_bytes_) return;
  throw input_error("{}: its header promises {} bytes of data, and {} follow; copy it again",
                    shown(path_.native()), data_bytes_, bytes - header_bytes_);
}

void IdxFile::unpack(ByteView gzip) {
  const std::string name = shown(path_.native());
  try {
    capi::Gunzip stream(gzip);
    read_header([&](std::span<std::uint8_t> out) { return stream.read(out) == out.size(); });
    if (data_bytes_ / kMostInflation > gzip.size()) {
      throw input_error("its header promises {} bytes of data, more than {} compressed ones hold",
                        data_bytes_, gzip.size());
    }
    content_.resize(checked_cast<std::size_t>(data_bytes_));
    std::array<std::uint8_t, 1> more{};
    const std::size_t got = stream.read(content_);
    if (got == content_.size() && stream.read(more) == 0) return;
    throw input_error("its header promises {} bytes of data, and {} follow", data_bytes_,
                      got < content_.size() ? fmt::to_string(got) : std::string("more"));
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput || std::string_view(error.what()).starts_with(name))
      throw;
    throw input_error("{}: {}; copy it again", name, error.what());
  }
}

void IdxFile::read(std::span<std::uint8_t> out, std::uint64_t offset) const {
  if (offset > data_bytes_ || out.size() > data_bytes_ - offset) {
    throw internal_error("{}: no bytes {} to {} of {}", path_.string(), offset, offset + out.size(),
                         data_bytes_);
  }
  if (file_) return file_->read_at(out, header_bytes_ + offset);
  std::copy_n(content_.begin() + static_cast<std::ptrdiff_t>(offset), out.size(), out.begin());
}

}  // namespace epochmill::source
