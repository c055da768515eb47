// Numbers for random cases that are the same on every machine: Knuth's MMIX generator, upper half.
#pragma once

#include <cstdint>

namespace epochmill::recipe {

class Lcg {
 public:
  explicit Lcg(std::uint64_t seed) : state_(seed) {}
  std::uint32_t next() {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<std::uint32_t>(state_ >> 32U);
  }
  std::uint64_t next64() {
    const std::uint64_t high = next();
    return high << 32U | next();
  }
  // In [0, limit).
  std::uint32_t below(std::uint32_t limit) { return next() % limit; }
  bool coin() { return below(2) == 1; }

 private:
  std::uint64_t state_;
};

}  // namespace epochmill::recipe
