// What every op does, in one picture.
#pragma once

#include "image/image.hpp"

namespace epochmill::cli {

// For each op of the table its name, a picture of the generated dataset with landmarks and a box,
// and what three draws make of it with the parameters of the op's own example. A function of
// nothing: the same picture every time.
image::ImageU8 op_gallery();

}  // namespace epochmill::cli
