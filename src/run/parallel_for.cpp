#include "run/parallel_for.hpp"

#include <atomic>
#include <exception>
#include <limits>
#include <mutex>

namespace epochmill::run {
namespace {

// Keeps the exception that the caller is to see.
class Gate {
 public:
  static constexpr std::uint64_t kBeforeAll = 0;

  // Rank 0 is `between`'s; item i has rank i + 1.
  void keep(std::uint64_t rank) noexcept {
    const std::scoped_lock lock(mutex_);
    if (rank < lowest_) {
      lowest_ = rank;
      error_ = std::current_exception();
    }
    is_closed_.store(true, std::memory_order_relaxed);
  }
  bool is_closed() const noexcept { return is_closed_.load(std::memory_order_relaxed); }
  void rethrow() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::uint64_t lowest_ = std::numeric_limits<std::uint64_t>::max();
  std::exception_ptr error_;
  std::atomic<bool> is_closed_{false};
};

}  // namespace

void parallel_for(std::uint64_t n, int threads, const std::function<void(std::uint64_t, int)>& body,
                  const Between& between) {
  Gate gate;
  std::atomic<std::uint64_t> next{0};
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; ++thread) {
    for (std::uint64_t i = 0; !gate.is_closed() && (i = next.fetch_add(1)) < n;) {
      try {
        body(i, thread);
      } catch (...) {
        gate.keep(i + 1);
      }
      if (thread != 0 || !between) continue;
      try {
        between();
      } catch (...) {
        gate.keep(Gate::kBeforeAll);
      }
    }
  }
  gate.rethrow();
}

}  // namespace epochmill::run
