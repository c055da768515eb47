#include "run/shard_builder.hpp"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <limits>
#include <mutex>
#include <set>
#include <utility>

#include "base/checked.hpp"
#include "base/stopwatch.hpp"
#include "capi/process.hpp"
#include "run/annotations.hpp"

namespace epochmill::run {
namespace {

// What one thread has counted; a cache line of its own.
struct alignas(64) ThreadNotes {
  Tally tally;
  std::vector<std::string> warnings;
  std::vector<Bytes> encoded;  // room for the pictures of a row: the last one, then the kept ones
  Bytes encoded_mask;
};

// Encoded rows have sizes of their own, and wait until they can be put into order.
std::uint64_t most_ahead(const shard::Layout& layout, int threads) {
  if (layout.storage.kind == shard::StorageKind::kRaw) {
    return std::numeric_limits<std::uint64_t>::max();
  }
  return 2 * checked_cast<std::uint64_t>(threads) + 8;
}

std::uint64_t longest_key(const source::Catalog& catalog,
                          const std::vector<std::uint64_t>& samples) {
  std::uint64_t longest = 0;
  for (const std::uint64_t sample : samples) {
    longest = std::max<std::uint64_t>(longest, catalog.key(sample).size());
  }
  return longest;
}

// Bytes of a row that a writer keeps in memory until the shard is finished.
std::uint64_t small_bytes(const shard::Layout& layout) {
  constexpr std::uint64_t kFixed = 4 * sizeof(std::uint64_t);  // label, sample, digest, order
  return kFixed + 9 * layout.keypoints + 4 * layout.draw_names.size() + layout.key_bytes +
         sizeof(std::int64_t) * layout.extra_labels.size() +
         2 * sizeof(std::uint64_t) * layout.mix_partners;
}

// The most that the boxes of all rows can take there: ops only drop some.
std::uint64_t box_bytes(const source::Catalog& catalog, const shard::Layout& layout,
                        const std::vector<std::uint64_t>& samples) {
  if (layout.box_class_names.empty()) return 0;
  std::uint64_t bytes = 0;
  for (const std::uint64_t sample : samples) {
    constexpr std::uint64_t kList = 48;  // of a row, with what the allocator adds
    bytes += kList + sizeof(image::ObjectBox) * catalog.boxes(sample).size();
  }
  return bytes;
}

// Rows counted for the progress shown: those that are made a second time count once, and those of
// skipped samples with the last.
class RowProgress {
 public:
  explicit RowProgress(const CountRows& count) : count_(count) {}

  // Any thread.
  void count(std::uint64_t rows) {
    const std::uint64_t before = made_.fetch_add(rows);
    if (before + rows > counted_) count_(before + rows - std::max(before, counted_));
  }
  // Between two attempts.
  void begin_again() { counted_ = std::max(counted_, made_.exchange(0)); }
  // `rows` in all are done.
  void finish_group(std::uint64_t rows) {
    const std::uint64_t shown = std::max(counted_, made_.exchange(0));
    counted_ = 0;
    if (rows > shown) count_(rows - shown);
  }

 private:
  const CountRows& count_;
  std::atomic<std::uint64_t> made_ = 0;
  std::uint64_t counted_ = 0;
};

class ShardBuilder {
 public:
  ShardBuilder(const Workshop& workshop, const std::filesystem::path& out, std::uint64_t shard,
               int threads, const CountRows& count_rows, const WatchSample& watch_sample)
      : workshop_(workshop),
        out_(out),
        shard_(shard),
        samples_(workshop.plan().samples_of(shard)),
        views_(workshop.plan().views()),
        layout_(workshop.plan().layout(rows(), longest_key(workshop.catalog(), samples_))),
        threads_(threads),
        notes_(checked_cast<std::size_t>(threads)),
        progress_(count_rows),
        watch_sample_(watch_sample) {}

  // How many epochs' small columns fit into the memory that is meant for them.
  std::size_t epochs_in_memory() const { return kColumnMemory / column_bytes(); }

  // Of one epoch, until its file is finished.
  std::uint64_t column_bytes() const {
    return layout_.rows * small_bytes(layout_) +
           views_ * box_bytes(workshop_.catalog(), layout_, samples_);
  }

  // Makes the files of `epochs` together. How many rows they have is only known once every sample
  // was looked at: when bad ones are found, the files are made again without them.
  void build(const std::vector<std::uint32_t>& epochs, const Between& between) {
    while (!try_build(epochs, between)) reject_bad();
    progress_.finish_group(epochs.size() * (samples_.size() + rejected_.size()) * views_);
  }

  BuiltShard result() {
    std::set<std::string> warnings;  // a sample that is decoded for two groups of epochs warns once
    for (ThreadNotes& notes : notes_) {
      built_.tally += notes.tally;
      warnings.insert(notes.warnings.begin(), notes.warnings.end());
    }
    built_.warnings.assign(warnings.begin(), warnings.end());
    built_.tally.rejected = rejected_.size();
    return std::move(built_);
  }

