#include "ops/channel_order.hpp"

#include "base/error.hpp"
#include "ops/draw_value.hpp"
#include "ops/numbered_order.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {

int channel_orders(int channels) {
  if (channels > kMostOrdered) {
    throw usage_error(
        "the pictures have {} channels, and an order of at most {} can be drawn; leave the "
        "permutation out",
        channels, kMostOrdered);
  }
  return order_count(channels);
}

float channel_order_draw(const streams::Stream& stream, streams::DrawNumber draw, int channels) {
  return whole_to_draw(
      static_cast<int>(streams::integer_between(stream, draw, 0, channel_orders(channels))));
}

}  // namespace epochmill::ops
