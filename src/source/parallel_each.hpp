// The same work for many numbers, shared out over threads of this process.
#pragma once

#include <cstddef>
#include <functional>

namespace epochmill::source {

// Calls work(0) ... work(count - 1), each once, on up to `threads` threads, the caller's among
// them. When some of them throw, the exception of the lowest number is thrown again here, whatever
// the number of threads; numbers not begun by then are left out. Fewer threads than asked for are
// used when the system gives no more.
void parallel_each(std::size_t count, int threads, const std::function<void(std::size_t)>& work);

}  // namespace epochmill::source
