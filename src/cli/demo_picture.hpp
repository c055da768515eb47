// The pictures of the generated dataset.
#pragma once

#include <cstdint>
#include <vector>

#include "base/strict_math.hpp"
#include "cli/demo_figures.hpp"
#include "image/geometry.hpp"
#include "streams/stream.hpp"

namespace epochmill::cli {

// One picture: everything about it is drawn from its own number. Its figure is that of the number,
// in turns.
class DemoPicture {
 public:
  explicit DemoPicture(std::uint64_t number);

  const Figure& figure() const { return figure_; }
  const image::ImageU8& picture() const { return picture_; }

  // Where the figure's landmarks are, in pixels.
  std::vector<image::Spot> landmarks() const;
  // The box around the figure, clipped to the picture; its label is 0.
  image::ObjectBox box() const;

 private:
  double between(int draw, double a, double b) const;
  image::Color color(int draw, int low, int high) const;
  image::Color ink(Ink ink) const;
  // Figure units -> pixels.
  image::Spot place(image::Spot spot) const;
  void paint_background();
  void paint(const FigurePart& part);

  const Figure& figure_;
  streams::Stream stream_;
  image::ImageU8 picture_;
  double size_ = 0;
  image::Spot centre_;
  strict::SinCos turn_{};
};

}  // namespace epochmill::cli
