// The rows that a census found equal to others: as many as are to be looked at.
#pragma once

#include <cstdint>
#include <vector>

#include "verify/row_address.hpp"

namespace epochmill::verify {

struct EqualRow {
  std::uint64_t hash = 0;  // picture_hash: one for a group of equal rows
  RowAddress address;
};

// Keeps groups of equal rows until there are `most` rows, then no more (so up to 9/8 of it): since
// groups come by chance, those are a fair choice. Of a group that is larger than an eighth of
// `most`, evenly chosen rows.
class EqualRows {
 public:
  explicit EqualRows(std::size_t most) : most_(most) {}

  // Hash by hash.
  void see(std::uint64_t hash, const RowAddress& address);

  const std::vector<EqualRow>& kept() const { return kept_; }
  std::uint64_t seen() const { return seen_; }
  bool has_all() const { return seen_ == kept_.size(); }

 private:
  void thin_group();

  std::size_t most_;
  std::vector<EqualRow> kept_;
  std::uint64_t seen_ = 0;
  bool is_full_ = false;            // since before the group that is being seen
  std::uint64_t group_ = 0;         // its hash
  std::size_t group_first_ = 0;     // its first row in kept_
  std::uint64_t group_seen_ = 0;    // its rows so far
  std::uint64_t group_stride_ = 1;  // one in so many of them is kept
};

}  // namespace epochmill::verify
