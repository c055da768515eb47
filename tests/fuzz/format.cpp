// Any bytes: which format they are of, or what they are instead.
#include "outcome.hpp"
#include "picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  const ByteView bytes(data, size);
  const bool is_known = fuzz::is_taken([&] { codec::format_of(bytes); });
  if (!is_known) {
    fuzz::require(!fuzz::is_taken([&] { codec::decode(bytes, fuzz::kOptions); }),
                  "bytes of no format are decoded");
  }
  return 0;
}
