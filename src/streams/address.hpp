// The address of a random number: what it is for. Five coordinates and a block number, laid side by
// side, unhashed, in Philox's 128-bit counter. For a fixed key Philox is a bijection on counters,
// so two different addresses can never give the same block: no birthday bound, a theorem.
// docs/streams.md has the layout.
#pragma once

#include <array>
#include <cstdint>

namespace epochmill::streams {

using Counter = std::array<std::uint32_t, 4>;  // word 0 is the least significant
using Block = std::array<std::uint32_t, 4>;

struct Address {
  std::uint32_t rank = 0;    // canonical rank, 16 bits
  std::uint32_t thread = 0;  // canonical thread, 12 bits
  std::uint32_t epoch = 0;   // 20 bits
  std::uint64_t sample = 0;  // 40 bits
  std::uint32_t op = 0;      // 8 bits
  bool operator==(const Address&) const = default;
};

// Each coordinate is below its limit.
inline constexpr std::uint32_t kRankLimit = 1U << 16;
inline constexpr std::uint32_t kThreadLimit = 1U << 12;
inline constexpr std::uint32_t kEpochLimit = 1U << 20;
inline constexpr std::uint64_t kSampleLimit = 1ULL << 40;
inline constexpr std::uint32_t kOpLimit = 1U << 8;

// Op ids from here up are ours.
inline constexpr std::uint32_t kFirstReservedOp = 0xF0;
inline constexpr std::uint32_t kSelfTestOp = 0xF0;
inline constexpr std::uint32_t kDemoOp = 0xF1;        // what the generated dataset looks like
inline constexpr std::uint32_t kForecastOp = 0xF2;    // what a forecast takes for measured
inline constexpr std::uint32_t kMembershipOp = 0xFE;  // which samples are in which shard
inline constexpr std::uint32_t kShuffleOp = 0xFF;     // order of a shard's rows in an epoch

// The contract of the bytes; stored in every shard.
inline constexpr const char* kStreamVersion = "philox4x32-10/1";

// Throws `usage` naming the field, its limit and the value when a coordinate is out of range.
void check(const Address& address);

// The counter of block `block` of `address`. The address must be in range (checked by assert only:
// this is the inner loop; recipe load and Stream's constructor check).
Counter pack(const Address& address, std::uint32_t block);

struct Unpacked {
  Address address;
  std::uint32_t block = 0;
  bool operator==(const Unpacked&) const = default;
};
Unpacked unpack(const Counter& counter);

// As how many workers the dataset is thought to be split. Part of the recipe: the job's real ranks
// and threads never enter.
class CanonicalGrid {
 public:
  // Throws `usage` when a side is 0 or over its limit.
  CanonicalGrid(std::uint32_t ranks, std::uint32_t threads);

  // worker = sample mod (ranks * threads), rank = worker / threads, thread = worker mod threads.
  // Throws `usage` when a coordinate is out of range.
  Address address(std::uint32_t epoch, std::uint64_t sample, std::uint32_t op) const;

 private:
  std::uint32_t ranks_;
  std::uint32_t threads_;
};

// The permanent id of the `occurrence`-th op of a kind: 4 * number + occurrence. Throws `usage`
// when there are more than four of a kind (the remedy: `stream = N`), `internal` when number is not
// in [0, 60).
std::uint32_t op_id(int number, int occurrence);

}  // namespace epochmill::streams
