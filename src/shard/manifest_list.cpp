#include "shard/manifest_list.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <iterator>
#include <string>

#include "shard/manifest_text.hpp"

namespace epochmill::shard {
namespace {

// What stands before each value.
constexpr std::string_view kEpoch = "\n    {\n      \"epoch\": ";
constexpr std::string_view kShards = ",\n      \"shards\": [";
constexpr std::string_view kShard = "\n        {\n          \"shard\": ";
constexpr std::string_view kPath = ",\n          \"path\": ";
constexpr std::string_view kRows = ",\n          \"rows\": ";
constexpr std::string_view kRejected = ",\n          \"rejected\": ";  // left out when 0
constexpr std::string_view kBytes = ",\n          \"bytes\": ";
constexpr std::string_view kDigest = ",\n          \"content_digest\": ";
constexpr std::string_view kEndOfShard = "\n        }";
constexpr std::string_view kEndOfEpoch = "\n      ]\n    }";
constexpr std::string_view kEndOfList = "\n  ]";
constexpr int kValueIndent = 10;

std::string path_json(const Summary& shard) {
  return fmt::format("\"{}\"", shard_path("", shard.epoch, shard.shard).generic_string());
}

bool is_hex(std::string_view text) {
  return text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

std::string digest_json(const std::string& digest) {
  return is_hex(digest) ? fmt::format("\"{}\"", digest) : text_value(digest, kValueIndent);
}

void add_shard(std::string& text, const Summary& shard) {
  const auto add = [&](std::string_view before, const auto& value) {
    text += before;
    fmt::format_to(std::back_inserter(text), "{}", value);
  };
  add(kShard, shard.shard);
  add(kPath, path_json(shard));
  add(kRows, shard.rows);
  if (shard.rejected > 0) add(kRejected, shard.rejected);
  add(kBytes, shard.file_bytes);
  add(kDigest, digest_json(shard.content_digest));
  text += kEndOfShard;
}

// Goes through the text; every getter says whether it found what it wanted.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : left_(text) {}

  bool skip(std::string_view expected) {
    if (!left_.starts_with(expected)) return false;
    left_.remove_prefix(expected.size());
    return true;
  }
  bool number(std::string_view before, std::uint64_t& value) {
    if (!skip(before)) return false;
    const char* begin = left_.data();
    const auto [stop, error] = std::from_chars(begin, begin + left_.size(), value);
    if (error != std::errc() || (*begin == '0' && stop != begin + 1)) return false;
    left_.remove_prefix(static_cast<std::size_t>(stop - begin));
    return true;
  }
  bool hex(std::string_view before, std::string& value) {
    if (!skip(before) || !skip("\"")) return false;
    value = left_.substr(0, left_.find('"'));
    left_.remove_prefix(value.size());
    return is_hex(value) && skip("\"");
  }
  std::string_view left() const { return left_; }

 private:
  std::string_view left_;
};

bool take_shard(Scanner& scanner, Summary& shard) {
  if (!scanner.number(kShard, shard.shard)) return false;
  if (!scanner.skip(kPath) || !scanner.skip(path_json(shard))) return false;
  if (!scanner.number(kRows, shard.rows)) return false;
  if (scanner.number(kRejected, shard.rejected) && shard.rejected == 0) return false;
  return scanner.number(kBytes, shard.file_bytes) && scanner.hex(kDigest, shard.content_digest) &&
         scanner.skip(kEndOfShard);
}

bool take_epoch(Scanner& scanner, std::vector<Summary>& shards) {
  std::uint64_t epoch = 0;
  if (!scanner.number(kEpoch, epoch) || !scanner.skip(kShards)) return false;
  do {
    Summary& shard = shards.emplace_back();
    shard.epoch = epoch;
    if (!take_shard(scanner, shard)) return false;
  } while (scanner.skip(","));
  return scanner.skip(kEndOfEpoch);
}

}  // namespace

void put_shard_list(const std::vector<Summary>& shards, const capi::PutText& put) {
  constexpr std::size_t kPiece = std::size_t{1} << 20;
  if (shards.empty()) return put("[]");
  std::string text = "[";
  for (std::size_t i = 0; i < shards.size(); ++i) {
    const bool is_first = i == 0 || shards[i].epoch != shards[i - 1].epoch;
    const bool is_last = i + 1 == shards.size() || shards[i].epoch != shards[i + 1].epoch;
    if (i > 0) text += ",";
    if (is_first) text += fmt::format("{}{}{}", kEpoch, shards[i].epoch, kShards);
    add_shard(text, shards[i]);
    if (is_last) text += kEndOfEpoch;
    if (text.size() < kPiece) continue;
    put(text);
    text.clear();
  }
  text += kEndOfList;
  put(text);
}

std::optional<std::vector<Summary>> take_shard_list(std::string_view& text) {
  std::vector<Summary> shards;
  Scanner scanner(text);
  if (scanner.skip("[]")) {
    text = scanner.left();
    return shards;
  }
  if (!scanner.skip("[")) return std::nullopt;
  do {
    if (!take_epoch(scanner, shards)) return std::nullopt;
  } while (scanner.skip(","));
  if (!scanner.skip(kEndOfList)) return std::nullopt;
  text = scanner.left();
  return shards;
}

}  // namespace epochmill::shard
