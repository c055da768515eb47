#include "capi/hdf5_unpacked.hpp"

namespace epochmill::capi {

Unpacked UnpackedChunks::find(const Place& place) {
  const std::scoped_lock lock(mutex_);
  const auto found = places_.find(place);
  if (found == places_.end()) return nullptr;
  latest_.splice(latest_.begin(), latest_, found->second);
  return found->second->second;
}

void UnpackedChunks::keep(const Place& place, Unpacked chunk) {
  const std::scoped_lock lock(mutex_);
  if (chunk->size() > kMostBytes || places_.contains(place)) return;
  while (bytes_ + chunk->size() > kMostBytes) {
    bytes_ -= latest_.back().second->size();
    places_.erase(latest_.back().first);
    latest_.pop_back();
  }
  bytes_ += chunk->size();
  latest_.emplace_front(place, std::move(chunk));
  places_.emplace(place, latest_.begin());
}

}  // namespace epochmill::capi
