// Counts the pairs of equal rows among any number of rows, in bounded memory.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>

#include "recipe/recipe.hpp"
#include "verify/external_sort.hpp"
#include "verify/row_address.hpp"

namespace epochmill::verify {

// Pairs by what the two rows have in common. The first three classes are all pairs once, and so
// are the last three; ranks and threads are those of the canonical grid.
struct PairCounts {
  std::uint64_t one_epoch = 0;    // and so of two samples, or two views of one
  std::uint64_t one_sample = 0;   // in two epochs
  std::uint64_t two_samples = 0;  // in two epochs
  std::uint64_t two_ranks = 0;
  std::uint64_t two_threads = 0;  // of one rank
  std::uint64_t one_thread = 0;

  std::uint64_t all() const { return one_epoch + one_sample + two_samples; }
  bool operator==(const PairCounts&) const = default;
};

struct PairClass {
  const char* division;
  const char* name;
  std::uint64_t PairCounts::*count;
};
inline constexpr std::array<PairClass, 6> kPairClasses = {{
    {"by epoch", "in one epoch", &PairCounts::one_epoch},
    {"by epoch", "of one sample, in two epochs", &PairCounts::one_sample},
    {"by epoch", "of two samples, in two epochs", &PairCounts::two_samples},
    {"by worker", "of two ranks", &PairCounts::two_ranks},
    {"by worker", "of two threads of a rank", &PairCounts::two_threads},
    {"by worker", "of one thread", &PairCounts::one_thread},
}};

// As how many workers the samples are thought to be split: [streams] of the recipe.
struct GridSize {
  std::uint32_t ranks = 1;
  std::uint32_t threads = 1;
};
GridSize grid_of(const recipe::Recipe& recipe);

class EqualPairs {
 public:
  // For rows of samples below `samples`, of which each has up to `views`, at most 15, in an epoch.
  // Memory as ExternalSort, and 8 bytes an epoch.
  EqualPairs(GridSize grid, std::uint64_t samples, std::uint64_t memory_bytes,
             const std::filesystem::path& folder, std::uint32_t views = 1);

  // Each address once; rows with equal hashes are equal. One thread at a time. Throws `internal`
  // for an address out of range, `io` as ExternalSort.
  void add(std::uint64_t hash, const RowAddress& row);

  // Shows the rows that equal another one, hash by hash in ascending order, and counts all pairs.
  // A group of g rows costs g steps, not g^2. Once. Throws `internal` when a count passes 2^64: 6e9
  // rows that are all equal.
  using SeeEqual = std::function<void(std::uint64_t hash, const RowAddress& row)>;
  PairCounts count(const SeeEqual& see);

 private:
  std::uint64_t pack(const RowAddress& row) const;
  RowAddress unpack(std::uint64_t minor) const;

  GridSize grid_;
  std::uint64_t samples_;
  std::uint64_t views_;
  std::uint64_t turns_;  // samples of a worker, at most
  ExternalSort sort_;
};

}  // namespace epochmill::verify
