// What a check found.
#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "run/output_folder.hpp"

namespace epochmill::verify {

struct Findings {
  std::uint64_t files = 0;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  std::vector<std::string>
      faults;  // each names the file, the row where there is one, and what is wrong with it
  std::set<run::FinishedShard> damaged;  // files that are not what they should be, or are missing
  bool has_manifest_fault = false;
  bool is_clean() const { return faults.empty(); }
};

// Called now and then on the checking thread with the rows looked at so far; may throw to stop the
// check.
using ShowRows = std::function<void(std::uint64_t done, std::uint64_t total)>;

}  // namespace epochmill::verify
