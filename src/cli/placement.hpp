// Where the ranks of a job run, and whether they stand in each other's way.
#pragma once

#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::cli {

struct Placement {
  std::string host;
  int threads = 0;
  std::vector<int> cores;  // that the rank may run on, ascending
};

// Of this process.
Placement placement_here(int threads);

Bytes encode(const Placement& placement);
Placement decode_placement(ByteView bytes);

// "0-3,8".
std::string cores_text(const std::vector<int>& cores);

// A line a rank, those of many ranks cut short.
std::string placement_text(const std::vector<Placement>& ranks);

// A sentence for each fault: a rank with more threads than cores, a host whose ranks have more
// threads than the cores that they may use together, as when all are bound to the same ones.
std::vector<std::string> placement_warnings(const std::vector<Placement>& ranks);

}  // namespace epochmill::cli
