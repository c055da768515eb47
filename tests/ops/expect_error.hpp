// A failure is a promise too: its kind, and what its message says.
#pragma once

#include <gmock/gmock.h>

#include <string>

#include "base/error.hpp"

namespace epochmill::ops {

template <typename Work>
void expect_error(ErrorKind kind, const std::string& words, Work work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    EXPECT_THAT(error.what(), testing::HasSubstr(words));
    return;
  }
  ADD_FAILURE() << "no error, where one with '" << words << "' was expected";
}

}  // namespace epochmill::ops
