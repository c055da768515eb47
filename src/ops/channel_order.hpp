// The orders that the channels of a picture can come in, by number.
#pragma once

#include "streams/stream.hpp"

namespace epochmill::ops {

// channels!; throws `usage` for more than kMostOrdered (numbered_order.hpp).
int channel_orders(int channels);

// The number of an order, all equally likely.
float channel_order_draw(const streams::Stream& stream, streams::DrawNumber draw, int channels);

}  // namespace epochmill::ops
