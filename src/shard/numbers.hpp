// Bytes of a mapped column as the numbers that they are.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::shard {

// A whole column as numbers. HDF5 aligns columns of a page or more; a smaller one may lie anywhere,
// and is copied.
template <typename T>
class Numbers {
 public:
  explicit Numbers(ByteView bytes) : count_(bytes.size() / sizeof(T)) {
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0) {
      mapped_ = reinterpret_cast<const T*>(bytes.data());
      return;
    }
    copied_.resize(count_);
    std::memcpy(copied_.data(), bytes.data(), bytes.size());
  }
  std::span<const T> values() const {
    return {mapped_ != nullptr ? mapped_ : copied_.data(), count_};
  }

 private:
  std::size_t count_;
  const T* mapped_ = nullptr;
  std::vector<T> copied_;
};

template <typename T>
T number_at(ByteView bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

}  // namespace epochmill::shard
