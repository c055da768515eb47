#include "base/error.hpp"

#include <filesystem>
#include <new>

namespace epochmill {

int exit_code(ErrorKind kind) {
  switch (kind) {
    case ErrorKind::kUsage:
      return 64;
    case ErrorKind::kInput:
      return 65;
    case ErrorKind::kInternal:
      return 70;
    case ErrorKind::kIo:
      return 74;
    case ErrorKind::kStopped:
      return 75;
  }
  return 70;
}

ErrorKind kind_of(const std::exception& error) {
  if (const auto* known = dynamic_cast<const Error*>(&error)) return known->kind();
  const bool is_system = dynamic_cast<const std::bad_alloc*>(&error) != nullptr ||
                         dynamic_cast<const std::filesystem::filesystem_error*>(&error) != nullptr;
  return is_system ? ErrorKind::kIo : ErrorKind::kInternal;
}

}  // namespace epochmill
