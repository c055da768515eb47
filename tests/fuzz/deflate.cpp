// Deflated rows. The first byte says how long the row is and how wide its elements are.
#include "codec/deflate.hpp"

#include <algorithm>

#include "outcome.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  if (size == 0) return 0;
  const std::size_t element_bytes = data[0] % 2 == 0 ? 1 : 4;
  const std::size_t row_bytes = std::size_t{data[0]} / 2 * 12;
  const ByteView stored(data + 1, size - 1);
  Bytes values;
  const bool is_read =
      fuzz::is_taken([&] { values = codec::inflate(stored, element_bytes, row_bytes); });
  if (is_read) {
    fuzz::require(codec::inflate(codec::deflate(values, element_bytes, 1), element_bytes,
                                 row_bytes) == values,
                  "values are others after deflate and inflate");
  }
  // And of the bytes themselves, of any length.
  const Bytes deflated = codec::deflate(stored, 1, 1 + data[0] % 9);
  const Bytes inflated = codec::inflate(deflated, 1, stored.size());
  fuzz::require(std::equal(inflated.begin(), inflated.end(), stored.begin(), stored.end()),
                "bytes are others after deflate and inflate");
  return 0;
}