 private:
  // Whether all samples were good; nothing is published otherwise, and bad_ has the others.
  bool try_build(const std::vector<std::uint32_t>& epochs, const Between& between) {
    layout_.rows = rows();
    const Stopwatch creating;
    std::vector<shard::Writer> writers;
    writers.reserve(epochs.size());
    for (const std::uint32_t epoch : epochs) {
      writers.emplace_back(shard::shard_path(out_, epoch, shard_),
                           workshop_.plan().header(epoch, shard_), layout_, rejected_);
    }
    built_.tally.times.file_s += creating.elapsed_s();
    const auto make = [&](std::uint64_t place, int thread) {
      make_or_note(place, epochs, writers, notes_[static_cast<std::size_t>(thread)]);
    };
    parallel_for(samples_.size(), threads_, make, between, most_ahead(layout_, threads_));
    if (has_bad_) return false;
    for (std::size_t i = 0; i < writers.size(); ++i) {
      const Stopwatch finishing;
      writers[i].finish(workshop_.plan().order(epochs[i], shard_, rows()));
      built_.tally.times.file_s += finishing.elapsed_s();
      const auto check = [&](std::uint64_t row, int thread) {
        const Stopwatch checking;
        writers[i].check_row(row);
        notes_[static_cast<std::size_t>(thread)].tally.times.check_s += checking.elapsed_s();
      };
      parallel_for(rows(), threads_, check, between);
      const Stopwatch publishing;
      built_.files.push_back(writers[i].publish());
      built_.tally.times.file_s += publishing.elapsed_s();
      built_.tally.images += built_.files.back().rows;
      built_.tally.written_bytes += built_.files.back().file_bytes;
    }
    for (ThreadNotes& notes : notes_) built_.tally += std::exchange(notes.tally, {});
    return true;
  }

  // Of this attempt.
  std::uint64_t rows() const { return samples_.size() * views_; }

  // Of the sample at `place` in samples_. Once a sample is bad, these files will not be: the others
  // are only looked at.
  void make_or_note(std::uint64_t place, const std::vector<std::uint32_t>& epochs,
                    std::vector<shard::Writer>& writers, ThreadNotes& notes) {
    const std::uint64_t sample = samples_[place];
    try {
      if (has_bad_) {
        notes.tally.times += check_sample(workshop_, sample, epochs).times;
        return;
      }
      make_rows(place, epochs, writers, notes);
      progress_.count(epochs.size() * views_);
    } catch (const BadSample& bad) {
      if (workshop_.plan().recipe().on_bad_sample == recipe::OnBadSample::kStop) throw;
      const std::scoped_lock lock(mutex_);
      bad_.push_back({sample, std::string(workshop_.catalog().key(sample)), bad.reason()});
      has_bad_ = true;
      notes.warnings.push_back(fmt::format("skipped: {}", bad.what()));
    }
  }

  // Takes the bad samples out of those that are made.
  void reject_bad() {
    rejected_.insert(rejected_.end(), bad_.begin(), bad_.end());
    std::ranges::sort(rejected_, {}, &shard::Rejected::sample);
    for (const shard::Rejected& bad : bad_) std::erase(samples_, bad.sample);
    bad_.clear();
    has_bad_ = false;
    progress_.begin_again();
    // What was made is made again; only the time was spent.
    for (ThreadNotes& notes : notes_) built_.tally.times += std::exchange(notes.tally, {}).times;
    const std::uint64_t allowed = workshop_.plan().rejects_allowed();
    if (rejected_.size() > allowed) throw over_budget(workshop_.plan(), rejected_.size());
  }

  void make_rows(std::uint64_t place, const std::vector<std::uint32_t>& epochs,
                 std::vector<shard::Writer>& writers, ThreadNotes& notes) {
    const std::uint64_t sample = samples_[place];
    const source::Catalog& catalog = workshop_.catalog();
    const std::vector<std::int64_t> extra_labels = extra_labels_of(sample);
    double encode_s = 0;
    const auto write = [&](std::size_t index, const ops::Sample& made,
                           const plan::ChosenDraws& draws) {
      std::vector<float> columns{static_cast<float>(draws.redraw)};
      columns.insert(columns.end(), draws.values.begin(), draws.values.end());
      const Stopwatch encoding;
      shard::RowView view{.image = encode(made.image, 0, notes),
                          .kept = {},
                          .keypoints = made.keypoints,
                          .draws = columns,
                          .key = catalog.key(sample),
                          .sample = sample,
                          .label = catalog.label(sample),
                          .mask = encode_mask(made.mask, notes),
                          .boxes = made.boxes,
                          .extra_labels = extra_labels,
                          .mix_partners = made.mix.partners,
                          .mix_label = mix_label(catalog, made.mix),
                          .mix_weight = made.mix.weight,
                          .view = static_cast<std::uint8_t>(draws.view)};
      for (const ops::Kept& kept : made.kept) {
        view.kept.push_back(encode(kept.image, view.kept.size() + 1, notes));
      }
      encode_s += encoding.elapsed_s();
      writers[index].write_row(place * views_ + draws.view, view);
      notes.tally.redraws += draws.view == 0 ? draws.redraw : 0;  // made once for all views
      notes.tally.repeats += draws.is_repeat ? 1 : 0;
    };
    SampleNotes made = make_sample(workshop_, sample, epochs, write);
    made.times.encode_s = encode_s;
    made.times.write_s -= encode_s;
    ++notes.tally.source_images;
    notes.tally.source_bytes += made.source_bytes;
    notes.tally.color_profiles += made.has_color_profile ? 1 : 0;
    notes.tally.overhanging_boxes += made.overhanging_boxes;
    notes.tally.times += made.times;
    if (watch_sample_) watch_sample_(made.times);
    std::move(made.warnings.begin(), made.warnings.end(), std::back_inserter(notes.warnings));
  }

