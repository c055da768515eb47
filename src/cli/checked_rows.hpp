// A check of rows, with a line of progress while it goes on.
#pragma once

#include "cli/progress_line.hpp"
#include "verify/findings.hpp"

namespace epochmill::cli {

// What `check`, which takes a verify::ShowRows, returns.
template <typename Check>
auto with_progress(const Check& check) {
  ProgressLine line("rows");
  return check([&](std::uint64_t done, std::uint64_t total) { line.show(done, total); });
}

}  // namespace epochmill::cli
