// The figures of the generated dataset: simple, mirror-symmetric, with five landmarks each.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "image/paint.hpp"

namespace epochmill::cli {

// Which of a picture's own colours a part is painted with.
enum class Ink { kMain, kAccent, kDark, kLight };

// A disc when it has one corner, and a polygon otherwise; in units of the figure's half size, y
// down.
struct FigurePart {
  Ink ink = Ink::kMain;
  std::vector<image::Spot> corners;
  double radius = 0;  // of a disc
};

struct Figure {
  std::string name;                    // the class
  std::vector<FigurePart> parts;       // painted in this order
  std::vector<image::Spot> landmarks;  // one in the middle, then two pairs of left and right
};

std::span<const Figure> demo_figures();

}  // namespace epochmill::cli
