// The two streams whose values are pinned: the worked example of docs/streams.md, and one with
// something in every field.
#pragma once

#include "streams/stream.hpp"

namespace epochmill::streams {

inline constexpr std::uint64_t kExampleSeed = 20261129;
inline constexpr Address kExampleAddress{
    .rank = 38, .thread = 7, .epoch = 3, .sample = 4711, .op = 8};
inline Stream example_stream() { return {kExampleSeed, kExampleAddress}; }

inline constexpr std::uint64_t kFullSeed = 0x0123456789abcdef;
inline constexpr Address kFullAddress{
    .rank = 0xabcd, .thread = 0xef1, .epoch = 0x98765, .sample = 0xfedcba9876, .op = 0x5a};
inline Stream full_stream() { return {kFullSeed, kFullAddress, 77}; }

}  // namespace epochmill::streams
