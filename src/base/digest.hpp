// XXH3 digests of bytes: 64 bits for a row, 128 bits for texts and whole files. Not cryptographic:
// they find damage and difference, not malice.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/bytes.hpp"

namespace epochmill {

// XXH3-64 of `bytes`, seed 0.
std::uint64_t digest64(ByteView bytes);

// XXH3-128 of `bytes` as 32 lower-case hexadecimal digits, most significant first.
std::string digest128_hex(ByteView bytes);

// A digest fed in pieces: equal to the digest of the pieces laid end to end. One thread at a time.
class Digester {
 public:
  Digester();
  ~Digester();
  Digester(Digester&&) noexcept;
  Digester& operator=(Digester&&) noexcept;

  void add(ByteView bytes);
  // Adds the length before the text, so that ("ab", "c") and ("a", "bc") differ.
  void add_text(std::string_view text);
  std::uint64_t value64() const;
  std::string value128_hex() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace epochmill
