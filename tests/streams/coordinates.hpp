// The coordinates of a random number, each as a row of neighbours that a fault could make alike: 64
// samples that follow each other, 64 seeds that do, and so on. A neighbour ("lane") has an endless
// sequence of words of its own; interleave.hpp lays the lanes side by side. The one list: the tests
// and the program that feeds an external battery (tests/statistics) both read it.
//
// All that a row does not vary is zero, and the seed is small. So are real jobs, and nothing is
// harder for a generator that has only its counter to mix.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <ostream>
#include <span>

#include "streams/bulk.hpp"
#include "streams/interleave.hpp"

namespace epochmill::streams {

struct Coordinate {
  const char* name;
  const char* neighbours;   // what they are, for people
  std::uint32_t max_lanes;  // 1: the order of the words is the coordinate
  // Words [first, first + out.size()) of a lane below max_lanes; both are multiples of 4.
  void (*fill)(std::uint64_t seed, std::uint32_t lane, std::uint64_t first,
               std::span<std::uint32_t> out);
};

inline std::ostream& operator<<(std::ostream& out, const Coordinate& row) {
  return out << row.name;
}

namespace coordinates {

using Words = std::span<std::uint32_t>;

// Half of the neighbours lie below the place where the field is cut in two, half above.
inline constexpr std::uint64_t kSampleSeam = (1ULL << 32) - 32;
inline constexpr std::uint32_t kEpochSeam = (1U << 16) - 32;

// Block k of a lane is `block_of(k)`.
template <typename BlockOf>
void fill_blocks(std::uint64_t first, Words out, const BlockOf& block_of) {
  for (std::size_t i = 0; i < out.size(); i += 4) {
    const Block block = block_of((first + i) / 4);
    std::copy(block.begin(), block.end(), out.begin() + static_cast<std::ptrdiff_t>(i));
  }
}

// A lane's draw goes on with its retries, then its redraws, then the next sample.
inline void fill_draw(std::uint64_t seed, std::uint32_t lane, std::uint64_t first, Words out) {
  fill_blocks(first, out, [&](std::uint64_t k) {
    const Stream stream(seed, {.sample = k >> 15}, static_cast<std::uint32_t>(k >> 8 & 127U));
    return stream.scalar_block(static_cast<DrawNumber>(lane), static_cast<std::uint32_t>(k & 255U));
  });
}

// A lane has every 64th block of the field, then of the next sample's.
inline void fill_block(std::uint64_t seed, std::uint32_t lane, std::uint64_t first, Words out) {
  fill_blocks(first, out, [&](std::uint64_t k) {
    const Stream stream(seed, {.sample = k >> 25});
    return stream.bulk_block(static_cast<std::uint32_t>(k << 6 & 0x7fffffffU) | lane);
  });
}

// What a job draws at one (epoch, sample): four ops with four draws of 64 bits each.
inline constexpr std::uint64_t kPairWords = 32;
inline void fill_pair(std::uint64_t seed, std::uint32_t epoch, std::uint64_t sample,
                      std::uint64_t word, Words out) {
  const CanonicalGrid grid(64, 16);
  for (std::size_t i = 0; i < out.size(); i += 2, word += 2) {
    const Stream stream(seed, grid.address(epoch, sample, op_id(static_cast<int>(word / 8), 0)));
    const Block block = stream.scalar_block(static_cast<DrawNumber>(word / 2 % 4));
    out[i] = block[0];
    out[i + 1] = block[1];
  }
}

// `pair_at(n)` is the n-th (epoch, sample) that is asked for draws.
template <typename PairAt>
void fill_pairs(std::uint64_t seed, std::uint64_t first, Words out, const PairAt& pair_at) {
  while (!out.empty()) {
    const std::uint64_t word = first % kPairWords;
    const std::size_t count = std::min<std::size_t>(out.size(), kPairWords - word);
    const auto [epoch, sample] = pair_at(first / kPairWords);
    fill_pair(seed, epoch, sample, word, out.first(count));
    out = out.subspan(count);
    first += count;
  }
}

struct Pair {
  std::uint32_t epoch;
  std::uint64_t sample;
};

// As a run makes them: a sample is decoded once, for all of its 30 epochs.
inline void fill_milled(std::uint64_t seed, std::uint32_t, std::uint64_t first, Words out) {
  fill_pairs(seed, first, out, [](std::uint64_t n) {
    return Pair{static_cast<std::uint32_t>(n % 30), n / 30};
  });
}

// As training reads them: epoch after epoch of 50,000 samples.
inline void fill_read(std::uint64_t seed, std::uint32_t, std::uint64_t first, Words out) {
  fill_pairs(seed, first, out, [](std::uint64_t n) {
    return Pair{static_cast<std::uint32_t>(n / 50000), n % 50000};
  });
}

}  // namespace coordinates

inline constexpr std::array<Coordinate, 11> kCoordinates{{
    {"sample", "samples that follow each other, across 2^32", 4096,
     [](std::uint64_t seed, std::uint32_t lane, std::uint64_t first, coordinates::Words out) {
       fill_words(Stream(seed, {.sample = coordinates::kSampleSeam + lane}), first, out);
     }},
    {"epoch", "epochs that follow each other, across 2^16", 4096,
     [](std::uint64_t seed, std::uint32_t lane, std::uint64_t first, coordinates::Words out) {
       fill_words(Stream(seed, {.epoch = coordinates::kEpochSeam + lane}), first, out);
     }},
    {"rank", "canonical ranks from 0 on", 4096,
     [](std::uint64_t seed, std::uint32_t lane, std::uint64_t first, coordinates::Words out) {
       fill_words(Stream(seed, {.rank = lane}), first, out);
     }},
    {"thread", "canonical threads from 0 on", 4096,
     [](std::uint64_t seed, std::uint32_t lane, std::uint64_t first, coordinates::Words out) {
       fill_words(Stream(seed, {.thread = lane}), first, out);
     }},
    {"op", "op ids from 0 on", 256,
     [](std::uint64_t seed, std::uint32_t lane, std::uint64_t first, coordinates::Words out) {
       fill_words(Stream(seed, {.op = lane}), first, out);
     }},
    {"draw", "scalar draws of one op, with their retries and redraws", 4096,
     coordinates::fill_draw},
    {"block", "blocks of one bulk field", 64, coordinates::fill_block},
    {"seed", "seeds s, s + 1, s + 2, ...", 4096,
     [](std::uint64_t seed, std::uint32_t lane, std::uint64_t first, coordinates::Words out) {
       fill_words(Stream(seed + lane, {}), first, out);
     }},
    {"seed_high", "seeds s, s + 2^32, s + 2 * 2^32, ...", 4096,
     [](std::uint64_t seed, std::uint32_t lane, std::uint64_t first, coordinates::Words out) {
       fill_words(Stream(seed + (std::uint64_t{lane} << 32), {}), first, out);
     }},
    {"milled", "a job's draws as they are made: sample, epoch, op, draw", 1,
     coordinates::fill_milled},
    {"read", "a job's draws as they are read: epoch, sample, op, draw", 1, coordinates::fill_read},
}};

inline LaneFill lane_fill(const Coordinate& coordinate, std::uint64_t seed) {
  return [fill = coordinate.fill, seed](std::uint32_t lane, std::uint64_t first,
                                        std::span<std::uint32_t> out) {
    fill(seed, lane, first, out);
  };
}

}  // namespace epochmill::streams
