// The ops of colour and the policies as a run calls them: a picture of 224 x 224 that stays, to a
// new one, with other draws for each. benchmarks/peers/color_ops.py sets them beside other
// libraries.
#include <benchmark/benchmark.h>

#include <string>

#include "ops/ops.hpp"
#include "photo.hpp"

namespace epochmill::ops {
namespace {

struct Row {
  const char* op;
  const char* params;
};

constexpr Row kRows[] = {
    {"random_photometric_distort", ""},
    {"random_channel_permutation", ""},
    {"random_invert", "p = 1"},
    {"random_posterize", "bits = 4\np = 1"},
    {"random_solarize", "threshold = 128\np = 1"},
    {"random_adjust_sharpness", "sharpness_factor = 1.5\np = 1"},
    {"random_autocontrast", "p = 1"},
    {"random_equalize", "p = 1"},
    {"jpeg_distortion", "quality = 50"},
    {"auto_augment", ""},
    {"rand_augment", ""},
    {"trivial_augment_wide", ""},
    {"aug_mix", ""},
};

void measure(benchmark::State& state, const Row& row) {
  const OpKind& kind = op_kind(row.op);
  const recipe::Table table = recipe::parse_toml(row.params, "benchmark");
  const auto op = kind.make(recipe::check_params(table, kind.schema, {}), {});
  image::ImageU8 bytes = photo(224, 224);
  for (std::uint8_t& value : bytes.values()) value = static_cast<std::uint8_t>(20 + value / 2);
  const image::Image picture = bytes;
  std::vector<float> draws(op->draw_names().size());
  const streams::CanonicalGrid grid(64, 16);
  std::uint64_t number = 0;
  for (auto _ : state) {
    const streams::Stream stream(1, grid.address(0, number++, 4));
    op->draw(stream, shape_of(picture), draws);
    Sample sample;
    op->apply_from(picture, draws, stream, sample);
    benchmark::DoNotOptimize(image::pixel_bytes(sample.image).data());
  }
}

const bool kAreRegistered = [] {
  for (const Row& row : kRows) {
    const std::string name = std::string("op_") + row.op;
    benchmark::RegisterBenchmark(name.c_str(), [row](benchmark::State& state) {
      measure(state, row);
    })->Unit(benchmark::kMicrosecond);
  }
  return true;
}();

}  // namespace
}  // namespace epochmill::ops
