// What mixing ops do to the pixels of two or four pictures of 224 x 224, the weighted sum of 8-bit
// ones beside its plain loop.
#include <benchmark/benchmark.h>

#include "image/mix.hpp"
#include "photo.hpp"

namespace epochmill::image {
namespace {

ImageF32 reals(const ImageU8& picture) {
  ImageF32 made(picture.height(), picture.width(), picture.channels());
  for (std::size_t i = 0; i < made.values().size(); ++i) {
    made.values()[i] = static_cast<float>(picture.values()[i]) / 255;
  }
  return made;
}

void mixup_u8(benchmark::State& state) {
  Image own = photo(224, 224);
  const Image partner = photo(224, 224);
  for (auto _ : state) {
    mix(own, partner, 0.375F);
    benchmark::ClobberMemory();
  }
}

void mixup_u8_plain(benchmark::State& state) {
  ImageU8 own = photo(224, 224);
  const ImageU8 partner = photo(224, 224);
  for (auto _ : state) {
    for (std::size_t i = 0; i < own.values().size(); ++i) {
      const float theirs = static_cast<float>(partner.values()[i]) * 0.625F;
      const float sum = theirs + static_cast<float>(own.values()[i]) * 0.375F;
      own.values()[i] = static_cast<std::uint8_t>(sum + 0x1.fffffep-2F);
    }
    benchmark::ClobberMemory();
  }
}

void mixup_f32(benchmark::State& state) {
  Image own = reals(photo(224, 224));
  const Image partner = reals(photo(224, 224));
  for (auto _ : state) {
    mix(own, partner, 0.375F);
    benchmark::ClobberMemory();
  }
}

void cutmix_u8(benchmark::State& state) {
  Image own = photo(224, 224);
  const Image partner = photo(224, 224);
  for (auto _ : state) {
    copy_part(partner, {40, 50, 112, 112}, own, 40, 50);
    benchmark::ClobberMemory();
  }
}

// Four pictures on a canvas of the same size.
void mosaic_u8(benchmark::State& state) {
  const Image picture = photo(224, 224);
  for (auto _ : state) {
    Image canvas = solid({224, 224}, {114, 114, 114});
    copy_part(picture, {124, 104, 100, 120}, canvas, 0, 0);
    copy_part(picture, {124, 0, 100, 104}, canvas, 0, 120);
    copy_part(picture, {0, 104, 124, 120}, canvas, 100, 0);
    copy_part(picture, {0, 0, 124, 104}, canvas, 100, 120);
    benchmark::DoNotOptimize(pixel_bytes(canvas).data());
  }
}

BENCHMARK(mixup_u8)->Unit(benchmark::kMicrosecond);
BENCHMARK(mixup_u8_plain)->Unit(benchmark::kMicrosecond);
BENCHMARK(mixup_f32)->Unit(benchmark::kMicrosecond);
BENCHMARK(cutmix_u8)->Unit(benchmark::kMicrosecond);
BENCHMARK(mosaic_u8)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace epochmill::image
