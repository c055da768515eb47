#include "source/zip_directory.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

// Signatures and sizes of the fixed parts of records, by PKWARE's APPNOTE.TXT, 4.3.
constexpr std::uint64_t kLocalHeader = 0x04034B50;
constexpr std::uint64_t kLocalHeaderBytes = 30;
constexpr std::uint64_t kEntry = 0x02014B50;
constexpr std::uint64_t kEntryBytes = 46;
constexpr std::uint64_t kEnd = 0x06054B50;
constexpr std::uint64_t kEndBytes = 22;
constexpr std::uint64_t kEnd64 = 0x06064B50;
constexpr std::uint64_t kEnd64Bytes = 56;
constexpr std::uint64_t kEnd64Locator = 0x07064B50;
constexpr std::uint64_t kEnd64LocatorBytes = 20;
constexpr std::uint64_t kMostComment = 0xFFFF;

constexpr std::uint64_t kZip64Extra = 1;  // id of the extra field with the large numbers
constexpr std::uint64_t kStored = 0;
constexpr std::uint64_t kDeflated = 8;
constexpr std::uint64_t kEncrypted = 1;  // of the flags

// A field of all ones says that the number is in the zip64 record.
constexpr std::uint64_t kElsewhere16 = 0xFFFF;
constexpr std::uint64_t kElsewhere32 = 0xFFFFFFFF;

[[noreturn]] void refuse(const char* what) {
  throw input_error("the zip file is cut or damaged: {}", what);
}

// Numbers of the file, whose lowest byte stands first, at places that are checked.
class Numbers {
 public:
  explicit Numbers(ByteView zip) : zip_(zip) {}

  std::uint64_t at(std::uint64_t place, std::size_t bytes) const {
    const ByteView field = part(place, bytes);
    std::uint64_t number = 0;
    for (std::size_t i = bytes; i-- > 0;) number = number << 8 | field[i];
    return number;
  }
  ByteView part(std::uint64_t place, std::uint64_t bytes) const {
    if (place > zip_.size() || bytes > zip_.size() - place) refuse("a record lies beyond its end");
    return zip_.subspan(place, bytes);
  }
  std::uint64_t size() const { return zip_.size(); }

 private:
  ByteView zip_;
};

struct Directory {
  std::uint64_t entries = 0;
  std::uint64_t bytes = 0;
  std::uint64_t at = 0;
};

// The last record that fits: a comment may stand behind it.
std::uint64_t find_end(const Numbers& zip) {
  for (std::uint64_t comment = 0; comment <= kMostComment; ++comment) {
    if (zip.size() < kEndBytes + comment) break;
    const std::uint64_t at = zip.size() - kEndBytes - comment;
    if (zip.at(at, 4) == kEnd && zip.at(at + 20, 2) == comment) return at;
  }
  refuse("there is no directory at its end");
}

// Where the large one is, if there is any: a locator of it stands just before the small one.
std::optional<std::uint64_t> find_end64(const Numbers& zip, std::uint64_t end) {
  if (end < kEnd64LocatorBytes || zip.at(end - kEnd64LocatorBytes, 4) != kEnd64Locator) {
    return std::nullopt;
  }
  const std::uint64_t at = zip.at(end - kEnd64LocatorBytes + 8, 8);
  zip.part(at, kEnd64Bytes);
  if (zip.at(at, 4) != kEnd64) refuse("its zip64 directory is not where it should be");
  return at;
}

Directory find_directory(const Numbers& zip) {
  const std::uint64_t end = find_end(zip);
  if (zip.at(end + 4, 2) != 0 || zip.at(end + 6, 2) != 0) refuse("it is one of several parts");
  Directory directory{zip.at(end + 10, 2), zip.at(end + 12, 4), zip.at(end + 16, 4)};
  if (const auto end64 = find_end64(zip, end)) {
    if (directory.entries == kElsewhere16) directory.entries = zip.at(*end64 + 32, 8);
    if (directory.bytes == kElsewhere32) directory.bytes = zip.at(*end64 + 40, 8);
    if (directory.at == kElsewhere32) directory.at = zip.at(*end64 + 48, 8);
  }
  zip.part(directory.at, directory.bytes);
  return directory;
}

