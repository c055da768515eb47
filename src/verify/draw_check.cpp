#include "verify/draw_check.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <iterator>
#include <map>
#include <mutex>

#include "base/error.hpp"
#include "plan/expected_repeats.hpp"
#include "run/parallel_for.hpp"
#include "verify/address_draws.hpp"
#include "verify/draw_owner.hpp"
#include "verify/row_hash.hpp"
#include "verify/shard_epochs.hpp"

namespace epochmill::verify {
namespace {

std::uint64_t equal_pairs_in(const std::vector<plan::ChosenDraws>& chosen) {
  std::map<std::vector<float>, std::uint64_t> uses;
  std::uint64_t pairs = 0;
  for (const plan::ChosenDraws& draws : chosen) pairs += uses[draws.values]++;
  return pairs;
}

class DrawChecker {
 public:
  DrawChecker(const std::filesystem::path& out, const run::Workshop& workshop,
              const CensusMeans& means, const ShowRows& show)
      : out_(out),
        workshop_(workshop),
        means_(means),
        show_(show),
        shards_(finished_by_shard(out)),
        made_(grid_of(workshop.plan().recipe()), workshop.plan().samples(), means.memory_bytes,
              means.scratch) {
    for (const ShardEpochs& shard : shards_) {
      total_ += workshop_.plan().rows_of(shard.shard) * shard.epochs.size();
    }
  }

  DrawCheck run(const PairCounts& found) {
    for (const ShardEpochs& shard : shards_) check_shard(shard);
    check_.rows = done_;
    check_.allowed = made_.count([](std::uint64_t, const RowAddress&) {});
    check_.allowed.one_sample = one_sample_allowed_;
    name_foreign();
    for (const PairClass& pairs : kPairClasses) {
      if (found.*pairs.count <= check_.allowed.*pairs.count) continue;
      check_.excess.push_back(
          fmt::format("{} pairs of rows {} have equal draws, and the recipe allows {}",
                      found.*pairs.count, pairs.name, check_.allowed.*pairs.count));
    }
    return std::move(check_);
  }

 private:
  void check_shard(const ShardEpochs& shard) {
    std::vector<std::uint64_t> samples;
    std::vector<double> expected;
    open_epochs(out_, shard, means_.most_open,
                [&](std::size_t first, const std::vector<shard::Reader>& readers) {
                  if (first == 0) samples = samples_in(readers.front());
                  expected.resize(samples.size());
                  const auto check_sample = [&](std::uint64_t place, int) {
                    AddressDraws made = draws_of_address(workshop_, samples[place], shard.epochs);
                    if (first == 0)
                      expected[place] = note_sample(samples[place], shard.epochs, made);
                    for (std::size_t i = 0; i < readers.size(); ++i) {
                      compare(readers[i], place, made.shape, made.chosen[first + i],
                              samples[place]);
                    }
                  };
                  run::parallel_for(samples.size(), means_.threads, check_sample,
                                    [this] { show_(done_, total_); });
                });
    // Added up in one order, so that threads do not change the last digit.
    for (const double pairs : expected) check_.expected_one_sample += pairs;
  }

  // What one sample adds to the counts; the pairs that chance alone would give it.
  double note_sample(std::uint64_t sample, const std::vector<std::uint32_t>& epochs,
                     const AddressDraws& made) {
    const double outcomes = workshop_.plan().chain().outcomes(made.shape);
    const bool is_free =
        workshop_.plan().recipe().unique == recipe::Uniqueness::kOff || std::isinf(outcomes);
    std::uint64_t repeats = 0;
    for (const plan::ChosenDraws& draws : made.chosen) repeats += draws.is_repeat ? 1 : 0;
    const std::uint64_t pairs = is_free || repeats > 0 ? equal_pairs_in(made.chosen) : 0;
    const std::uint64_t without_unique =
        equal_pairs_in(plan::choose_draws(workshop_.plan().chain(), recipe::Uniqueness::kOff,
                                          sample, made.shape, made.boxes, epochs));
    const std::scoped_lock lock(mutex_);
    check_.repeats += repeats;
    check_.has_endless_outcomes |= std::isinf(outcomes);
    check_.one_sample_without_unique += without_unique;
    one_sample_allowed_ += pairs;
    return plan::expected_repeats(made.chosen.size(), outcomes);
  }

  // All rows of the sample at `place` of the shard, whose draws are `made` but for the view.
  void compare(const shard::Reader& reader, std::uint64_t place, const image::Shape& shape,
               plan::ChosenDraws& made, std::uint64_t sample) {
    const plan::Plan& plan = workshop_.plan();
    for (std::uint32_t view = 0; view < plan.views(); ++view) {
      plan.chain().set_view(made.values, view);
      compare_row(reader.draws(place * plan.views() + view), shape, made,
                  {made.epoch, sample, view});
      ++done_;
    }
  }

  void compare_row(std::span<const float> row, const image::Shape& shape,
                   const plan::ChosenDraws& made, const RowAddress& address) {
    const auto stored = effective_draws(row);
    const bool is_same =
        std::equal(stored.begin(), stored.end(), made.values.begin(), made.values.end());
    const bool is_same_redraw = row[0] == static_cast<float>(made.redraw);
    const std::scoped_lock lock(mutex_);
    if (address.view == 0) made_.add(draws_hash(made.values), address);
    if (is_same && is_same_redraw) return;
    ++check_.differing;
    foreign_[address] = {address, shape, {stored.begin(), stored.end()}, made.values};
    if (foreign_.size() > kMostNamed) foreign_.erase(std::prev(foreign_.end()));
  }

  void name_foreign() {
    std::vector<ForeignDraws> rows;
    for (const auto& [address, foreign] : foreign_) rows.push_back(foreign);
    const auto owners =
        name_owners(out_, workshop_, rows, means_.threads, [this] { show_(done_, total_); });
    for (std::size_t i = 0; i < rows.size(); ++i) {
      check_.faults.push_back(place_text(out_, workshop_, rows[i].address) + ": " + owners[i]);
    }
  }

  const std::filesystem::path& out_;
  const run::Workshop& workshop_;
  const CensusMeans& means_;
  const ShowRows& show_;
  std::vector<ShardEpochs> shards_;
  std::uint64_t total_ = 0;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;  // of all that follows
  EqualPairs made_;
  DrawCheck check_;
  std::uint64_t one_sample_allowed_ = 0;
  std::map<RowAddress, ForeignDraws> foreign_;  // the first kMostNamed
};

}  // namespace

DrawCheck check_draws(const std::filesystem::path& out, const run::Workshop& workshop,
                      const PairCounts& found, const CensusMeans& means, const ShowRows& show) {
  return DrawChecker(out, workshop, means, show).run(found);
}

}  // namespace epochmill::verify
