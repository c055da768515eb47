// What an op that is written around others needs to know of them when chance decides which of them
// work, and when.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "image/image.hpp"
#include "ops/op_list.hpp"

namespace epochmill::ops {

// The columns of an op around `inside`: its own number, and then theirs.
std::vector<std::string> columns_around(const char* own, const OpList& inside);

// The shape of a picture that is `a` or `b`, by chance: a side of 0 where they differ. Throws
// `usage`, naming the op, when they are not of one kind of pixels: no shard can store both.
image::Shape common_shape(const image::Shape& a, const image::Shape& b, const char* op);

}  // namespace epochmill::ops
