// An HDF5 file of somebody: every dataset of the usual names as pictures, labels and keys.
#include <algorithm>

#include "memory_file.hpp"
#include "outcome.hpp"
#include "seal.hpp"
#include "source/hdf5_labels.hpp"
#include "source/hdf5_pictures.hpp"

namespace {

using namespace epochmill;

constexpr std::uint64_t kMostRows = 16;

void read_pictures(const std::filesystem::path& path, const source::Hdf5Spec& spec) {
  fuzz::is_taken([&] {
    const source::Hdf5Pictures pictures(path, spec);
    for (std::uint64_t row = 0; row < std::min(pictures.rows(), kMostRows); ++row) {
      // A row that is refused does not spare the others.
      fuzz::is_taken([&] { pictures.read(row); });
    }
  });
}

void read_file(const std::filesystem::path& path) {
  constexpr std::uint64_t kMostPixels = 1 << 20;
  for (const bool is_shard : {false, true}) {
    for (const char* image : {"/image", "/encoded"}) {
      read_pictures(path, {.image = image,
                           .label = "",
                           .key = "",
                           .max_pixels = kMostPixels,
                           .is_shard = is_shard});
    }
  }
  const source::Hdf5Spec spec{.image = "", .label = "/label", .key = "/key"};
  fuzz::is_taken([&] { source::read_hdf5_labels(path, spec, 1000); });
  fuzz::is_taken([&] { source::read_hdf5_keys(path, spec); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  const ByteView bytes(data, size);
  file.hold(bytes);
  read_file(file.path());
  const Bytes sealed = fuzz::sealed_hdf5(bytes);
  if (std::equal(sealed.begin(), sealed.end(), bytes.begin())) return 0;
  file.hold(sealed);
  read_file(file.path());
  return 0;
}