  std::vector<std::int64_t> extra_labels_of(std::uint64_t sample) const {
    std::vector<std::int64_t> labels;
    for (std::size_t set = 0; set < layout_.extra_labels.size(); ++set) {
      labels.push_back(workshop_.catalog().extra_label(sample, set));
    }
    return labels;
  }

  ByteView encode_mask(const image::ImageU8& mask, ThreadNotes& notes) const {
    if (!layout_.has_masks) return {};
    return workshop_.plan().mask_encoding().encode(mask, notes.encoded_mask);
  }

  ByteView encode(const image::Image& picture, std::size_t place, ThreadNotes& notes) const {
    if (notes.encoded.size() <= place) notes.encoded.resize(1 + layout_.kept.size());
    return workshop_.plan().encoding().encode(picture, notes.encoded[place]);
  }

  const Workshop& workshop_;
  const std::filesystem::path& out_;
  std::uint64_t shard_;
  std::vector<std::uint64_t> samples_;
  std::uint64_t views_;
  shard::Layout layout_;
  int threads_;
  std::vector<ThreadNotes> notes_;
  BuiltShard built_;
  std::vector<shard::Rejected> rejected_;  // by sample
  RowProgress progress_;
  const WatchSample& watch_sample_;
  std::atomic<bool> has_bad_ = false;
  std::mutex mutex_;
  std::vector<shard::Rejected> bad_;  // found in this attempt
};

}  // namespace

Error over_budget(const plan::Plan& plan, std::uint64_t rejected) {
  return input_error(
      "{} of {} samples are bad, and error_budget = {} allows {}: `epochmill check` lists them; "
      "mend "
      "them, or raise `error_budget`",
      rejected, plan.samples(), plan.recipe().error_budget, plan.rejects_allowed());
}

Tally& Tally::operator+=(const Tally& other) {
  images += other.images;
  source_images += other.source_images;
  rejected += other.rejected;
  source_bytes += other.source_bytes;
  written_bytes += other.written_bytes;
  color_profiles += other.color_profiles;
  redraws += other.redraws;
  repeats += other.repeats;
  overhanging_boxes += other.overhanging_boxes;
  times += other.times;
  return *this;
}

void Tally::forget_samples() {
  rejected = 0;
  color_profiles = 0;
  overhanging_boxes = 0;
}

std::size_t most_open_files() {
  constexpr std::uint64_t kOtherFiles = 48;
  constexpr std::uint64_t kMostFiles = 512;
  const std::uint64_t limit = capi::open_file_limit();
  return std::clamp<std::uint64_t>(limit > kOtherFiles ? limit - kOtherFiles : 1, 1, kMostFiles);
}

std::uint64_t column_bytes(const Workshop& workshop, std::uint64_t shard) {
  return ShardBuilder(workshop, {}, shard, 1, nullptr, nullptr).column_bytes();
}

void build_shard(const Workshop& workshop, const std::filesystem::path& out, const ShardTask& task,
                 int threads, std::size_t most_files, const Between& between,
                 const CountRows& count_rows, BuiltShard& built, const WatchSample& watch_sample) {
  ShardBuilder builder(workshop, out, task.shard, threads, count_rows, watch_sample);
  const std::size_t together = std::clamp<std::size_t>(builder.epochs_in_memory(), 1, most_files);
  try {
    for (std::size_t first = 0; first < task.epochs.size(); first += together) {
      const std::size_t last = std::min(first + together, task.epochs.size());
      const auto begin = task.epochs.begin();
      builder.build(
          {begin + static_cast<std::ptrdiff_t>(first), begin + static_cast<std::ptrdiff_t>(last)},
          between);
    }
  } catch (...) {
    built = builder.result();
    throw;
  }
  built = builder.result();
}

}  // namespace epochmill::run
