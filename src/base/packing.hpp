// What follows each other in a message between processes of one machine or of one kind: numbers as
// they stand in memory, texts with their length before them.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill {

class Packer {
 public:
  void number(std::uint64_t value) { raw(bytes_of(value)); }
  void numbers(const std::vector<std::uint64_t>& values) {
    number(values.size());
    raw(as_bytes(values));
  }
  void text(std::string_view text) {
    number(text.size());
    raw(as_bytes(text));
  }
  Bytes take() { return std::move(bytes_); }

 private:
  void raw(ByteView bytes);
  Bytes bytes_;
};

// In the order of packing. Throws `internal` for a message that ends before what is asked for. The
// message must outlive this and the views that it gives.
class Unpacker {
 public:
  explicit Unpacker(ByteView message) : left_(message) {}
  std::uint64_t number();
  std::vector<std::uint64_t> numbers();
  std::string_view text() { return as_text(raw(number())); }
  bool is_at_end() const { return left_.empty(); }

 private:
  ByteView raw(std::uint64_t size);
  ByteView left_;
};

}  // namespace epochmill
