#include "verify/equal_rows.hpp"

#include <algorithm>

namespace epochmill::verify {

void EqualRows::see(std::uint64_t hash, const RowAddress& address) {
  const bool is_new = seen_ == 0 || hash != group_;
  ++seen_;
  if (is_new) {
    group_ = hash;
    group_first_ = kept_.size();
    group_seen_ = 0;
    group_stride_ = 1;
    is_full_ = kept_.size() >= most_;
  }
  if (is_full_) return;
  if (group_seen_++ % group_stride_ != 0) return;
  kept_.push_back({hash, address});
  if (kept_.size() - group_first_ > std::max<std::size_t>(2, most_ / 8)) thin_group();
}

// Drops every second row of the group and the rows to come alike, so that what stays is spread
// evenly over all of it.
void EqualRows::thin_group() {
  const std::size_t count = kept_.size() - group_first_;
  for (std::size_t i = 0; 2 * i < count; ++i) kept_[group_first_ + i] = kept_[group_first_ + 2 * i];
  kept_.resize(group_first_ + (count + 1) / 2);
  group_stride_ *= 2;
}

}  // namespace epochmill::verify
