#include "convert/array_places.hpp"

#include <algorithm>
#include <mutex>

#include "convert/rows.hpp"

namespace epochmill::convert {

ArrayPlaces::ArrayPlaces(const EpochTask& task)
    : samples_(task.workshop.plan().samples()), views_(task.workshop.plan().views()) {
  const bool has_boxes = !task.workshop.plan().facts().box_class_names.empty();
  std::vector<std::uint64_t> boxes(has_boxes ? samples_ * views_ : 0);  // of each row
  std::mutex mutex;
  EpochTask look = task;
  look.show = [&](std::uint64_t) { task.show(0); };  // no row is done yet
  for_each_shard(look, [&](std::uint64_t shard) {
    const Rows rows(task.out, task.workshop, task.epoch, shard);
    for (std::uint64_t row = 0; has_boxes && row < rows.size(); ++row) {
      rows.check(row);
      const std::uint64_t place = rows.sample(row) * views_ + rows.reader().view(row);
      boxes[place] = rows.reader().boxes(row).size();
    }
    const std::scoped_lock lock(mutex);
    for (const std::uint64_t sample : task.workshop.plan().samples_of(shard)) {
      if (!rows.reader().row_of(sample)) skipped_.push_back(sample);
    }
  });
  std::ranges::sort(skipped_);
  if (!has_boxes) return;
  box_offsets_.push_back(0);
  for (std::uint64_t row = 0; row < boxes.size(); ++row) {
    if (has_row(row / views_)) box_offsets_.push_back(box_offsets_.back() + boxes[row]);
  }
}

bool ArrayPlaces::has_row(std::uint64_t sample) const {
  return !std::ranges::binary_search(skipped_, sample);
}

std::uint64_t ArrayPlaces::row_of(std::uint64_t sample) const {
  const auto before = std::ranges::lower_bound(skipped_, sample) - skipped_.begin();
  return (sample - static_cast<std::uint64_t>(before)) * views_;
}

}  // namespace epochmill::convert
