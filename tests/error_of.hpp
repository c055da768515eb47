// The error that some code is to throw.
#pragma once

#include <gtest/gtest.h>

#include "base/error.hpp"

namespace epochmill {

// What `function` throws; the test fails when it throws nothing.
template <typename Function>
Error error_of(Function function) {
  try {
    function();
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "no error was thrown";
  return internal_error("none");
}

}  // namespace epochmill
