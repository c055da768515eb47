// For targets that read HDF5: they are the process in which it looks at files, too.
#include <array>
#include <cstdlib>

#include "capi/hdf5_service.hpp"

// Before anything else of libFuzzer's, or of replay_main.cpp.
extern "C" int LLVMFuzzerInitialize(int* argc, char*** argv) {
  using namespace epochmill;
  const std::array roles{capi::hdf5_role()};
  if (capi::served_as_companion({*argv, static_cast<std::size_t>(*argc)}, roles)) std::exit(0);
  return 0;
}
