#include "verify/equal_pairs.hpp"

#include <vector>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "streams/address.hpp"

namespace epochmill::verify {
namespace {

constexpr int kEpochBits = 20;
static_assert(streams::kEpochLimit == 1U << kEpochBits);

// Pairs within each stretch of sorted rows that have something in common: the n-th row of a
// stretch makes n - 1 pairs.
class Stretch {
 public:
  void see(bool goes_on) {
    length_ = goes_on ? length_ + 1 : 1;
    pairs_ = checked_add(pairs_, length_ - 1);
  }
  std::uint64_t pairs() const { return pairs_; }

 private:
  std::uint64_t length_ = 0;
  std::uint64_t pairs_ = 0;
};

// Pairs of one epoch within each group of equal rows, whatever the order of the epochs in it.
class EpochPairs {
 public:
  void see(bool goes_on, std::uint32_t epoch) {
    if (!goes_on) {
      for (const std::uint32_t seen : seen_) counts_[seen] = 0;
      seen_.clear();
    }
    if (epoch >= counts_.size()) counts_.resize(epoch + std::size_t{1});
    if (counts_[epoch] == 0) seen_.push_back(epoch);
    pairs_ = checked_add(pairs_, counts_[epoch]++);
  }
  std::uint64_t pairs() const { return pairs_; }

 private:
  std::vector<std::uint64_t> counts_;  // by epoch, of this group
  std::vector<std::uint32_t> seen_;    // epochs with a count
  std::uint64_t pairs_ = 0;
};

}  // namespace

GridSize grid_of(const recipe::Recipe& recipe) {
  return {recipe.stream_ranks, recipe.stream_threads};
}

EqualPairs::EqualPairs(GridSize grid, std::uint64_t samples, std::uint64_t memory_bytes,
                       const std::filesystem::path& folder, std::uint32_t views)
    : grid_(grid), samples_(samples), views_(views), sort_(memory_bytes, folder) {
  const std::uint64_t workers = std::uint64_t{grid.ranks} * grid.threads;
  if (workers == 0 || samples == 0) throw internal_error("no workers, or no samples to count");
  // So that pack() fits: 2^40 samples and 2^28 workers give a seat below 2^40 + 2^28.
  if (views < 1 || views > 15) throw internal_error("{} views of a sample", views);
  turns_ = (samples - 1) / workers + 1;
}

// A number whose order is that of (rank, thread, sample, epoch, view), so that one sort brings
// together what shares a rank, a thread or a sample: worker * turns + turn, the epoch, and the
// view. At most 64 bits.
std::uint64_t EqualPairs::pack(const RowAddress& row) const {
  const std::uint64_t workers = std::uint64_t{grid_.ranks} * grid_.threads;
  const std::uint64_t seat = row.sample % workers * turns_ + row.sample / workers;
  return (seat << kEpochBits | row.epoch) * views_ + row.view;
}

RowAddress EqualPairs::unpack(std::uint64_t minor) const {
  const std::uint64_t workers = std::uint64_t{grid_.ranks} * grid_.threads;
  const std::uint64_t seat = minor / views_ >> kEpochBits;
  return {static_cast<std::uint32_t>(minor / views_ & (streams::kEpochLimit - 1)),
          seat % turns_ * workers + seat / turns_, static_cast<std::uint32_t>(minor % views_)};
}

void EqualPairs::add(std::uint64_t hash, const RowAddress& row) {
  if (row.epoch >= streams::kEpochLimit || row.sample >= samples_ || row.view >= views_) {
    throw internal_error("the census of {} samples met sample {}, epoch {}, view {}", samples_,
                         row.sample, row.epoch, row.view);
  }
  sort_.add({hash, pack(row)});
}

PairCounts EqualPairs::count(const SeeEqual& see) {
  Stretch all;
  Stretch of_rank;
  Stretch of_thread;
  Stretch of_sample;
  Stretch of_views;  // of one sample, in one epoch
  EpochPairs of_epoch;
  SortRecord before;
  bool is_first = true;
  bool was_shown = false;
  sort_.visit([&](const SortRecord& record) {
    const std::uint64_t place = record.minor / views_;
    const std::uint64_t place_before = before.minor / views_;
    const std::uint64_t seat = place >> kEpochBits;
    const std::uint64_t seat_before = place_before >> kEpochBits;
    const std::uint64_t worker = seat / turns_;
    const std::uint64_t worker_before = seat_before / turns_;
    const bool is_equal = !is_first && record.major == before.major;
    all.see(is_equal);
    of_rank.see(is_equal && worker / grid_.threads == worker_before / grid_.threads);
    of_thread.see(is_equal && worker == worker_before);
    of_sample.see(is_equal && seat == seat_before);
    of_views.see(is_equal && place == place_before);
    of_epoch.see(is_equal, unpack(record.minor).epoch);
    if (is_equal) {
      if (!was_shown) see(record.major, unpack(before.minor));
      see(record.major, unpack(record.minor));
    }
    was_shown = is_equal;
    before = record;
    is_first = false;
  });
  const std::uint64_t one_sample = of_sample.pairs() - of_views.pairs();
  return {.one_epoch = of_epoch.pairs(),
          .one_sample = one_sample,
          .two_samples = all.pairs() - of_epoch.pairs() - one_sample,
          .two_ranks = all.pairs() - of_rank.pairs(),
          .two_threads = of_rank.pairs() - of_thread.pairs(),
          .one_thread = of_thread.pairs()};
}

}  // namespace epochmill::verify
