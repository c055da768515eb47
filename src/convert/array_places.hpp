// Where each row of an epoch goes in arrays that are in the order of the catalog. Samples that were
// skipped have no row, and a row any number of boxes, so that it takes a look at every shard.
#pragma once

#include <cstdint>
#include <vector>

#include "convert/target.hpp"

namespace epochmill::convert {

// Immutable after construction: any thread may ask.
class ArrayPlaces {
 public:
  // Throws as Rows, and as task.show.
  explicit ArrayPlaces(const EpochTask& task);

  std::uint64_t rows() const { return (samples_ - skipped_.size()) * views_; }
  bool has_row(std::uint64_t sample) const;
  // The first row of a sample that has one; its other views follow.
  std::uint64_t row_of(std::uint64_t sample) const;
  // Of each row the first box and, as the next one, the end; empty where there are no boxes.
  const std::vector<std::uint64_t>& box_offsets() const { return box_offsets_; }

 private:
  std::uint64_t samples_;
  std::uint64_t views_;
  std::vector<std::uint64_t> skipped_;  // samples, ascending
  std::vector<std::uint64_t> box_offsets_;
};

}  // namespace epochmill::convert
