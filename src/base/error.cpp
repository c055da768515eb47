#include "base/error.hpp"

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

}  // namespace epochmill
