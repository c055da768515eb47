// The one loop over threads, and the gate that no exception passes.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>

namespace epochmill::run {

// Called on the calling thread between its items: serves messages, shows progress, and throws to
// stop the loop.
using Between = std::function<void()>;

// Calls body(i, thread) once for each i in [0, n), in any order, on `threads` OpenMP threads, each
// taking the next item when it is free; 0 <= thread < threads. After the first exception no new
// item is begun; the exception of the lowest item goes on to the caller, an exception of `between`
// before all others. No item is begun that is `most_ahead` or more beyond the lowest unfinished
// one: what has to be put into order then waits in a bounded memory, however slow one item is.
void parallel_for(std::uint64_t n, int threads, const std::function<void(std::uint64_t, int)>& body,
                  const Between& between,
                  std::uint64_t most_ahead = std::numeric_limits<std::uint64_t>::max());

}  // namespace epochmill::run
