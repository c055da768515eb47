#include "verify/external_sort.hpp"

#include <algorithm>
#include <queue>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::verify {
namespace {

// Reads the records [next, last) of a file, a block at a time.
class RunReader {
 public:
  RunReader(const capi::File& file, std::uint64_t next, std::uint64_t last, std::size_t block)
      : file_(&file), next_(next), last_(last), block_(block) {}

  bool take(SortRecord& record) {
    if (at_ == records_.size() && !refill()) return false;
    record = records_[at_++];
    return true;
  }

 private:
  bool refill() {
    records_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block_, last_ - next_)));
    at_ = 0;
    if (records_.empty()) return false;
    auto* bytes = reinterpret_cast<std::uint8_t*>(records_.data());
    file_->read_at({bytes, records_.size() * sizeof(SortRecord)}, next_ * sizeof(SortRecord));
    next_ += records_.size();
    return true;
  }

  const capi::File* file_;
  std::uint64_t next_;
  std::uint64_t last_;
  std::size_t block_;
  std::vector<SortRecord> records_;
  std::size_t at_ = 0;
};

// Gives the memory back, which assigning an empty vector does not.
void release(std::vector<SortRecord>& records) { std::vector<SortRecord>().swap(records); }

}  // namespace

ExternalSort::ExternalSort(std::uint64_t memory_bytes, std::filesystem::path folder)
    : capacity_(
          checked_cast<std::size_t>(std::max<std::uint64_t>(1, memory_bytes / sizeof(SortRecord)))),
      folder_(std::move(folder)) {}

void ExternalSort::add(const SortRecord& record) {
  if (held_.size() == capacity_) spill();
  // All at once: a vector that grows by copying holds its records twice for a while.
  if (held_.empty()) held_.reserve(capacity_);
  held_.push_back(record);
}

void ExternalSort::spill() {
  std::sort(held_.begin(), held_.end());
  const std::uint64_t first = runs_.empty() ? 0 : runs_.back().last;
  try {
    if (!file_) file_ = capi::open_scratch_file(folder_);
    file_->write_at(as_bytes(held_), first * sizeof(SortRecord));
  } catch (const Error& error) {
    throw Error(error.kind(),
                fmt::format("{}; set TMPDIR to a folder with room for sorting", error.what()));
  }
  runs_.push_back({first, first + held_.size()});
  held_.clear();
}

void ExternalSort::visit(const std::function<void(const SortRecord&)>& see) {
  if (runs_.empty()) {
    std::sort(held_.begin(), held_.end());
    for (const SortRecord& record : held_) see(record);
  } else {
    spill();
    release(held_);
    merge(see);
  }
  release(held_);
  runs_.clear();
  file_.reset();
}

void ExternalSort::merge(const std::function<void(const SortRecord&)>& see) const {
  const std::size_t block = std::max<std::size_t>(1, capacity_ / runs_.size());
  std::vector<RunReader> readers;
  using Head = std::pair<SortRecord, std::size_t>;  // of readers[second]
  std::priority_queue<Head, std::vector<Head>, std::greater<>> heads;
  SortRecord record;
  for (const Run& run : runs_) {
    readers.emplace_back(*file_, run.first, run.last, block);
    if (readers.back().take(record)) heads.emplace(record, readers.size() - 1);
  }
  while (!heads.empty()) {
    const Head lowest = heads.top();
    heads.pop();
    see(lowest.first);
    if (readers[lowest.second].take(record)) heads.emplace(record, lowest.second);
  }
}

}  // namespace epochmill::verify
