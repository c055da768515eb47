// What two rows must share to be called equal, in 64 bits.
//
// Two different rows of n get the same hash with a chance of n^2 / 2^65: one in 25,000 for the 38
// million rows of 30 epochs of ImageNet. A pair that is found wrongly is counted, and then found to
// be what its addresses give.
#pragma once

#include <cstdint>
#include <span>

#include "ops/sample.hpp"
#include "plan/encodings.hpp"
#include "shard/reader.hpp"

namespace epochmill::verify {

// Of the row's picture and of those that `keep` set aside, as they are stored; sample, key and
// label do not enter. Any thread.
std::uint64_t picture_hash(const shard::Reader& reader, std::uint64_t row);
// The same of a sample that was made now.
std::uint64_t picture_hash(const plan::Encoding& encoding, const ops::Sample& made);

// Of effective draws, without the count of redraws. Numbers that are equal hash alike: so do 0 and
// -0.
std::uint64_t draws_hash(std::span<const float> values);

// A row of /draws without its first column, the count of redraws.
inline std::span<const float> effective_draws(std::span<const float> row) { return row.subspan(1); }

}  // namespace epochmill::verify
