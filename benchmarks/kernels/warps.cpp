// Warps of a picture of 224 x 224, each with a map of its own every time.
#include <benchmark/benchmark.h>

#include "image/fused_warp.hpp"
#include "image/warp.hpp"
#include "photo.hpp"

namespace epochmill::image {
namespace {

constexpr Size kSize = {224, 224};

template <typename MakeMap>
void measure(benchmark::State& state, Interpolation interpolation, MakeMap make_map) {
  const ImageU8 in = photo(kSize.height, kSize.width);
  int turn = 0;
  for (auto _ : state) {
    const WarpMap map = make_map(turn++ % 30);
    const ImageU8 out = warp(in, map, kSize, interpolation, {0, 0, 0});
    benchmark::DoNotOptimize(out.values().data());
    benchmark::ClobberMemory();
  }
}

void warp_rotation(benchmark::State& state, Interpolation interpolation) {
  measure(state, interpolation,
          [](int turn) { return rotation_map(kSize, turn - 14.5, std::nullopt, false).map; });
}

void warp_affine(benchmark::State& state, Interpolation interpolation) {
  measure(state, interpolation, [](int turn) {
    const double part = turn / 30.0 - 0.5;
    return affine_map(kSize, {30 * part, {4.0 * turn - 60, 9}, 1 + part / 3, {10 * part, 0}},
                      std::nullopt);
  });
}

void warp_perspective(benchmark::State& state, Interpolation interpolation) {
  measure(state, interpolation, [](int turn) {
    const double at = turn;
    return perspective_map(kSize, {{{at, 20}, {200, at}, {223 - at, 210}, {3, 223 - at}}}).value();
  });
}

// Two steps of a common chain, by one map or one after the other: a turn, then the middle part in
// another size.
void turn_and_resize(benchmark::State& state, Size to, bool is_fused) {
  const ImageU8 in = photo(kSize.height, kSize.width);
  const Box part = {20, 30, 180, 170};
  int degrees = 0;
  for (auto _ : state) {
    const WarpMap turn = rotation_map(kSize, degrees++ % 30 - 14.5, std::nullopt, false).map;
    const WarpMap scale{.c = {static_cast<double>(part.width) / to.width, 0, 30, 0,
                              static_cast<double>(part.height) / to.height, 20, 0, 0}};
    Image out;
    if (is_fused) {
      const auto warp = FusedWarp::of(kSize, {{turn, kSize, {}}, {scale, to, {}}});
      out = warp.value().make(in, Interpolation::kBilinear);
    } else {
      const ImageU8 turned = warp(in, turn, kSize, Interpolation::kBilinear, {0, 0, 0});
      out = resize(turned, part, to, Interpolation::kBilinear);
    }
    benchmark::DoNotOptimize(out);
    benchmark::ClobberMemory();
  }
}

constexpr Interpolation kNearest = Interpolation::kNearest;
constexpr Interpolation kBilinear = Interpolation::kBilinear;

BENCHMARK_CAPTURE(warp_rotation, nearest, kNearest)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(warp_rotation, bilinear, kBilinear)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(warp_affine, nearest, kNearest)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(warp_affine, bilinear, kBilinear)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(warp_perspective, nearest, kNearest)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(warp_perspective, bilinear, kBilinear)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(turn_and_resize, larger_stepwise, Size{224, 224}, false)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(turn_and_resize, larger_fused, Size{224, 224}, true)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(turn_and_resize, half_stepwise, Size{96, 96}, false)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(turn_and_resize, half_fused, Size{96, 96}, true)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(turn_and_resize, quarter_stepwise, Size{48, 48}, false)
    ->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(turn_and_resize, quarter_fused, Size{48, 48}, true)
    ->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace epochmill::image
