// encode_rate OUT: how many pictures of a `raw` output one thread encodes as JPEG (quality 95,
// 4:2:0) in a second, and does nothing else. The ceiling of a run that stores JPEGs.

#include <fmt/format.h>

#include <cstdio>
#include <vector>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "codec/codec.hpp"
#include "run/output_folder.hpp"
#include "shard/reader.hpp"

int main(int argc, char** argv) {
  using namespace epochmill;
  if (argc != 2) {
    fmt::print(stderr, "usage: encode_rate OUT\n");
    return 64;
  }
  try {
    std::uint64_t pictures = 0;
    std::uint64_t bytes = 0;
    double elapsed_s = 0;
    for (const run::FinishedShard& file : run::finished_shards(argv[1])) {
      const shard::Reader reader(shard::shard_path(argv[1], file.epoch, file.shard),
                                 capi::H5Maker::kThisProgram);
      const image::Shape shape = reader.layout().image;
      image::ImageU8 picture(shape.height, shape.width, shape.channels);
      Bytes room;
      for (std::uint64_t row = 0; row < reader.layout().rows; ++row, ++pictures) {
        const ByteView pixels = reader.image(row, room);
        std::copy(pixels.begin(), pixels.end(), picture.values().begin());
        const Stopwatch clock;
        bytes += codec::encode_jpeg(picture, 95).size();
        elapsed_s += clock.elapsed_s();
      }
    }
    fmt::print("{} pictures, {:.1f} images/s, {} bytes each\n", pictures,
               static_cast<double>(pictures) / elapsed_s,
               bytes / std::max<std::uint64_t>(pictures, 1));
  } catch (const std::exception& error) {
    fmt::print(stderr, "encode_rate: {}\n", error.what());
    return exit_code(kind_of(error));
  }
}
