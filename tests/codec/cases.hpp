// What is right for the odd JPEG and PNG files of the shared cases (and for the files of other
// formats among them).
#pragma once

#include <string>
#include <vector>

#include "image/geometry.hpp"

namespace epochmill::codec::testing {

struct Case {
  std::string file;  // below the folder of cases
  image::Size size;  // as shown; 0 x 0: it must be refused
  // A part of the only warning, or of the error. Empty: no warning.
  std::string says;

  bool is_refused() const { return size == image::Size{}; }
};

const std::vector<Case>& cases();

}  // namespace epochmill::codec::testing
