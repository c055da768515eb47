// Tests that run on every instruction set that Highway has loops for on this CPU.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cstdint>
#include <string>

namespace epochmill {

// Only the instruction set of the parameter is on, until the test ends.
class OnInstructionSet : public ::testing::TestWithParam<std::int64_t> {
 protected:
  void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
  void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

inline auto instruction_sets() { return ::testing::ValuesIn(hwy::SupportedAndGeneratedTargets()); }

inline std::string instruction_set_name(const ::testing::TestParamInfo<std::int64_t>& set) {
  return hwy::TargetName(set.param);
}

}  // namespace epochmill
