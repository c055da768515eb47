#include "base/packing.hpp"

#include <cstring>

#include "base/error.hpp"

namespace epochmill {

void Packer::raw(ByteView bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }

std::uint64_t Unpacker::number() {
  std::uint64_t value = 0;
  const ByteView bytes = raw(sizeof(value));
  std::memcpy(&value, bytes.data(), bytes.size());
  return value;
}

std::vector<std::uint64_t> Unpacker::numbers() {
  const std::uint64_t count = number();
  if (count > left_.size() / sizeof(std::uint64_t))
    throw internal_error("a message ends before its {} numbers", count);
  std::vector<std::uint64_t> values(count);
  const ByteView bytes = raw(count * sizeof(std::uint64_t));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

ByteView Unpacker::raw(std::uint64_t size) {
  if (size > left_.size())
    throw internal_error("a message ends {} bytes too early", size - left_.size());
  const ByteView bytes = left_.first(size);
  left_ = left_.subspan(size);
  return bytes;
}

}  // namespace epochmill
