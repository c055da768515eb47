#include "source/tar_reader.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

struct Compression {
  std::string_view magic;
  const char* name;
  const char* remedy;
};

constexpr std::array kCompressions{Compression{"\x1F\x8B", "gzip", "gunzip"},
                                   Compression{"BZh", "bzip2", "bunzip2"},
                                   Compression{"\xFD\x37zXZ", "xz", "unxz"},
                                   Compression{"\x28\xB5\x2F\xFD", "Zstandard", "unzstd"}};

void refuse_compressed(const fs::path& file, std::string_view head) {
  for (const Compression& compression : kCompressions) {
    if (!head.starts_with(compression.magic)) continue;
    throw input_error(
        "{}: compressed with {}; members of a tar are read in place, so take that layer off: {}",
        shown(file.native()), compression.name, compression.remedy);
  }
}

// Whether data follow the header: those of links, folders and devices have none, whatever their
// size field says.
TarMemberKind kind_of(const TarHeader& header) {
  switch (header.type) {
    case '0':
    case '7':  // contiguous: a regular file on systems without such
      return header.name.ends_with('/') ? TarMemberKind::kFolder : TarMemberKind::kRegular;
    case '1':
    case '2':
      return TarMemberKind::kLink;
    case '5':
      return TarMemberKind::kFolder;
    case '3':
    case '4':
    case '6':
      return TarMemberKind::kSpecial;
    case 'S':
      throw input_error("it is stored sparse; write the tar again without --sparse");
    default:
      throw input_error(
          "it is of type {}, which is not known here; write the tar again as ustar, "
          "pax or gnu",
          shown(std::string_view(&header.type, 1)));
  }
}

bool is_extended_type(char type) {
  return std::string_view("xXgLKV").find(type) != std::string_view::npos;
}

}  // namespace

TarReader::TarReader(const fs::path& file)
    : file_(capi::File::open_read(file)), file_bytes_(file_.size()), block_(kTarBlock) {
  if (file_bytes_ == 0) {
    throw input_error("{}: an empty file, no tar; copy it again", shown(file.native()));
  }
  Bytes head(std::min<std::uint64_t>(file_bytes_, 8));
  file_.read_at(head, 0);
  refuse_compressed(file, as_text(head));
}

Error TarReader::fault(std::string_view problem) const {
  return input_error("{}: entry {}{} at byte {}: {}", shown(file_.path().native()), members_,
                     member_.name.empty() ? "" : ", " + shown(member_.name) + ",",
                     member_.header_at, problem);
}

bool TarReader::next() {
  if (has_end_mark_) return false;
  long_name_.clear();
  pax_ = {};
  is_extended_ = false;
  while (read_block()) {
    const TarHeader header = [&] {
      try {
        return parse_tar_header(block_);
      } catch (const Error& error) {
        throw fault(std::string(error.what()) +
                    (at_ == 0 ? "; is this a tar file?" : "; the tar is damaged, copy it again"));
      }
    }();
    member_.name = header.name;
    at_ += kTarBlock;
    if (!is_extended_type(header.type)) {
      begin_member(header);
      return true;
    }
    read_extended(header);
  }
  return false;
}

// False at the end of the archive. Nothing is known of the entry yet.
bool TarReader::read_block() {
  member_ = {};
  member_.header_at = at_;
  if (at_ == file_bytes_ && !is_extended_) return false;
  ++members_;
  if (file_bytes_ - at_ < kTarBlock) {
    throw fault("the file ends within its header; it was cut, copy it again");
  }
  if (members_ > kMostTarMembers) {
    throw fault(fmt::format("more than {} entries; split the tar", kMostTarMembers));
  }
  file_.read_at(block_, at_);
  if (!is_zero_block(block_)) return true;
  if (is_extended_) throw fault("the archive ends after an extended header");
  has_end_mark_ = true;
  check_rest();
  return false;
}

// pax, GNU's long name; GNU's long link and volume label are passed over.
void TarReader::read_extended(const TarHeader& header) {
  is_extended_ = header.type != 'g' && header.type != 'V';
  if (header.type == 'L') {
    long_name_ = extended_text(header, kMostTarNameBytes + 1);
    if (long_name_.ends_with('\0')) long_name_.pop_back();
  } else if (header.type == 'x' || header.type == 'X' || header.type == 'g') {
    PaxRecords records;
    try {
      records = parse_pax(extended_text(header, kMostTarRecordBytes));
    } catch (const Error& error) {
      throw fault(error.what());
    }
    if (header.type != 'g') {
      pax_ = std::move(records);
    } else if (records.path || records.size || records.is_sparse) {
      throw fault("a global pax header with a path or size for all members; write the tar again");
    }
  }
  skip_data(header.size);
}

void TarReader::begin_member(TarHeader header) {
  if (!long_name_.empty()) header.name = std::move(long_name_);
  if (pax_.path) header.name = std::move(*pax_.path);
  if (pax_.size) header.size = *pax_.size;
  member_.name = header.name;
  member_.mark = tar_header_mark(block_);
  if (header.name.empty()) throw fault("it has no name");
  if (header.name.size() > kMostTarNameBytes || header.name.find('\0') != std::string::npos) {
    throw fault(
        fmt::format("its name has {} bytes or a NUL among them; at most {} without NUL "
                    "are taken",
                    header.name.size(), kMostTarNameBytes));
  }
  try {
    member_.kind = kind_of(header);
  } catch (const Error& error) {
    throw fault(error.what());
  }
  if (pax_.is_sparse) throw fault("it is stored sparse; write the tar again without --sparse");
  if (member_.kind != TarMemberKind::kRegular) return;
  member_.size = header.size;
  skip_data(header.size);
}

std::string TarReader::extended_text(const TarHeader& header, std::uint64_t limit) const {
  if (header.size > limit) {
    throw fault(fmt::format("its extended header claims {} bytes; at most {} are taken",
                            header.size, limit));
  }
  if (header.size > file_bytes_ - at_) {
    throw fault("the file ends within its extended header; it was cut, copy it again");
  }
  Bytes bytes(header.size);
  file_.read_at(bytes, at_);
  return std::string(as_text(bytes));
}

void TarReader::skip_data(std::uint64_t size) {
  const std::uint64_t left = file_bytes_ - at_;
  // Padded to whole blocks, without a sum that could wrap.
  const std::uint64_t padding = (kTarBlock - size % kTarBlock) % kTarBlock;
  if (size > left || padding > left - size) {
    throw fault(
        fmt::format("it claims {} bytes, and the file has {} more; it was cut, copy it "
                    "again",
                    size, left));
  }
  at_ += size + padding;
}

void TarReader::check_rest() const {
  Bytes some(std::size_t{1} << 16);
  for (std::uint64_t at = at_; at < file_bytes_;) {
    some.resize(std::min<std::uint64_t>(some.size(), file_bytes_ - at));
    file_.read_at(some, at);
    if (!is_zero_block(some)) {
      throw fault(
          "data follow the blocks of zeros that end the archive: tars laid end to end, or "
          "damage; write them again as one tar");
    }
    at += some.size();
  }
}

Bytes TarReader::read() const {
  Bytes bytes(checked_cast<std::size_t>(member_.size));
  file_.read_at(bytes, member_.header_at + kTarBlock);
  return bytes;
}

}  // namespace epochmill::source
