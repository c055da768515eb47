#include "streams/stream.hpp"

#include "base/error.hpp"
#include "streams/philox.hpp"

namespace epochmill::streams {
namespace {

constexpr std::uint32_t kBulkBit = 1U << 31;  // scalar blocks lie below, bulk blocks from here up

}  // namespace

Stream::Stream(std::uint64_t seed, const Address& address, std::uint32_t redraw)
    : seed_(seed), address_(address), redraw_(redraw) {
  check(address);
  if (redraw >= kRedrawLimit) {
    throw usage_error(
        "sample {}, epoch {}, op {}: redraw {} is out of range: expected 0 to {}; ask for fewer "
        "epochs, or set `unique = false`",
        address.sample, address.epoch, address.op, redraw, kRedrawLimit - 1);
  }
}

Stream Stream::of_op(std::uint32_t op) const {
  Address address = address_;
  address.op = op;
  return {seed_, address, redraw_};
}

Counter Stream::scalar_counter(DrawNumber draw, std::uint32_t retry) const {
  // A larger retry would be another redraw's block.
  if (retry >= kRetryLimit)
    throw internal_error("retry {} of draw {} is out of range", retry, draw);
  return pack(address_, redraw_ << 24 | retry << 16 | draw);
}

Block Stream::scalar_block(DrawNumber draw, std::uint32_t retry) const {
  return philox(scalar_counter(draw, retry), seed_);
}

std::uint64_t Stream::bits64(DrawNumber draw, std::uint32_t retry) const {
  const Block block = scalar_block(draw, retry);
  return std::uint64_t{block[1]} << 32 | block[0];
}

Counter Stream::bulk_counter(std::uint32_t index) const {
  // A larger index would wrap around into the scalar blocks.
  if (index >= kBulkBit) throw internal_error("bulk block {} is out of range", index);
  return pack(address_, kBulkBit | index);
}

Block Stream::bulk_block(std::uint32_t index) const { return philox(bulk_counter(index), seed_); }

}  // namespace epochmill::streams
