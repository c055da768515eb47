#include "codec/deflate.hpp"

#include "base/error.hpp"
#include "capi/deflate.hpp"
#include "capi/hdf5_filters.hpp"

namespace epochmill::codec {
namespace {

void require_whole_elements(std::size_t size, std::size_t element_bytes) {
  if (element_bytes == 0 || size % element_bytes != 0) {
    throw internal_error("{} bytes are no whole number of elements of {}", size, element_bytes);
  }
}

}  // namespace

Bytes deflate(ByteView values, std::size_t element_bytes, int level) {
  require_whole_elements(values.size(), element_bytes);
  if (element_bytes == 1) return capi::compress_zlib(values, level);
  const std::size_t count = values.size() / element_bytes;
  Bytes shuffled(values.size());
  for (std::size_t b = 0; b < element_bytes; ++b) {
    for (std::size_t i = 0; i < count; ++i) {
      shuffled[b * count + i] = values[i * element_bytes + b];
    }
  }
  return capi::compress_zlib(shuffled, level);
}

Bytes inflate(ByteView stored, std::size_t element_bytes, std::size_t size) {
  require_whole_elements(size, element_bytes);
  // A file may claim large rows over a few bytes of data: refused before memory is taken for them.
  if (size / kMaxInflation > stored.size()) {
    throw input_error("{} deflated bytes cannot hold {}", stored.size(), size);
  }
  Bytes inflated(size);
  capi::decompress_zlib(stored, inflated);
  if (element_bytes == 1) return inflated;
  return capi::unshuffle(inflated, element_bytes);
}

std::string deflate_library() { return capi::deflate_library(); }

}  // namespace epochmill::codec
