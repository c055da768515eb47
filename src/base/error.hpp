// The one exception of epochmill. Its kind says who must act; its message names the file, sample or
// key, what was expected, what was found, and the remedy.
#pragma once

#include <fmt/format.h>

#include <stdexcept>
#include <string>
#include <utility>

namespace epochmill {

enum class ErrorKind {
  kUsage,     // the user asked for something that cannot be: exit code 64
  kInput,     // the data handed in are bad: 65
  kInternal,  // our own fault: 70
  kIo,        // the operating system refused to read or write: 74
  kStopped,   // asked to stop; finished work is kept and a rerun goes on: 75
};

class Error : public std::runtime_error {
 public:
  Error(ErrorKind kind, const std::string& message) : std::runtime_error(message), kind_(kind) {}
  ErrorKind kind() const { return kind_; }

 private:
  ErrorKind kind_;
};

// The process exit code for `kind` (sysexits.h).
int exit_code(ErrorKind kind);

// Who must act on `error`, whatever its type: running out of memory and what std::filesystem
// reports are `io`, all else that is not an Error is our own fault.
ErrorKind kind_of(const std::exception& error);

template <typename... Args>
Error usage_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::kUsage, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
Error input_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::kInput, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
Error io_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::kIo, fmt::format(format, std::forward<Args>(args)...)};
}
template <typename... Args>
Error internal_error(fmt::format_string<Args...> format, Args&&... args) {
  return {ErrorKind::kInternal, fmt::format(format, std::forward<Args>(args)...)};
}

}  // namespace epochmill
