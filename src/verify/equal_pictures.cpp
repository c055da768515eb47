#include "verify/equal_pictures.hpp"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <optional>
#include <tuple>

#include "base/error.hpp"
#include "run/parallel_for.hpp"
#include "run/sample_pipeline.hpp"
#include "verify/row_hash.hpp"

namespace epochmill::verify {
namespace {

// The rows to judge of one sample.
struct Suspect {
  std::uint64_t sample = 0;
  std::map<RowAddress, std::uint64_t> hashes;
};

class Judge {
 public:
  Judge(const std::filesystem::path& out, const run::Workshop& workshop, const EqualRows& equal)
      : out_(out), workshop_(workshop), equal_(equal) {}

  EqualPictures run(int threads, const ShowRows& show) {
    const std::vector<Suspect> all = suspects();
    run::parallel_for(
        all.size(), threads, [&](std::uint64_t i, int) { judge(all[i]); },
        [&] { show(done_, equal_.kept().size()); });
    EqualPictures result{.judged = done_, .differing = wrong_.size(), .faults = {}};
    for (const auto& [row, hash] : wrong_) {
      if (result.faults.size() == kMostNamed) break;
      result.faults.push_back(fault_text(row, hash));
    }
    return result;
  }

 private:
  std::vector<Suspect> suspects() const {
    std::map<std::uint64_t, Suspect> of_sample;
    for (const EqualRow& row : equal_.kept()) {
      Suspect& suspect = of_sample[row.address.sample];
      suspect.sample = row.address.sample;
      suspect.hashes[row.address] = row.hash;
    }
    std::vector<Suspect> all;
    for (auto& [sample, suspect] : of_sample) all.push_back(std::move(suspect));
    return all;
  }

  void judge(const Suspect& suspect) {
    std::vector<std::uint32_t> epochs;
    for (const auto& [row, hash] : suspect.hashes) {
      if (epochs.empty() || epochs.back() != row.epoch) epochs.push_back(row.epoch);
    }
    const auto compare = [&](std::size_t i, const ops::Sample& made,
                             const plan::ChosenDraws& draws) {
      const RowAddress row{epochs[i], suspect.sample, draws.view};
      const auto stored = suspect.hashes.find(row);
      if (stored == suspect.hashes.end()) return;
      if (picture_hash(workshop_.plan().encoding(), made) == stored->second) return;
      const std::scoped_lock lock(mutex_);
      wrong_[row] = stored->second;
    };
    run::make_sample(workshop_, suspect.sample, epochs, compare);
    done_ += suspect.hashes.size();
  }

  // Names the row whose picture it is: one that is equal and right, the nearest.
  std::string fault_text(const RowAddress& row, std::uint64_t hash) const {
    const auto far = [&](const RowAddress& other) {
      return std::tuple(other.sample != row.sample, other.epoch != row.epoch, other);
    };
    std::optional<RowAddress> owner;
    for (const EqualRow& other : equal_.kept()) {
      if (other.hash != hash || wrong_.contains(other.address)) continue;
      if (!owner || far(other.address) < far(*owner)) owner = other.address;
    }
    const std::string begin = place_text(out_, workshop_, row);
    if (!owner) {
      return begin + ": its picture equals another row's, and is not what its address gives";
    }
    return fmt::format("{}: holds the picture of epoch {}, {} (`{}`); its address gives another",
                       begin, owner->epoch, name_of(workshop_, *owner),
                       workshop_.catalog().key(owner->sample));
  }

  const std::filesystem::path& out_;
  const run::Workshop& workshop_;
  const EqualRows& equal_;
  std::atomic<std::uint64_t> done_ = 0;
  std::mutex mutex_;
  std::map<RowAddress, std::uint64_t> wrong_;  // and the hash of the picture that is stored
};

}  // namespace

EqualPictures check_equal_pictures(const std::filesystem::path& out, const run::Workshop& workshop,
                                   const EqualRows& equal, int threads, const ShowRows& show) {
  return Judge(out, workshop, equal).run(threads, show);
}

}  // namespace epochmill::verify
