// Small pictures of every kind that the decoders beside JPEG's and PNG's tell apart.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::fuzz {

struct Seed {
  std::string target;
  std::string name;
  Bytes bytes;
};

std::vector<Seed> picture_seeds();

}  // namespace epochmill::fuzz
