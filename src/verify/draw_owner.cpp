#include "verify/draw_owner.hpp"

#include <algorithm>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

#include "base/error.hpp"
#include "run/annotations.hpp"
#include "streams/address.hpp"
#include "verify/address_draws.hpp"
#include "verify/equal_pairs.hpp"
#include "verify/row_hash.hpp"

namespace epochmill::verify {
namespace {

// Workers on each side of a sample's own whose streams are tried.
constexpr std::uint64_t kNeighbours = 512;

class OwnerSearch {
 public:
  OwnerSearch(const std::filesystem::path& out, const run::Workshop& workshop,
              const std::vector<ForeignDraws>& rows)
      : out_(out),
        workshop_(workshop),
        shards_(finished_by_shard(out)),
        rows_(rows),
        found_(rows.size()) {
    for (const ShardEpochs& shard : shards_) {
      if (!shard.epochs.empty()) last_epoch_ = std::max(last_epoch_, shard.epochs.back());
    }
  }

  std::vector<std::string> run(int threads, const run::Between& between) {
    const auto look_near = [this](std::uint64_t i, int) { found_[i] = near_owner(rows_[i]); };
    run::parallel_for(rows_.size(), threads, look_near, between);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      if (found_[i].empty()) wanted_[draws_hash(rows_[i].stored)].push_back(i);
    }
    if (!wanted_.empty()) look_everywhere(threads, between);
    return found_;
  }

 private:
  std::string near_owner(const ForeignDraws& row) const {
    if (row.stored == row.expected) return "its count of redraws is not that of its address";
    std::string text = swapped(row);
    if (text.empty()) text = other_epoch(row);
    if (text.empty()) text = other_worker(row);
    return text;
  }

  std::string swapped(const ForeignDraws& row) const {
    for (const ForeignDraws& other : rows_) {
      if (row.stored == other.expected && other.stored == row.expected) {
        return fmt::format("its draws and those of {} have changed places", name(other.address));
      }
    }
    return "";
  }

  std::string other_epoch(const ForeignDraws& row) const {
    std::vector<std::uint32_t> epochs(last_epoch_ + std::size_t{1});
    for (std::uint32_t epoch = 0; epoch <= last_epoch_; ++epoch) epochs[epoch] = epoch;
    for (const plan::ChosenDraws& draws :
         choose(row.address, row.address.sample, row.shape, epochs)) {
      if (draws.values == row.stored) {
        return fmt::format("its draws are those of epoch {} of the same sample", draws.epoch);
      }
    }
    return "";
  }

  // Each worker's n-th sample is one turn: samples that stand beside each other.
  std::string other_worker(const ForeignDraws& row) const {
    const GridSize grid = grid_of(workshop_.plan().recipe());
    const std::uint64_t workers = std::uint64_t{grid.ranks} * grid.threads;
    const std::uint64_t sample = row.address.sample;
    const std::uint64_t turn = sample / workers * workers;
    const std::uint64_t last = std::min(turn + workers, workshop_.plan().samples());
    for (std::uint64_t far = 1; far <= kNeighbours; ++far) {
      for (const bool is_before : {true, false}) {
        if (is_before ? sample - turn < far : last - sample <= far) continue;
        const std::uint64_t other = is_before ? sample - far : sample + far;
        const auto draws = choose(row.address, other, row.shape, {row.address.epoch});
        if (draws.front().values != row.stored) continue;
        return fmt::format("its draws are those of the stream of {}; its own is {}",
                           name({row.address.epoch, other, row.address.view}), worker_text(sample));
      }
    }
    return "";
  }

