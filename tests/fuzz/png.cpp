#include "picture.hpp"
#include "seal.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  const ByteView bytes(data, size);
  const codec::Format& png = fuzz::format_named("PNG");
  fuzz::use_picture(png, bytes);
  const Bytes sealed = fuzz::sealed_png(bytes);
  if (!std::equal(sealed.begin(), sealed.end(), bytes.begin())) fuzz::use_picture(png, sealed);
  return 0;
}
