#include "cluster/timeline.hpp"

namespace epochmill::cluster {
namespace {

void append(TimelineEntry& entry, const TimelineEntry& next) {
  entry.epochs += next.epochs;
  entry.units += next.units;
  entry.end_s = next.end_s;
}

}  // namespace

void Timeline::add(const TimelineEntry& unit) {
  if (!entries_.empty() && entries_.back().units < units_an_entry_) {
    append(entries_.back(), unit);
    return;
  }
  if (entries_.size() == kMostEntries) halve();
  entries_.push_back(unit);
}

void Timeline::halve() {
  static_assert(kMostEntries % 2 == 0);
  for (std::size_t i = 0; i < kMostEntries / 2; ++i) {
    entries_[i] = entries_[2 * i];
    append(entries_[i], entries_[2 * i + 1]);
  }
  entries_.resize(kMostEntries / 2);
  units_an_entry_ *= 2;
}

}  // namespace epochmill::cluster
