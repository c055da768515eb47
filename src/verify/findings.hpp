// What a check found.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace epochmill::verify {

struct Findings {
  std::uint64_t files = 0;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::vector<std::string>
      faults;  // each names the file, the row where there is one, and what is wrong with it
  bool is_clean() const { return faults.empty(); }
};

}  // namespace epochmill::verify
