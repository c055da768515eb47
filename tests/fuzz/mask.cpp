// A mask: of the bytes that are taken, every index is there, and the size is the picture's.
#include "codec/mask.hpp"

#include "picture.hpp"
#include "seal.hpp"

namespace {

using namespace epochmill;

void use_mask(ByteView bytes) {
  codec::Decoded decoded;
  if (!fuzz::is_taken([&] { decoded = codec::decode_mask(bytes, fuzz::kOptions); })) return;
  const image::ImageU8& mask = decoded.image;
  image::Size size;
  fuzz::require(fuzz::is_taken([&] { size = codec::read_size(bytes, fuzz::kOptions); }),
                "a mask is taken whose size is refused");
  fuzz::require(size == image::Size{mask.height(), mask.width()} && mask.channels() == 1,
                "a mask has another shape than its header says");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes(data, size);
  use_mask(bytes);
  const Bytes sealed = fuzz::sealed_png(bytes);
  if (!std::equal(sealed.begin(), sealed.end(), bytes.begin())) use_mask(sealed);
  return 0;
}