  void look_everywhere(int threads, const run::Between& between) {
    std::vector<std::optional<RowAddress>> owners(rows_.size());
    std::mutex mutex;
    const auto nearer = [](const RowAddress& row, const RowAddress& a, const RowAddress& b) {
      const auto rank = [&](const RowAddress& x) { return std::tuple(x.epoch != row.epoch, x); };
      return rank(a) < rank(b);
    };
    for (const ShardEpochs& shard : shards_) {
      const auto samples =
          samples_in(shard::Reader(shard::shard_path(out_, shard.epochs.front(), shard.shard)));
      const auto look = [&](std::uint64_t i, int) {
        AddressDraws made = draws_of_address(workshop_, samples[i], shard.epochs);
        for_each_row(made, samples[i], [&](const RowAddress& owner, std::uint64_t hash) {
          const auto wanted = wanted_.find(hash);
          if (wanted == wanted_.end()) return;
          const std::scoped_lock lock(mutex);
          for (const std::size_t row : wanted->second) {
            const bool is_better = !owners[row] || nearer(rows_[row].address, owner, *owners[row]);
            if (is_better && owner != rows_[row].address) owners[row] = owner;
          }
        });
      };
      run::parallel_for(samples.size(), threads, look, between);
    }
    for (const auto& [hash, rows] : wanted_) {
      for (const std::size_t row : rows) {
        found_[row] = owners[row] ? fmt::format("its draws are those of {}", name(*owners[row]))
                                  : "no address of this output gives its draws";
      }
    }
  }

  // see(address, draws_hash) of every row that `made` gives.
  template <typename See>
  void for_each_row(AddressDraws& made, std::uint64_t sample, const See& see) const {
    for (plan::ChosenDraws& draws : made.chosen) {
      for (std::uint32_t view = 0; view < workshop_.plan().views(); ++view) {
        workshop_.plan().chain().set_view(draws.values, view);
        see(RowAddress{draws.epoch, sample, view}, draws_hash(draws.values));
      }
    }
  }

  // As plan::choose_draws, for the view of `row`; where a picture has too few outcomes, `strict` is
  // no reason to stop.
  std::vector<plan::ChosenDraws> choose(const RowAddress& row, std::uint64_t sample,
                                        const image::Shape& shape,
                                        const std::vector<std::uint32_t>& epochs) const {
    const recipe::Uniqueness unique = workshop_.plan().recipe().unique;
    const ops::Chain& chain = workshop_.plan().chain();
    const auto boxes =
        run::boxes_to_draw_for(chain, workshop_.catalog(), sample, {shape.height, shape.width});
    std::vector<plan::ChosenDraws> chosen = plan::choose_draws(
        chain, unique == recipe::Uniqueness::kStrict ? recipe::Uniqueness::kOn : unique, sample,
        shape, boxes, epochs);
    for (plan::ChosenDraws& draws : chosen) chain.set_view(draws.values, row.view);
    return chosen;
  }

  std::string worker_text(std::uint64_t sample) const {
    const GridSize grid = grid_of(workshop_.plan().recipe());
    const streams::Address address =
        streams::CanonicalGrid(grid.ranks, grid.threads).address(0, sample, 0);
    return fmt::format("rank {}, thread {}", address.rank, address.thread);
  }

  std::string name(const RowAddress& row) const {
    return fmt::format("epoch {}, {} (`{}`; {})", row.epoch, name_of(workshop_, row),
                       workshop_.catalog().key(row.sample), worker_text(row.sample));
  }

  const std::filesystem::path& out_;
  const run::Workshop& workshop_;
  std::vector<ShardEpochs> shards_;
  const std::vector<ForeignDraws>& rows_;
  std::vector<std::string> found_;                            // by row
  std::map<std::uint64_t, std::vector<std::size_t>> wanted_;  // rows by the hash of what they have
  std::uint32_t last_epoch_ = 0;
};

}  // namespace

std::vector<std::string> name_owners(const std::filesystem::path& out,
                                     const run::Workshop& workshop,
                                     const std::vector<ForeignDraws>& rows, int threads,
                                     const run::Between& between) {
  return OwnerSearch(out, workshop, rows).run(threads, between);
}

}  // namespace epochmill::verify
