#include "cli/demo_figures.hpp"

namespace epochmill::cli {
namespace {

using image::Spot;

FigurePart disc(Ink ink, Spot centre, double radius) { return {ink, {centre}, radius}; }
FigurePart polygon(Ink ink, std::vector<Spot> corners) { return {ink, std::move(corners), 0}; }
FigurePart box(Ink ink, double left, double top, double right, double bottom) {
  return polygon(ink, {{left, top}, {right, top}, {right, bottom}, {left, bottom}});
}

Figure boat() {
  return {"boat",
          {box(Ink::kDark, -0.04, -0.8, 0.04, 0.35),
           polygon(Ink::kLight, {{-0.08, -0.7}, {-0.08, 0.2}, {-0.6, 0.2}}),
           polygon(Ink::kAccent, {{0.08, -0.7}, {0.08, 0.2}, {0.6, 0.2}}),
           polygon(Ink::kMain, {{-0.85, 0.3}, {0.85, 0.3}, {0.5, 0.8}, {-0.5, 0.8}})},
          {{0, -0.8}, {-0.85, 0.3}, {0.85, 0.3}, {-0.5, 0.8}, {0.5, 0.8}}};
}

Figure cat() {
  return {"cat",
          {polygon(Ink::kMain, {{-0.55, -0.8}, {-0.1, -0.4}, {-0.6, 0.0}}),
           polygon(Ink::kMain, {{0.55, -0.8}, {0.1, -0.4}, {0.6, 0.0}}),
           disc(Ink::kMain, {0, 0.1}, 0.65), disc(Ink::kLight, {-0.25, 0.0}, 0.16),
           disc(Ink::kLight, {0.25, 0.0}, 0.16), disc(Ink::kDark, {-0.25, 0.0}, 0.08),
           disc(Ink::kDark, {0.25, 0.0}, 0.08),
           polygon(Ink::kAccent, {{-0.1, 0.22}, {0.1, 0.22}, {0, 0.36}})},
          {{0, 0.36}, {-0.55, -0.8}, {0.55, -0.8}, {-0.25, 0.0}, {0.25, 0.0}}};
}

Figure flower() {
  return {"flower",
          {box(Ink::kDark, -0.05, -0.3, 0.05, 0.85),
           polygon(Ink::kDark, {{0, 0.7}, {-0.5, 0.35}, {-0.3, 0.7}}),
           polygon(Ink::kDark, {{0, 0.7}, {0.5, 0.35}, {0.3, 0.7}}),
           disc(Ink::kMain, {-0.38, -0.3}, 0.26), disc(Ink::kMain, {0.38, -0.3}, 0.26),
           disc(Ink::kMain, {-0.2, -0.62}, 0.26), disc(Ink::kMain, {0.2, -0.62}, 0.26),
           disc(Ink::kMain, {-0.22, 0.04}, 0.26), disc(Ink::kMain, {0.22, 0.04}, 0.26),
           disc(Ink::kAccent, {0, -0.3}, 0.22)},
          {{0, -0.3}, {-0.38, -0.3}, {0.38, -0.3}, {-0.5, 0.35}, {0.5, 0.35}}};
}

Figure house() {
  return {"house",
          {box(Ink::kMain, -0.6, -0.1, 0.6, 0.8),
           polygon(Ink::kAccent, {{-0.8, -0.1}, {0, -0.8}, {0.8, -0.1}}),
           box(Ink::kDark, -0.14, 0.3, 0.14, 0.8), box(Ink::kLight, -0.48, 0.08, -0.22, 0.34),
           box(Ink::kLight, 0.22, 0.08, 0.48, 0.34)},
          {{0, -0.8}, {-0.8, -0.1}, {0.8, -0.1}, {-0.6, 0.8}, {0.6, 0.8}}};
}

}  // namespace

std::span<const Figure> demo_figures() {
  static const std::vector<Figure> kFigures{boat(), cat(), flower(), house()};
  return kFigures;
}

}  // namespace epochmill::cli
