#include "ops/grid_mask.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "image/erase.hpp"
#include "ops/border.hpp"
#include "ops/draw_value.hpp"
#include "ops/mask_fill.hpp"
#include "ops/probability.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

// As draw numbers; kUnit and what follows are also columns, one place earlier.
enum Draw : streams::DrawNumber { kYes, kUnit, kTop, kLeft, kAngle };

constexpr int kMostUnit = 1 << 16;
constexpr int kMostDegrees = 360;

class GridMask final : public Op {
 public:
  explicit GridMask(const recipe::Params& params)
      : ratio_(params.real("ratio")),
        shortest_(static_cast<int>(params.integers("unit_size").front())),
        longest_(static_cast<int>(params.integers("unit_size").back())),
        rotate_(static_cast<int>(params.integer("rotate"))),
        fill_(read_fill(params)),
        mask_fill_(read_erased_mask_fill(params)),
        p_(params.real("p")) {
    if (shortest_ <= longest_) return;
    throw usage_error("{}: unit_size is [{}, {}]; [min, max] was expected",
                      params.where("unit_size").text(), shortest_, longest_);
  }

  std::vector<std::string> draw_names() const override { return {"unit", "top", "left", "angle"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_fill(in, fill_);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    std::fill(out.begin(), out.end(), 0.0F);
    if (!streams::bernoulli(stream, kYes, p_)) return;
    const int unit = drawn(stream, kUnit, shortest_, longest_ + 1);
    if (hole_of(unit) < 1) return;
    out[0] = whole_to_draw(unit);
    out[1] = whole_to_draw(drawn(stream, kTop, 0, unit));
    out[2] = whole_to_draw(drawn(stream, kLeft, 0, unit));
    out[3] = whole_to_draw(drawn(stream, kAngle, 0, std::max(rotate_, 1)));
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    const int unit = whole_from_draw(draws[0], "unit", 0, kMostUnit);
    const int last = std::max(unit - 1, 0);
    image::HoleGrid grid;
    grid.unit = unit;
    grid.hole = hole_of(unit);
    grid.top = whole_from_draw(draws[1], "top", 0, last);
    grid.left = whole_from_draw(draws[2], "left", 0, last);
    grid.degrees = whole_from_draw(draws[3], "angle", 0, kMostDegrees);
    if (unit == 0) return;
    erase_grid(sample.image, grid, fill_);
    if (const auto color = mask_color(sample.mask, mask_fill_))
      erase_grid(sample.mask, grid, *color);
  }

  double outcomes(const image::Shape& in) const override {
    require_fill(in, fill_);
    if (p_ <= 0) return 1;
    double grids = 0;
    double empty = p_ < 1 ? 1 : 0;
    for (int unit = shortest_; unit <= longest_; ++unit) {
      if (hole_of(unit) < 1) {
        empty = 1;
      } else {
        grids += static_cast<double>(unit) * unit * std::max(rotate_, 1);
      }
    }
    return grids + empty;
  }

 private:
  static int drawn(const streams::Stream& stream, Draw draw, int first, int end) {
    return static_cast<int>(streams::integer_between(stream, draw, first, end));
  }

  // As the paper's: the part of a tile that stays is rounded up.
  int hole_of(int unit) const { return unit - static_cast<int>(std::ceil(unit * (1 - ratio_))); }

  double ratio_;
  int shortest_;
  int longest_;
  int rotate_;
  std::array<double, 3> fill_;
  std::optional<std::uint8_t> mask_fill_;
  double p_;
};

recipe::ParamSpec ratio_spec() {
  return {.name = "ratio",
          .type = recipe::ParamType::kReal,
          .default_value = "0.5",
          .meaning = "side of a hole, as a share of its tile's",
          .min = 0,
          .max = 1};
}

recipe::ParamSpec unit_size_spec() {
  return {.name = "unit_size",
          .type = recipe::ParamType::kIntegerList,
          .default_value = "[96, 223]",
          .meaning = "side of a tile in pixels: one number, or [min, max] to choose from",
          .min = 1,
          .max = kMostUnit,
          .min_items = 1,
          .max_items = 2};
}

recipe::ParamSpec rotate_spec() {
  return {.name = "rotate",
          .type = recipe::ParamType::kInteger,
          .default_value = "1",
          .meaning =
              "the grid is turned by whole degrees from 0 to rotate - 1, counterclockwise, around "
              "the middle; 1: not at all",
          .min = 1,
          .max = kMostDegrees};
}

recipe::ParamSpec colour_spec() {
  recipe::ParamSpec spec = fill_spec();
  spec.meaning =
      "value of the holes: one number, or one for each of R, G, B (0 to 255 for 8-bit pixels)";
  return spec;
}

}  // namespace

OpKind grid_mask_kind() {
  return {
      .number = 34,
      .schema = {.name = "grid_mask",
                 .summary = "Erases the squares of a regular grid, with probability p.",
                 .params = {ratio_spec(), unit_size_spec(), rotate_spec(), colour_spec(),
                            erased_mask_fill_spec(), probability_spec("0.5")}},
      .help =
          {.draws =
               "unit, the side of a tile in pixels; top and left, by how many pixels of it "
               "the picture begins inside a tile; and angle, in degrees. All are 0 where nothing "
               "is "
               "erased.",
           .annotations =
               "Points, boxes and the mask stay as they are, also those in a hole: a point there "
               "stays visible. With mask_fill the mask gets that index there.",
           .torchvision =
               "torchvision has no such op. GridMask of Chen, Liu, Zhao and Jia (2020), mode 1, "
               "with the names of Albumentations' GridDropout: ratio is the share that is erased, "
               "1 - r of the paper, the hole stands at the top left of its tile and not at the "
               "bottom right, which the even offsets make the same, and p does not rise during "
               "training. The default unit_size is the paper's for ImageNet. A turned grid is "
               "looked up at the pixels' centres in double, where the paper's code turns a mask of "
               "whole pixels.",
           .example = "unit_size = [40, 80]\nratio = 0.5\np = 1.0"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<GridMask>(params);
      }};
}

}  // namespace epochmill::ops
