// Bulk draws, each beside the plain loop that defines it. A field of 224 x 224 x 3 elements.
#include <benchmark/benchmark.h>

#include <vector>

#include "streams/box_muller.hpp"
#include "streams/bulk.hpp"
#include "streams/philox.hpp"

namespace epochmill::streams {
namespace {

constexpr std::size_t kElements = 224 * 224 * 3;

const Stream& stream() {
  static const Stream made(20261129, {.rank = 1, .thread = 2, .epoch = 3, .sample = 4, .op = 5});
  return made;
}

template <typename T, typename Fill>
void measure(benchmark::State& state, const Fill& fill) {
  std::vector<T> out(kElements);
  for (auto _ : state) {
    fill(out);
    benchmark::DoNotOptimize(out.data());
    benchmark::ClobberMemory();
  }
  const auto elements = static_cast<double>(kElements);
  state.counters["ns_per_element"] = benchmark::Counter(
      elements * 1e-9, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
  state.SetBytesProcessed(static_cast<std::int64_t>(kElements * sizeof(T)) * state.iterations());
}

void words(benchmark::State& state) {
  measure<std::uint32_t>(state, [](auto& out) { fill_words(stream(), 0, out); });
}
void words_plain(benchmark::State& state) {
  measure<std::uint32_t>(state, [](auto& out) {
    for (std::size_t i = 0; i < out.size(); i += 4) {
      const Block block = stream().bulk_block(static_cast<std::uint32_t>(i / 4));
      for (std::size_t w = 0; w < 4; ++w) out[i + w] = block[w];
    }
  });
}
void uniforms(benchmark::State& state) {
  measure<float>(state, [](auto& out) { fill_uniform(stream(), 0, out); });
}
void normals(benchmark::State& state) {
  measure<float>(state, [](auto& out) { fill_normal(stream(), 0, out); });
}
void normals_plain(benchmark::State& state) {
  measure<float>(state, [](auto& out) {
    for (std::size_t i = 0; i < out.size(); i += 4) {
      const Block block = stream().bulk_block(static_cast<std::uint32_t>(i / 4));
      for (std::size_t w = 0; w < 4; w += 2) {
        const NormalPair two = box_muller(block[w], block[w + 1]);
        out[i + w] = two.first;
        out[i + w + 1] = two.second;
      }
    }
  });
}

BENCHMARK(words);
BENCHMARK(words_plain);
BENCHMARK(uniforms);
BENCHMARK(normals);
BENCHMARK(normals_plain);

}  // namespace
}  // namespace epochmill::streams
