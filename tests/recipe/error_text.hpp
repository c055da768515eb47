// The message of the `usage` error that something throws.
#pragma once

#include <string>

#include "base/error.hpp"

namespace epochmill::recipe {

// What `action` throws as `usage`; another kind or none is told in words, so that a comparison
// shows it.
template <typename Action>
std::string usage_text(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kUsage) return error.what();
    return std::string("another kind of error: ") + error.what();
  }
  return "no error";
}

template <typename Action>
std::string internal_text(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    if (error.kind() == ErrorKind::kInternal) return error.what();
    return std::string("another kind of error: ") + error.what();
  }
  return "no error";
}

}  // namespace epochmill::recipe
