#include "run/parallel_for.hpp"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <limits>
#include <mutex>
#include <set>
#ifdef EPOCHMILL_STD_THREADS
#include <thread>
#include <vector>
#endif

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

// Knows the lowest item that is not finished.
class Frontier {
 public:
  explicit Frontier(std::uint64_t most_ahead) : most_ahead_(most_ahead) {}

  bool is_needed(std::uint64_t n) const { return most_ahead_ < n; }

  void finish(std::uint64_t item) {
    const std::scoped_lock lock(mutex_);
    finished_.insert(item);
    while (!finished_.empty() && *finished_.begin() == lowest_) {
      finished_.erase(finished_.begin());
      ++lowest_;
    }
    has_moved_.notify_all();
  }

  // Whether `item` may be begun; waits a little for that.
  bool admits(std::uint64_t item) {
    constexpr std::chrono::milliseconds kPatience{10};
    std::unique_lock lock(mutex_);
    return has_moved_.wait_for(lock, kPatience, [&] { return item - lowest_ < most_ahead_; });
  }

 private:
  std::uint64_t most_ahead_;
  std::mutex mutex_;
  std::condition_variable has_moved_;
  std::set<std::uint64_t> finished_;  // those above lowest_
  std::uint64_t lowest_ = 0;
};

}  // namespace

void parallel_for(std::uint64_t n, int threads, const std::function<void(std::uint64_t, int)>& body,
                  const Between& between, std::uint64_t most_ahead) {
  Gate gate;
  Frontier frontier(most_ahead);
  const auto call_between = [&](int thread) {
    if (thread != 0 || !between) return;
    try {
      between();
    } catch (...) {
      gate.keep(Gate::kBeforeAll);
    }
  };
  const auto may_begin = [&](std::uint64_t item, int thread) {
    while (frontier.is_needed(n)) {
      // Looked at before: of items taken already, those below one that failed are admitted then,
      // and made, so that the lowest failure is known.
      const bool is_closed = gate.is_closed();
      if (frontier.admits(item)) break;
      if (is_closed) return false;
      call_between(thread);
    }
    return true;
  };
  std::atomic<std::uint64_t> next{0};
  const auto work = [&](int thread) {
    for (std::uint64_t i = 0; !gate.is_closed() && (i = next.fetch_add(1)) < n;) {
      if (!may_begin(i, thread)) break;
      try {
        body(i, thread);
      } catch (...) {
        gate.keep(i + 1);
      }
      if (frontier.is_needed(n)) frontier.finish(i);
      call_between(thread);
    }
  };
#ifdef EPOCHMILL_STD_THREADS
  // ThreadSanitizer does not see how OpenMP's library starts threads and waits for them.
  std::vector<std::jthread> others;
  for (int thread = 1; thread < threads; ++thread) others.emplace_back(work, thread);
  work(0);
  others.clear();  // waits for them
#else
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; ++thread) work(thread);
#endif
  gate.rethrow();
}

}  // namespace epochmill::run
