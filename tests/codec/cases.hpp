// What is right for the odd pictures of the shared cases: the rows of tests/cases/expected.tsv that
// are single pictures, as far as the codecs alone can tell.
#pragma once

#include <string>
#include <vector>

#include "image/geometry.hpp"

namespace epochmill::codec::testing {

struct Likeness {
  std::string file;    // below the folder of cases
  int difference = 0;  // of two values of equal places, at most
};

struct Case {
  std::string file;  // below the folder of cases
  image::Size size;  // as shown; 0 x 0: it must be refused
  // A part of a warning, or of the error. Empty: no warning.
  std::string says;
  std::vector<Likeness> like;  // the pictures that it equals or nearly does

  bool is_refused() const { return size == image::Size{}; }
};

// Throws std::runtime_error where the table cannot be read.
const std::vector<Case>& cases();

}  // namespace epochmill::codec::testing
