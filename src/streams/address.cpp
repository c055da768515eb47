#include "streams/address.hpp"

#include <cassert>

#include "base/error.hpp"

namespace epochmill::streams {
namespace {

constexpr int kOpKinds = 60;
constexpr int kOpsOfOneKind = 4;

void check_field(const char* field, std::uint64_t value, std::uint64_t limit, const char* remedy) {
  if (value < limit) return;
  throw usage_error("stream address: {} {} is out of range: expected 0 to {}; {}", field, value,
                    limit - 1, remedy);
}

void check_side(const char* side, std::uint32_t value, std::uint32_t limit) {
  if (value >= 1 && value <= limit) return;
  throw usage_error("[streams] {} = {} is out of range: expected 1 to {}", side, value, limit);
}

[[maybe_unused]] bool in_range(const Address& address) {
  return address.rank < kRankLimit && address.thread < kThreadLimit &&
         address.epoch < kEpochLimit && address.sample < kSampleLimit && address.op < kOpLimit;
}

}  // namespace

void check(const Address& address) {
  check_field("rank", address.rank, kRankLimit, "lower `ranks` of [streams]");
  check_field("thread", address.thread, kThreadLimit, "lower `threads` of [streams]");
  check_field("epoch", address.epoch, kEpochLimit, "ask for fewer epochs");
  check_field("sample", address.sample, kSampleLimit, "split the dataset into several");
  check_field("op", address.op, kOpLimit, "choose a smaller `stream = N`");
}

Counter pack(const Address& address, std::uint32_t block) {
  assert(in_range(address));
  const auto sample_low = static_cast<std::uint32_t>(address.sample);
  const auto sample_high = static_cast<std::uint32_t>(address.sample >> 32);
  return {block, address.rank << 16 | address.thread << 4 | address.epoch >> 16, sample_low,
          sample_high << 24 | (address.epoch & 0xffffU) << 8 | address.op};
}

Unpacked unpack(const Counter& counter) {
  Unpacked result;
  result.block = counter[0];
  result.address.rank = counter[1] >> 16;
  result.address.thread = counter[1] >> 4 & 0xfffU;
  result.address.epoch = (counter[1] & 0xfU) << 16 | (counter[3] >> 8 & 0xffffU);
  result.address.sample = std::uint64_t{counter[3] >> 24} << 32 | counter[2];
  result.address.op = counter[3] & 0xffU;
  return result;
}

CanonicalGrid::CanonicalGrid(std::uint32_t ranks, std::uint32_t threads)
    : ranks_(ranks), threads_(threads) {
  check_side("ranks", ranks, kRankLimit);
  check_side("threads", threads, kThreadLimit);
}

Address CanonicalGrid::address(std::uint32_t epoch, std::uint64_t sample, std::uint32_t op) const {
  const auto worker = static_cast<std::uint32_t>(sample % (std::uint64_t{ranks_} * threads_));
  const Address address{.rank = worker / threads_,
                        .thread = worker % threads_,
                        .epoch = epoch,
                        .sample = sample,
                        .op = op};
  check(address);
  return address;
}

std::uint32_t op_id(int number, int occurrence) {
  if (number < 0 || number >= kOpKinds) {
    throw internal_error("op kind number {} is out of range: expected 0 to {}", number,
                         kOpKinds - 1);
  }
  if (occurrence < 0) throw internal_error("op occurrence {} is negative", occurrence);
  if (occurrence >= kOpsOfOneKind) {
    throw usage_error(
        "the recipe has more than {} ops of one kind, and op ids run out at the {}th; give the "
        "further ones an unused id of their own with `stream = N`, N from 0 to {}",
        kOpsOfOneKind, occurrence + 1, kFirstReservedOp - 1);
  }
  return static_cast<std::uint32_t>(kOpsOfOneKind * number + occurrence);
}

}  // namespace epochmill::streams
