// Are neighbouring streams independent of each other, along every coordinate? The words of many are
// laid side by side, as one sequence, and tested as one generator is. Seeds are fixed: a test
// passes always or never. faulty_streams_test.cpp shows that each test can fail; tests/statistics
// has the long version.
#include <gmock/gmock.h>

#include "streams/coordinates.hpp"
#include "streams/interleave.hpp"
#include "streams/word_tests.hpp"

namespace epochmill::streams {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kWords = 1U << 19;

// Few neighbours and many words of each, the reverse, and between; one word in turn to 64.
std::vector<Shape> shapes(const Coordinate& coordinate) {
  if (coordinate.max_lanes == 1) return {{.lanes = 1, .grain = 1}};
  std::vector<Shape> all{{.lanes = 2, .grain = 1},
                         {.lanes = 64, .grain = 1},
                         {.lanes = 64, .grain = 4},
                         {.lanes = 64, .grain = 64}};
  if (coordinate.max_lanes > 64) all.push_back({.lanes = coordinate.max_lanes, .grain = 1});
  return all;
}

class InterleavedStreams : public ::testing::TestWithParam<Coordinate> {};

TEST_P(InterleavedStreams, LookLikeOneRandomSequence) {
  const Coordinate& coordinate = GetParam();
  const LaneFill fill = lane_fill(coordinate, kSeed);
  std::vector<Finding> findings;
  for (const Shape& shape : shapes(coordinate)) {
    const std::vector<std::uint32_t> words = Interleaver(fill, shape).take(kWords);
    for (Finding& finding : examine(words, shape)) {
      finding.test += " of " + std::to_string(shape.lanes) + " lanes, " +
                      std::to_string(shape.grain) + " words in turn";
      findings.push_back(std::move(finding));
    }
  }
  // 121 for most coordinates, 1100 for all: each may be wrong about perfect words once in 4
  // million.
  RecordProperty("tests", static_cast<int>(findings.size()));
  const double least = kErrorOfSet / static_cast<double>(kCoordinates.size() * findings.size());
  for (const Finding& finding : findings) EXPECT_GT(finding.p, least) << finding.test;
}

INSTANTIATE_TEST_SUITE_P(Coordinates, InterleavedStreams, ::testing::ValuesIn(kCoordinates),
                         [](const auto& row) { return std::string(row.param.name); });

}  // namespace
}  // namespace epochmill::streams
