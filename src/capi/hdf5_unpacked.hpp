// The last chunks that were unpacked: rows that are read one after the other often share some.
#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::capi {

using Unpacked = std::shared_ptr<const Bytes>;

// Any thread.
class UnpackedChunks {
 public:
  using Place = std::vector<std::uint64_t>;

  // Null when it is not at hand.
  Unpacked find(const Place& place);
  // Lets those go that were not asked for the longest, when there are too many bytes.
  void keep(const Place& place, Unpacked chunk);

 private:
  static constexpr std::size_t kMostBytes = std::size_t{64} << 20;

  std::mutex mutex_;
  std::list<std::pair<Place, Unpacked>> latest_;  // the one asked for last in front
  std::map<Place, std::list<std::pair<Place, Unpacked>>::iterator> places_;
  std::size_t bytes_ = 0;
};

}  // namespace epochmill::capi
