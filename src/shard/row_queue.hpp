// Puts what threads hand over in any order into the order of the rows.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::shard {

class RowQueue {
 public:
  using Pictures = std::vector<Bytes>;
  using Take = std::function<void(std::uint64_t row, const Pictures& pictures)>;

  // `take` gets the rows 0, 1, 2, ..., each once all before it are there, on whatever thread
  // brought the last of them, one at a time.
  explicit RowQueue(Take take) : take_(std::move(take)) {}

  // Any thread, each row once. Rows wait in memory for those before them. Throws what `take`
  // throws.
  void put(std::uint64_t row, Pictures pictures) {
    const std::scoped_lock lock(mutex_);
    waiting_.emplace(row, std::move(pictures));
    for (auto next = waiting_.begin(); next != waiting_.end() && next->first == next_row_;
         next = waiting_.erase(next), ++next_row_) {
      take_(next->first, next->second);
    }
  }

 private:
  Take take_;
  std::mutex mutex_;
  std::map<std::uint64_t, Pictures> waiting_;
  std::uint64_t next_row_ = 0;
};

}  // namespace epochmill::shard
