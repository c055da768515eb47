#include "cli/demo_picture.hpp"

#include <algorithm>

#include "streams/distributions.hpp"

namespace epochmill::cli {
namespace {

constexpr std::uint64_t kSeed = 2026;

// Numbers of the draws. Colours take three each.
enum Draw : streams::DrawNumber {
  kHeight,
  kWidth,
  kSize,
  kPlaceX,
  kPlaceY,
  kTurn,
  kInks = 16,
  kSky = 32,
  kGround = 36,
  kClouds = 64
};

}  // namespace

DemoPicture::DemoPicture(std::uint64_t number)
    : figure_(demo_figures()[number % demo_figures().size()]),
      stream_(kSeed, {.sample = number, .op = streams::kDemoOp}) {
  const auto side = [&](streams::DrawNumber draw) {
    return static_cast<int>(streams::integer_between(stream_, draw, 200, 361));
  };
  picture_ = image::ImageU8(side(kHeight), side(kWidth), 3);
  const double half = 0.5 * std::min(picture_.height(), picture_.width());
  size_ = half * between(kSize, 0.55, 0.85);
  centre_ = {picture_.width() * 0.5 + (half - size_) * between(kPlaceX, -1, 1),
             picture_.height() * 0.5 + (half - size_) * between(kPlaceY, -1, 1)};
  const double turns = between(kTurn, -0.06, 0.06);
  turn_ = strict::sin_cos_turns(turns < 0 ? turns + 1 : turns);
  paint_background();
  for (const FigurePart& part : figure_.parts) paint(part);
}

std::vector<image::Spot> DemoPicture::landmarks() const {
  std::vector<image::Spot> spots;
  for (const image::Spot& landmark : figure_.landmarks) spots.push_back(place(landmark));
  return spots;
}

image::ObjectBox DemoPicture::box() const {
  image::Spot low = centre_;
  image::Spot high = centre_;
  for (const FigurePart& part : figure_.parts) {
    for (const image::Spot& corner : part.corners) {
      const image::Spot spot = place(corner);
      const double radius = part.radius * size_;
      low = {std::min(low.x, spot.x - radius), std::min(low.y, spot.y - radius)};
      high = {std::max(high.x, spot.x + radius), std::max(high.y, spot.y + radius)};
    }
  }
  return {static_cast<float>(std::max(low.x, 0.0)), static_cast<float>(std::max(low.y, 0.0)),
          static_cast<float>(std::min<double>(high.x, picture_.width())),
          static_cast<float>(std::min<double>(high.y, picture_.height()))};
}

double DemoPicture::between(int draw, double a, double b) const {
  return streams::uniform_between(stream_, static_cast<streams::DrawNumber>(draw), a, b);
}

image::Color DemoPicture::color(int draw, int low, int high) const {
  image::Color color{};
  for (std::size_t c = 0; c < color.size(); ++c) {
    color[c] = static_cast<std::uint8_t>(between(draw + static_cast<int>(c), low, high));
  }
  return color;
}

image::Color DemoPicture::ink(Ink ink) const {
  switch (ink) {
    case Ink::kMain:
      return color(kInks, 60, 230);
    case Ink::kAccent:
      return color(kInks + 4, 80, 255);
    case Ink::kDark:
      return color(kInks + 8, 10, 70);
    case Ink::kLight:
      return color(kInks + 12, 215, 255);
  }
  return {};
}

image::Spot DemoPicture::place(image::Spot spot) const {
  return {centre_.x + size_ * (spot.x * turn_.cos - spot.y * turn_.sin),
          centre_.y + size_ * (spot.x * turn_.sin + spot.y * turn_.cos)};
}

// Sky over ground with a few soft discs, so that crops and colours can be told apart.
void DemoPicture::paint_background() {
  const image::Color sky = color(kSky, 120, 220);
  const image::Color ground = color(kGround, 60, 170);
  for (int y = 0; y < picture_.height(); ++y) {
    image::Color mixed{};
    for (std::size_t c = 0; c < mixed.size(); ++c) {
      mixed[c] = static_cast<std::uint8_t>(sky[c] + (ground[c] - sky[c]) * y / picture_.height());
    }
    image::fill_rect(picture_, y, 0, 1, picture_.width(), mixed);
  }
  for (int cloud = 0; cloud < 5; ++cloud) {
    const int draw = kClouds + 8 * cloud;
    const image::Spot spot{between(draw, 0, picture_.width()),
                           between(draw + 1, 0, picture_.height())};
    image::fill_disc(picture_, spot, between(draw + 2, 8, 40), color(draw + 4, 90, 240));
  }
}

void DemoPicture::paint(const FigurePart& part) {
  std::vector<image::Spot> corners;
  for (const image::Spot& corner : part.corners) corners.push_back(place(corner));
  if (corners.size() == 1) {
    image::fill_disc(picture_, corners[0], part.radius * size_, ink(part.ink));
  } else {
    image::fill_polygon(picture_, corners, ink(part.ink));
  }
}

}  // namespace epochmill::cli
