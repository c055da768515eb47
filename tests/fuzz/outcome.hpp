// What a target may do with an input: take it, or refuse it by an error whose kind says that the
// input, the user or the system is at fault.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "base/error.hpp"

namespace epochmill::fuzz {

// Ends the process: the fuzzer keeps the input, and a test fails.
[[noreturn]] inline void fail(const char* what) {
  std::fprintf(stderr, "finding: %s\n", what);
  std::abort();
}

inline void require(bool is_true, const char* promise) {
  if (!is_true) fail(promise);
}

// How often an input was used, and taken. A target that refuses all of its corpus tests nothing.
inline std::uint64_t uses = 0;
inline std::uint64_t uses_taken = 0;

// For what refuses by other means than an error, which is_taken counts by itself.
inline void count_use(bool was_taken) {
  ++uses;
  if (was_taken) ++uses_taken;
}

// Whether `use` takes its input; false when it refuses it. Anything else that it throws is a
// finding: our own fault, or memory that was taken before a limit was checked.
template <typename Use>
bool is_taken(Use use) {
  ++uses;
  try {
    use();
    ++uses_taken;
    return true;
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInternal || error.kind() == ErrorKind::kStopped) {
      fail(error.what());
    }
  } catch (const std::exception& error) {
    fail(error.what());
  }
  return false;
}

}  // namespace epochmill::fuzz
