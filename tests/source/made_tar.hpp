// Tar files made byte by byte, the odd ones too. What other programs write is read in
// tests/end_to_end/sources_test.py.
#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>

namespace epochmill::source {

struct TarEntry {
  std::string name = "";  // the field, at most 100 bytes
  std::string data = "";
  char type = '0';
  std::string prefix = "";
  std::string magic = std::string(
      "ustar\0"
      "00",
      8);
  std::string size_field = "";  // instead of the octal number
};

class MadeTar {
 public:
  MadeTar& add(const TarEntry& entry) {
    std::string block(512, '\0');
    const auto put = [&](std::size_t at, const std::string& text) {
      block.replace(at, text.size(), text);
    };
    put(0, entry.name);
    put(100, "0000644");
    put(124,
        entry.size_field.empty() ? fmt::format("{:011o}", entry.data.size()) : entry.size_field);
    put(148, "        ");
    block[156] = entry.type;
    put(257, entry.magic);
    put(345, entry.prefix);
    unsigned sum = 0;
    for (const char c : block) sum += static_cast<unsigned char>(c);
    put(148, fmt::format("{:06o}", sum) + std::string("\0 ", 2));
    bytes_ += block + entry.data;
    bytes_.resize((bytes_.size() + 511) / 512 * 512, '\0');
    return *this;
  }
  MadeTar& file(const std::string& name, const std::string& data = "x") {
    return add({.name = name, .data = data});
  }
  MadeTar& pax(const std::string& records, char type = 'x') {
    return add({.name = "pax", .data = records, .type = type});
  }
  MadeTar& long_name(const std::string& name) {
    return add({.name = "././@LongLink",
                .data = name + '\0',
                .type = 'L',
                .magic = std::string("ustar  \0", 8)});
  }

  // Without the blocks that end it.
  const std::string& open() const { return bytes_; }
  std::string closed() const { return bytes_ + std::string(1024, '\0'); }

  // "LENGTH KEY=VALUE\n", the length with its own digits.
  static std::string record(const std::string& key, const std::string& value) {
    const std::size_t rest = key.size() + value.size() + 3;
    std::size_t size = rest + 1;
    while (fmt::formatted_size("{}", size) + rest != size) ++size;
    return fmt::format("{} {}={}\n", size, key, value);
  }

 private:
  std::string bytes_;
};

}  // namespace epochmill::source
