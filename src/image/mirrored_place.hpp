// Places of a line with a mirrored border.
#pragma once

namespace epochmill::image {

// The place of a line of `size` that `i` is a mirror image of: the edge is not repeated. `i` lies
// at most size - 1 outside.
constexpr int mirrored_place(int i, int size) {
  if (i < 0) return -i;
  return i < size ? i : 2 * (size - 1) - i;
}

}  // namespace epochmill::image
