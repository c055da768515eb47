#include "capi/exif.hpp"

#include "outcome.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const int orientation = epochmill::capi::exif_orientation({data, size});
  epochmill::fuzz::require(orientation >= 1 && orientation <= 8, "an orientation is not 1 to 8");
  epochmill::fuzz::count_use(orientation != 1);  // 1 is also what is said of no EXIF
  return 0;
}
