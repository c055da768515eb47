#include "picture.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  epochmill::fuzz::use_picture(epochmill::fuzz::format_named("GIF"), {data, size});
  return 0;
}
