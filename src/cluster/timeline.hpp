// When a rank made which shards, in bounded memory.
#pragma once

#include <cstdint>
#include <vector>

namespace epochmill::cluster {

// Work units that a rank made one after the other; one, unless neighbours had to be merged.
struct TimelineEntry {
  std::uint64_t shard = 0;  // of the first unit, as is first_epoch
  std::uint64_t first_epoch = 0;
  std::uint64_t epochs = 0;  // files, over all units
  std::uint64_t units = 1;
  double start_s = 0;  // since the rank began its part of the job
  double end_s = 0;
};

// Entries follow each other and never overlap. When there are more than kMostEntries, each two
// neighbours become one, and from then on an entry takes twice as many units: a rank that makes a
// million shards keeps the same outline, only coarser. Waits between merged units are lost in it.
class Timeline {
 public:
  static constexpr std::size_t kMostEntries = 256;

  // Not before the end of the last one.
  void add(const TimelineEntry& unit);
  const std::vector<TimelineEntry>& entries() const { return entries_; }

 private:
  void halve();

  std::vector<TimelineEntry> entries_;
  std::uint64_t units_an_entry_ = 1;
};

}  // namespace epochmill::cluster
