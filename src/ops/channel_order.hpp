// The orders that the channels of a picture can come in, by number.
#pragma once

#include <vector>

#include "streams/stream.hpp"

namespace epochmill::ops {

// Every number of an order of so many is exact as an f32.
inline constexpr int kMostOrderedChannels = 10;

// channels!; throws `usage` for more than kMostOrderedChannels.
int channel_orders(int channels);

// The `number`-th order of 0, 1, ..., lexicographic; number in [0, channel_orders(channels)).
std::vector<int> channel_order(int number, int channels);

// The number of an order, all equally likely.
float channel_order_draw(const streams::Stream& stream, streams::DrawNumber draw, int channels);

}  // namespace epochmill::ops
