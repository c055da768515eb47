#include "source/parallel_each.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace epochmill::source {
namespace {

// Numbers are handed out upwards, so when one fails all lower ones have been begun, and the lowest
// failure is among those that finish.
class Failures {
 public:
  void add(std::size_t number, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ == nullptr || number < lowest_) {
      lowest_ = number;
      error_ = std::move(error);
    }
    any_ = true;
  }
  bool any() const { return any_; }
  void rethrow_lowest() const {
    if (error_ != nullptr) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::atomic<bool> any_ = false;
  std::size_t lowest_ = 0;
  std::exception_ptr error_;
};

}  // namespace

void parallel_each(std::size_t count, int threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next = 0;
  Failures failures;
  const auto run = [&] {
    while (!failures.any()) {
      const std::size_t number = next.fetch_add(1);
      if (number >= count) return;
      try {
        work(number);
      } catch (...) {
        failures.add(number, std::current_exception());
      }
    }
  };
  {
    std::vector<std::jthread> others;
    const std::size_t wanted = std::min(count, static_cast<std::size_t>(std::max(threads, 1)));
    for (std::size_t i = 1; i < wanted; ++i) {
      try {
        others.emplace_back(run);
      } catch (const std::system_error&) {
        break;  // the threads that there are do all the work
      }
    }
    run();
  }
  failures.rethrow_lowest();
}

}  // namespace epochmill::source
