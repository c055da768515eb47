// Are the distributions what their names say? Fixed seeds, loose bounds.
#include <gmock/gmock.h>

#include <functional>
#include <string>

#include "streams/distributions.hpp"
#include "streams/many_draws.hpp"
#include "streams/statistics.hpp"

namespace epochmill::streams {
namespace {

template <typename Draw>
auto million(Draw draw) {
  return many_draws(16, draw);
}

TEST(UniformShape, IsFlat) {
  const std::vector<double> values =
      million([](const Stream& s, DrawNumber d) { return uniform(s, d); });
  double sum = 0;
  double squares = 0;
  std::vector<std::uint64_t> counts(1000);
  for (double value : values) {
    sum += value;
    squares += value * value;
    ++counts[static_cast<std::size_t>(value * 1000)];
  }
  const auto n = static_cast<double>(values.size());
  EXPECT_NEAR(sum / n, 0.5, 4 * std::sqrt(1.0 / 12 / n));
  EXPECT_NEAR(squares / n, 1.0 / 3, 4 * std::sqrt(4.0 / 45 / n));
  EXPECT_LT(std::abs(chi_square_z(counts)), 4);
  EXPECT_LT(kolmogorov_smirnov(values, [](double x) { return x; }), 1.95);
}

TEST(UniformShape, IsFlatInF32) {
  const auto draw = [](const Stream& s, DrawNumber d) { return uniform_f32(s, d); };
  std::vector<double> values;
  std::vector<std::uint64_t> lowest_bits(256);
  for (float value : million(draw)) {
    values.push_back(static_cast<double>(value));
    ++lowest_bits[static_cast<std::uint32_t>(value * 0x1p24F) % 256];
  }
  EXPECT_LT(kolmogorov_smirnov(values, [](double x) { return x; }), 1.95);
  EXPECT_LT(std::abs(chi_square_z(lowest_bits)), 4);
}

TEST(LogUniformShape, IsFlatInTheLogarithm) {
  const std::vector<double> values =
      million([](const Stream& s, DrawNumber d) { return log_uniform_between(s, d, 0.2, 5); });
  const auto cdf = [](double x) { return std::log(x / 0.2) / std::log(25.0); };
  EXPECT_LT(kolmogorov_smirnov(values, cdf), 1.95);
}

TEST(IntegerShape, IsFlatForSmallAndOddRanges) {
  for (std::int64_t range : {2, 3, 5, 6, 7, 33, 100, 1000, 4097}) {
    std::vector<std::uint64_t> counts(static_cast<std::size_t>(range));
    const auto draw = [&](const Stream& s, DrawNumber d) {
      return integer_between(s, d, -2, range - 2);
    };
    for (std::int64_t value : million(draw)) ++counts[static_cast<std::size_t>(value + 2)];
    EXPECT_LT(std::abs(chi_square_z(counts)), 4) << range;
  }
}

// A multiply-high without rejection would give every third integer of [0, 3 * 2^62) twice as often.
TEST(IntegerShape, IsFlatWhereRejectionMatters) {
  std::vector<std::uint64_t> counts(3);
  const std::int64_t top = std::int64_t{3} << 61;
  const auto draw = [&](const Stream& s, DrawNumber d) { return integer_between(s, d, -top, top); };
  for (std::int64_t value : million(draw)) {
    ++counts[(static_cast<std::uint64_t>(value) + static_cast<std::uint64_t>(top)) % 3];
  }
  EXPECT_LT(std::abs(chi_square_z(counts)), 4);
}

TEST(BernoulliShape, HasItsProbability) {
  for (double p : {0.5, 0.1, 0.9, 1.0 / 3, 0.001, 0.999}) {
    double heads = 0;
    const auto values = million([&](const Stream& s, DrawNumber d) { return bernoulli(s, d, p); });
    for (bool value : values) heads += value ? 1 : 0;
    const auto n = static_cast<double>(values.size());
    EXPECT_NEAR(heads / n, p, 4 * std::sqrt(p * (1 - p) / n)) << p;
  }
}

// Neighbours along each coordinate: pairs (u at i, u at i + 1) must fill the unit square evenly.
TEST(Neighbours, AreIndependentAlongEveryCoordinate) {
  const auto at = [](const Address& address, std::uint32_t draw, std::uint32_t redraw) {
    return uniform(Stream(kExampleSeed, address, redraw), static_cast<DrawNumber>(draw));
  };
  using Coordinate = std::function<double(std::uint32_t)>;
  const std::vector<std::pair<std::string, Coordinate>> coordinates{
      {"rank",
       [&](std::uint32_t i) {
         return at({.rank = i % kRankLimit, .epoch = i / kRankLimit}, 0, 0);
       }},
      {"thread",
       [&](std::uint32_t i) {
         return at({.thread = i % kThreadLimit, .epoch = i / kThreadLimit}, 0, 0);
       }},
      {"epoch", [&](std::uint32_t i) { return at({.epoch = i}, 0, 0); }},
      {"sample", [&](std::uint32_t i) { return at({.sample = i}, 0, 0); }},
      {"op",
       [&](std::uint32_t i) { return at({.sample = i / kOpLimit, .op = i % kOpLimit}, 0, 0); }},
      {"draw", [&](std::uint32_t i) { return at({.sample = i >> 16}, i & 0xffffU, 0); }},
      {"redraw", [&](std::uint32_t i) { return at({.sample = i / 128}, 0, i % 128); }},
      {"seed", [&](std::uint32_t i) { return uniform(Stream(i, kExampleAddress), 0); }}};
  for (const auto& [name, value_at] : coordinates) {
    std::vector<std::uint64_t> cells(32 * 32);
    for (std::uint32_t i = 0; i < 400000; i += 2) {
      const auto x = static_cast<std::size_t>(32 * value_at(i));
      const auto y = static_cast<std::size_t>(32 * value_at(i + 1));
      ++cells[32 * x + y];
    }
    EXPECT_LT(std::abs(chi_square_z(cells)), 4) << name;
  }
}

}  // namespace
}  // namespace epochmill::streams
