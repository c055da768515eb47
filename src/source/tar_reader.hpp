// Walks a tar file from member to member without reading their data: V7, ustar, pax and GNU's long
// names. Read-only; what a member's name says is never opened.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/tar_header.hpp"
#include "source/tar_pax.hpp"

namespace epochmill::source {

// No longer name is taken, nor more other bytes of an extended header, nor more members.
inline constexpr std::uint64_t kMostTarNameBytes = 4096;
inline constexpr std::uint64_t kMostTarRecordBytes = std::uint64_t{1} << 20;
inline constexpr std::uint64_t kMostTarMembers = std::uint64_t{1} << 27;

enum class TarMemberKind { kRegular, kFolder, kLink, kSpecial };

struct TarMember {
  std::string name;  // as written; never empty, no NUL
  TarMemberKind kind = TarMemberKind::kRegular;
  std::uint64_t header_at = 0;  // of its own header block; its data follow that
  std::uint64_t size = 0;       // of its data, all of which lie within the file
  std::uint32_t mark = 0;       // tar_header_mark of that block
};

// One thread at a time.
class TarReader {
 public:
  // Throws `input` for a file that is empty or compressed.
  explicit TarReader(const std::filesystem::path& file);

  // Goes to the next member; false at the end. Throws `input`, naming file, entry and byte, for
  // anything that is damaged, cut, longer than the limits above, or of a kind that cannot be read
  // in place, and for data behind the blocks of zeros that end an archive.
  bool next();
  const TarMember& member() const { return member_; }

  // The data of the member.
  Bytes read() const;

  // An error about the member: file and name before `problem`.
  Error fault(std::string_view problem) const;

  // After the end: whether there was a block of zeros. A file that was cut between two members has
  // none either.
  bool has_end_mark() const { return has_end_mark_; }

 private:
  bool read_block();
  void read_extended(const TarHeader& header);
  void begin_member(TarHeader header);
  std::string extended_text(const TarHeader& header, std::uint64_t limit) const;
  void skip_data(std::uint64_t size);
  void check_rest() const;

  capi::File file_;
  std::uint64_t file_bytes_;
  std::uint64_t at_ = 0;  // of the next header
  std::uint64_t members_ = 0;
  bool has_end_mark_ = false;
  Bytes block_;
  TarMember member_;
  // From extended headers, for the member behind them.
  std::string long_name_;
  PaxRecords pax_;
  bool is_extended_ = false;
};

}  // namespace epochmill::source
