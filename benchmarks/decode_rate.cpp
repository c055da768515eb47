// decode_rate FOLDER THREADS: how many photos of a folder are read and decoded in a second, and
// nothing else done with them. The ceiling of a run that makes one epoch.

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "capi/file.hpp"
#include "codec/codec.hpp"
#include "recipe/params.hpp"
#include "run/parallel_for.hpp"
#include "source/source.hpp"

int main(int argc, char** argv) {
  using namespace epochmill;
  if (argc != 3) {
    fmt::print(stderr, "usage: decode_rate FOLDER THREADS\n");
    return 64;
  }
  try {
    const source::SourceKind& folder = source::source_kind("folder");
    const auto table = recipe::parse_toml(fmt::format("path = '{}'", argv[1]), "command line");
    const source::Listing listing = folder.list(recipe::check_params(table, folder.schema, {}), 1);
    std::atomic<std::uint64_t> pixels{0};
    const Stopwatch clock;
    const auto decode = [&](std::uint64_t i, int) {
      const Bytes bytes = capi::read_file(std::filesystem::path(argv[1]) / listing.samples[i].key);
      const auto image = codec::decode(bytes, {}).image;
      pixels += image.values().size() / 3;
    };
    run::parallel_for(listing.samples.size(), std::atoi(argv[2]), decode, nullptr);
    const double elapsed_s = clock.elapsed_s();
    fmt::print("{} photos, {:.1f} images/s, {:.1f} megapixels/s\n", listing.samples.size(),
               static_cast<double>(listing.samples.size()) / elapsed_s,
               static_cast<double>(pixels.load()) * 1e-6 / elapsed_s);
  } catch (const std::exception& error) {
    fmt::print(stderr, "decode_rate: {}\n", error.what());
    return exit_code(kind_of(error));
  }
}
