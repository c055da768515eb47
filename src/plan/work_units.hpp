// How many epochs of a shard one claim gets. A sample is decoded once for all epochs of a unit, so
// whole shards are cheapest; but whole shards alone leave most ranks idle when there are fewer
// shards than ranks, and at the end of every job.
#pragma once

#include <cstdint>

namespace epochmill::plan {

// Epochs of a unit that rank 0 aims at while it gives each of `ranks` ranks one unit, when
// `open` shard-epochs are left to give (at least 1). Grows with `open`; at least 1.
std::uint64_t epochs_aimed_at(std::uint64_t open, std::uint64_t ranks);

// Epochs to grant of a shard that has `open` of them (at least 1), when `aim` are aimed at: all of
// them, or so many that the shard falls into equal units of about that size.
std::uint64_t epochs_to_grant(std::uint64_t open, std::uint64_t aim);

// The sizes of all units of a job, one after the other: "factoring" (Hummel, Schonberg, Flynn
// 1992), whole shards as long as there is plenty. One rank gets whole shards only. Units are a
// function of what is left and of the number of ranks; bytes do not depend on them.
class WorkUnits {
 public:
  // `open`: shard-epochs of the whole job.
  WorkUnits(std::uint64_t open, std::uint64_t ranks) : left_(open), ranks_(ranks) {}

  // Epochs to grant of the next shard, which has `open` that were not granted yet (at least 1, and
  // no more than are left). They count as granted then.
  std::uint64_t next(std::uint64_t open);

  // Shard-epochs that were not granted yet.
  std::uint64_t left() const { return left_; }

 private:
  std::uint64_t left_;
  std::uint64_t ranks_;
  std::uint64_t left_in_round_ = 0;  // units until the aim is set again: each rank had one
  std::uint64_t aim_ = 0;
};

}  // namespace epochmill::plan
