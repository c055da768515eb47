// Draws by the array, for noise: element e of a stream's bulk field hangs on word e % 4 of bulk
// block e / 4 (docs/streams.md). The same bits for any way of cutting the field into calls, and on
// every CPU. A field has 2^33 elements; every function throws `internal` past its end. Pure: any
// thread.
#pragma once

#include <cstdint>
#include <span>

#include "streams/stream.hpp"

namespace epochmill::streams {

// Elements [first, first + out.size()): the words themselves.
void fill_words(const Stream& stream, std::uint64_t first, std::span<std::uint32_t> out);

// Uniform in [0, 1): the top 24 bits of each word, times 2^-24. Exact.
void fill_uniform(const Stream& stream, std::uint64_t first, std::span<float> out);

// Standard normals. Words (0, 1) of a block give its elements 0 and 1, words (2, 3) its elements 2
// and 3, by box_muller, whose header defines the values and their error. |value| <= 5.77.
void fill_normal(const Stream& stream, std::uint64_t first, std::span<float> out);

}  // namespace epochmill::streams
