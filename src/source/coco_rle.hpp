// COCO's run lengths: how many pixels are outside, inside, outside, ... counted down the columns,
// from the left.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "source/index_mask.hpp"

namespace epochmill::source {

// The counts that a text of COCO's compressed form stands for. Each is written in groups of five
// bits, the lowest first, as the characters from `0` on; 32 more says that another group follows,
// and the highest bit of the last group is the sign. From the fourth count on, what is written is
// the difference to the count before the last. Throws `input`, without a place, for a text that
// cannot be that, and for a negative count.
std::vector<std::uint64_t> parse_rle_counts(std::string_view text);

// The pixels that lie inside, in the order of the rows. Throws `input`, without a place, unless the
// counts add up to the pixels of `size`.
Region region_of_rle(std::span<const std::uint64_t> counts, image::Size size);

}  // namespace epochmill::source
