// Every test of interleaved streams can fail: here are faults, and the tests that see them.
#include "streams/faulty_streams.hpp"

#include <gmock/gmock.h>

#include <map>
#include <set>

#include "streams/avalanche.hpp"
#include "streams/word_tests.hpp"

namespace epochmill::streams {
namespace {

constexpr std::size_t kWords = 1U << 19;
constexpr Shape kShape{.lanes = 64, .grain = 1};

// Below the share of any test of interleaved_test.cpp and avalanche_test.cpp.
constexpr double kSeen = kErrorOfSet / 5000;

// The least p-value of each test.
std::map<std::string, double> least_p(const LaneFill& fill) {
  std::map<std::string, double> least;
  for (const Finding& finding : examine(Interleaver(fill, kShape).take(kWords), kShape)) {
    const auto [row, is_new] = least.try_emplace(finding.test, finding.p);
    if (!is_new) row->second = std::min(row->second, finding.p);
  }
  const BlockChanges changes = neighbour_changes(fill, kShape.lanes);
  least["bits of neighbours"] = changes.bits_p();
  least["distances of neighbours"] = changes.distances_p();
  return least;
}

// Fault -> tests that see it. Others may as well.
const std::map<std::string, std::vector<std::string>>& seen_by() {
  static const std::map<std::string, std::vector<std::string>> tests{
      {"added_seeds", {"repeated words", "birthday spacings", "bit agreement"}},
      {"copied_lane", {"repeated words", "birthday spacings"}},
      {"overlapping_lanes", {"repeated words", "pair chi-square, high"}},
      {"cut_seeds",
       {"repeated words", "serial correlation", "bits of neighbours", "distances of neighbours"}},
      {"shifted_lanes", {"serial correlation", "bit agreement"}},
      {"congruential", {"birthday spacings", "pair chi-square, low"}},
      {"biased_bit", {"byte chi-square"}},
      {"leaning_neighbours", {"bit agreement", "distances of neighbours"}},
      {"five_rounds", {"bit agreement", "pair chi-square, low", "bits of neighbours"}},
  };
  return tests;
}

class FaultyStreams : public ::testing::TestWithParam<Fault> {};

TEST_P(FaultyStreams, AreSeenByTheTestsThatShould) {
  std::map<std::string, double> least = least_p(GetParam().fill);
  for (const std::string& test : seen_by().at(GetParam().name)) {
    ASSERT_TRUE(least.contains(test)) << test;
    EXPECT_LT(least[test], kSeen) << test;
  }
}

INSTANTIATE_TEST_SUITE_P(Faults, FaultyStreams, ::testing::ValuesIn(kFaults),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(FaultyStreamsTable, LeavesNoTestThatNothingFails) {
  std::set<std::string> failed;
  for (const auto& [fault, tests] : seen_by()) failed.insert(tests.begin(), tests.end());
  std::set<std::string> all;
  for (const auto& [test, p] : least_p(lane_fill(kCoordinates.front(), 1))) {
    all.insert(test);
    EXPECT_GT(p, kSeen) << test;
  }
  EXPECT_EQ(failed, all);
}

}  // namespace
}  // namespace epochmill::streams