// Replaces those of `numbers`, in this order, that are elsewhere by what the extra field holds.
void read_zip64(const Numbers& zip, std::uint64_t extra_at, std::uint64_t extra_bytes,
                std::initializer_list<std::uint64_t*> numbers) {
  const std::uint64_t extra_end = extra_at + extra_bytes;
  while (extra_end - extra_at >= 4) {
    const std::uint64_t id = zip.at(extra_at, 2);
    const std::uint64_t bytes = zip.at(extra_at + 2, 2);
    std::uint64_t at = extra_at + 4;
    if (bytes > extra_end - at) refuse("an extra field is longer than its place");
    extra_at = at + bytes;
    if (id != kZip64Extra) continue;
    for (std::uint64_t* number : numbers) {
      if (*number != kElsewhere32) continue;
      if (extra_at - at < 8) refuse("a zip64 field lacks a number");
      *number = zip.at(at, 8);
      at += 8;
    }
    return;
  }
}

// Where the data of a member begin whose local header is at `at`.
std::uint64_t data_behind(const Numbers& zip, std::uint64_t at) {
  if (zip.at(at, 4) != kLocalHeader) refuse("a member's header is not where it should be");
  return at + kLocalHeaderBytes + zip.at(at + 26, 2) + zip.at(at + 28, 2);
}

void check(const Numbers& zip, const ZipMember& member, std::uint64_t flags, std::uint64_t method) {
  const std::string name = shown(member.name);
  if ((flags & kEncrypted) != 0) throw input_error("its member {} is encrypted", name);
  if (method != kStored && method != kDeflated) {
    throw input_error(
        "its member {} is compressed by method {}; stored (0) and deflated (8) are read", name,
        method);
  }
  zip.part(member.data_at, member.stored_bytes);
  if (!member.is_deflated && member.stored_bytes != member.bytes) {
    throw input_error("its member {} has {} bytes, and {} in the file; it is damaged", name,
                      member.bytes, member.stored_bytes);
  }
}

}  // namespace

bool has_zip_magic(ByteView head) {
  // The second is that of a zip file without members.
  return as_text(head).starts_with("PK\3\4") || as_text(head).starts_with("PK\5\6");
}

std::vector<ZipMember> read_zip_directory(ByteView bytes) {
  const Numbers zip(bytes);
  const Directory directory = find_directory(zip);
  std::vector<ZipMember> members;
  std::set<std::string> names;
  std::uint64_t at = directory.at;
  for (std::uint64_t i = 0; i < directory.entries; ++i) {
    if (zip.at(at, 4) != kEntry) refuse("its directory has fewer entries than it says");
    const std::uint64_t name_bytes = zip.at(at + 28, 2);
    const std::uint64_t extra_bytes = zip.at(at + 30, 2);
    const std::uint64_t name_at = at + kEntryBytes;
    std::uint64_t header_at = zip.at(at + 42, 4);
    ZipMember member;
    member.name = as_text(zip.part(name_at, name_bytes));
    member.is_deflated = zip.at(at + 10, 2) == kDeflated;
    member.crc32 = static_cast<std::uint32_t>(zip.at(at + 16, 4));
    member.stored_bytes = zip.at(at + 20, 4);
    member.bytes = zip.at(at + 24, 4);
    zip.part(name_at + name_bytes, extra_bytes);
    read_zip64(zip, name_at + name_bytes, extra_bytes,
               {&member.bytes, &member.stored_bytes, &header_at});
    member.data_at = data_behind(zip, header_at);
    check(zip, member, zip.at(at + 8, 2), zip.at(at + 10, 2));
    if (!names.insert(member.name).second) {
      throw input_error("it has two members {}", shown(member.name));
    }
    members.push_back(std::move(member));
    at = name_at + name_bytes + extra_bytes + zip.at(at + 32, 2);
  }
  if (at != directory.at + directory.bytes) refuse("its directory has another size than it says");
  return members;
}

}  // namespace epochmill::source
