#include "ops/channel_order.hpp"

#include <numeric>

#include "base/error.hpp"
#include "ops/draw_value.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {

int channel_orders(int channels) {
  if (channels > kMostOrderedChannels) {
    throw usage_error(
        "the pictures have {} channels, and an order of at most {} can be drawn; leave the "
        "permutation out",
        channels, kMostOrderedChannels);
  }
  int orders = 1;
  for (int n = 2; n <= channels; ++n) orders *= n;
  return orders;
}

std::vector<int> channel_order(int number, int channels) {
  std::vector<int> left(static_cast<std::size_t>(channels));
  std::iota(left.begin(), left.end(), 0);
  std::vector<int> order;
  for (int n = channels; n > 0; --n) {
    const int orders_of_rest = channel_orders(n - 1);
    const auto next = left.begin() + number / orders_of_rest;
    number %= orders_of_rest;
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

float channel_order_draw(const streams::Stream& stream, streams::DrawNumber draw, int channels) {
  return whole_to_draw(
      static_cast<int>(streams::integer_between(stream, draw, 0, channel_orders(channels))));
}

}  // namespace epochmill::ops
