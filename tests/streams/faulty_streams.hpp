// Streams with the faults that streams have had in the field, and some of generators as such: what
// tests must see. The one list: the tests and the program of tests/statistics both read it.
#pragma once

#include <array>
#include <cstdint>
#include <ostream>
#include <span>
#include <vector>

#include "streams/bulk.hpp"
#include "streams/coordinates.hpp"
#include "streams/interleave.hpp"

namespace epochmill::streams {

using LaneSpan = std::span<std::uint32_t>;

// Philox as streams/philox.hpp has it, but for the number of rounds.
template <int kRounds>
Block philox_of_rounds(const Counter& counter, std::uint64_t seed) {
  Counter c = counter;
  auto k0 = static_cast<std::uint32_t>(seed);
  auto k1 = static_cast<std::uint32_t>(seed >> 32);
  for (int round = 0; round < kRounds; ++round) {
    const std::uint64_t a = std::uint64_t{0xD2511F53} * c[0];
    const std::uint64_t b = std::uint64_t{0xCD9E8D57} * c[2];
    c = {static_cast<std::uint32_t>(b >> 32) ^ c[1] ^ k0, static_cast<std::uint32_t>(b),
         static_cast<std::uint32_t>(a >> 32) ^ c[3] ^ k1, static_cast<std::uint32_t>(a)};
    k0 += 0x9E3779B9;
    k1 += 0xBB67AE85;
  }
  return c;
}

inline Stream good_stream(std::uint64_t seed, std::uint64_t sample = 0) {
  return {seed, {.sample = sample}};
}

// A stream for each of 8 epochs and 8 workers, all seeded with their sum.
inline void added_seeds(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  fill_words(good_stream(1 + lane / 8 + lane % 8), first, out);
}

// Worker 41 was forked from worker 17.
inline void copied_lane(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  fill_words(good_stream(1, lane == 41 ? 17 : lane), first, out);
}

// Offsets into one stream, with too little room between them.
inline void overlapping_lanes(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  fill_words(good_stream(1), first + std::uint64_t{1024} * lane, out);
}

// 64-bit seeds that differ above bit 31, taken as 32-bit ones.
inline void cut_seeds(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  const std::uint64_t seed = 1 + (std::uint64_t{lane} << 32);
  fill_words(good_stream(static_cast<std::uint32_t>(seed)), first, out);
}

// One stream, told apart by a constant that is added.
inline void shifted_lanes(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  fill_words(good_stream(1), first, out);
  for (std::uint32_t& word : out) word += lane << 20;
}

// A linear congruential generator, seeded with lane after lane. Its low bits have short periods,
// and its points lie on planes.
inline void congruential(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  // The state after n steps: x -> a x + c, composed with itself along the bits of n.
  std::uint32_t state = lane;
  std::uint32_t a = 1664525;
  std::uint32_t c = 1013904223;
  for (std::uint64_t steps = first; steps > 0; steps >>= 1) {
    if (steps & 1U) state = a * state + c;
    c *= a + 1;
    a *= a;
  }
  for (std::uint32_t& word : out) {
    state = 1664525 * state + 1013904223;
    word = state;
  }
}

// A good stream whose words have bit 5 set 52 times in 100.
inline void biased_bit(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  fill_words(good_stream(1, lane), first, out);
  for (std::uint32_t& word : out) {
    if (word >> 8 < (1U << 24) / 25) word |= 32U;
  }
}

// Good streams, but every odd lane takes a word in 50 from the lane below.
inline void leaning_neighbours(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  std::vector<std::uint32_t> below(out.size());
  fill_words(good_stream(1, lane), first, out);
  fill_words(good_stream(1, lane & ~1U), first, below);
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (below[i] % 50 == 0) out[i] = below[i];
  }
}

// Philox with too few rounds, over neighbouring samples.
template <int kRounds>
void few_rounds(std::uint32_t lane, std::uint64_t first, LaneSpan out) {
  coordinates::fill_blocks(first, out, [&](std::uint64_t k) {
    return philox_of_rounds<kRounds>({static_cast<std::uint32_t>(k), 0, lane, 0}, 1);
  });
}

struct Fault {
  const char* name;
  const char* meaning;                                                  // for people
  void (*fill)(std::uint32_t lane, std::uint64_t first, LaneSpan out);  // of 64 lanes
};

inline std::ostream& operator<<(std::ostream& out, const Fault& row) { return out << row.name; }

inline constexpr std::array<Fault, 9> kFaults{{
    {"added_seeds", "streams of 8 epochs x 8 workers, seeded with seed + epoch + worker",
     added_seeds},
    {"copied_lane", "one of 64 streams is a copy of another", copied_lane},
    {"overlapping_lanes", "one stream, entered 1024 words farther on by each lane",
     overlapping_lanes},
    {"cut_seeds", "64-bit seeds cut to 32 bits: all lanes are alike", cut_seeds},
    {"shifted_lanes", "one stream, told apart by a constant that is added", shifted_lanes},
    {"congruential", "a linear congruential generator of 32 bits, seeds that follow each other",
     congruential},
    {"biased_bit", "good streams, but one bit of 32 is set 52 times in 100", biased_bit},
    {"leaning_neighbours", "good streams, but each second lane has a word in 50 of the lane below",
     leaning_neighbours},
    {"five_rounds", "Philox with 5 rounds instead of 10, samples that follow each other",
     few_rounds<5>},
}};

}  // namespace epochmill::streams
