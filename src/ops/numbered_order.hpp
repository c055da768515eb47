// The orders that a few things can come in, by number.
#pragma once

#include <vector>

namespace epochmill::ops {

// Every number of an order of so many is exact as an f32.
inline constexpr int kMostOrdered = 10;

// n!, for n in [0, kMostOrdered].
int order_count(int n);

// The `number`-th order of 0, 1, ..., n - 1, as in a dictionary; number in [0, order_count(n)).
std::vector<int> numbered_order(int number, int n);

}  // namespace epochmill::ops
