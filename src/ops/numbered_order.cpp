#include "ops/numbered_order.hpp"

#include <numeric>

namespace epochmill::ops {

int order_count(int n) {
  int orders = 1;
  for (int i = 2; i <= n; ++i) orders *= i;
  return orders;
}

std::vector<int> numbered_order(int number, int n) {
  std::vector<int> left(static_cast<std::size_t>(n));
  std::iota(left.begin(), left.end(), 0);
  std::vector<int> order;
  for (int rest = n - 1; rest >= 0; --rest) {
    const auto next = left.begin() + number / order_count(rest);
    number %= order_count(rest);
    order.push_back(*next);
    left.erase(next);
  }
  return order;
}

}  // namespace epochmill::ops
