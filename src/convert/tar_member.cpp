#include "convert/tar_member.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "base/error.hpp"

namespace epochmill::convert {
namespace {

constexpr std::size_t kBlock = 512;
constexpr std::size_t kNameBytes = 100;
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 33;  // 11 octal digits

void append_header(Bytes& tar, std::string_view name, std::uint64_t size, char type) {
  std::string block(kBlock, '\0');
  const auto put = [&](std::size_t at, std::string_view text) {
    std::ranges::copy(text, block.begin() + static_cast<std::ptrdiff_t>(at));
  };
  put(0, name.substr(0, kNameBytes));
  put(100, "0000644");
  put(108, "0000000");
  put(116, "0000000");
  put(124, fmt::format("{:011o}", size));
  put(136, "00000000000");
  put(148, "        ");
  put(156, std::string_view(&type, 1));
  put(257, std::string_view("ustar\0"
                            "00",
                            8));
  const unsigned sum = std::accumulate(block.begin(), block.end(), 0U, [](unsigned all, char c) {
    return all + static_cast<unsigned char>(c);
  });
  put(148, fmt::format("{:06o}", sum));
  put(154, std::string_view("\0 ", 2));
  tar.insert(tar.end(), block.begin(), block.end());
}

void append_content(Bytes& tar, ByteView content) {
  tar.insert(tar.end(), content.begin(), content.end());
  tar.resize((tar.size() + kBlock - 1) / kBlock * kBlock);
}

// "LENGTH path=NAME\n", where the length counts its own digits.
std::string path_record(std::string_view name) {
  const std::string rest = fmt::format(" path={}\n", name);
  std::size_t length = rest.size();
  while (length != rest.size() + fmt::formatted_size("{}", length)) {
    length = rest.size() + fmt::formatted_size("{}", length);
  }
  return fmt::to_string(length) + rest;
}

}  // namespace

Bytes tar_member(std::string_view name, ByteView content) {
  if (name.empty() || content.size() >= kMostBytes) {
    throw internal_error("no tar has a member `{}` of {} bytes", name, content.size());
  }
  Bytes tar;
  tar.reserve(content.size() + 4 * kBlock);
  if (name.size() > kNameBytes) {
    const std::string record = path_record(name);
    append_header(tar, "pax", record.size(), 'x');
    append_content(tar, as_bytes(record));
  }
  append_header(tar, name, content.size(), '0');
  append_content(tar, content);
  return tar;
}

Bytes tar_end() { return Bytes(2 * kBlock); }

}  // namespace epochmill::convert
