#include "ops/coarse_dropout.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "base/error.hpp"
#include "image/erase.hpp"
#include "ops/border.hpp"
#include "ops/draw_value.hpp"
#include "ops/limits.hpp"
#include "ops/mask_fill.hpp"
#include "ops/probability.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

// Draw numbers 0 and 1, and then kDrawsPerHole for every hole.
enum Draw : streams::DrawNumber { kYes, kHoles, kFirstHole };
constexpr int kDrawsPerHole = 4;
enum HoleDraw : int { kTop, kLeft, kHeight, kWidth };

constexpr int kMostHoles = 256;
constexpr double kEnough = 1e300;  // outcomes, and still not endless

// The sides that a hole may have along one direction.
struct Side {
  double min = 0;
  double max = 0;
  bool is_share() const { return max < 1; }

  // In pixels of a picture's side; a hole is never longer than that.
  int shortest(int side) const { return in_pixels(min, side); }
  int longest(int side) const { return in_pixels(max, side); }

 private:
  int in_pixels(double length, int side) const {
    return static_cast<int>(std::min<double>(side, is_share() ? side * length : length));
  }
};

Side read_side(const recipe::Params& params, const char* min, const char* max) {
  const Side side = {params.real(params.has(min) ? min : max), params.real(max)};
  const bool is_whole = std::trunc(side.min) == side.min && std::trunc(side.max) == side.max;
  if (side.min > side.max || (!side.is_share() && !is_whole)) {
    throw usage_error(
        "{}: {} is {} and {} is {}: both must be whole pixels, or both shares below 1, the smaller "
        "one first",
        params.where(max).text(), min, side.min, max, side.max);
  }
  return side;
}

class CoarseDropout final : public Op {
 public:
  explicit CoarseDropout(const recipe::Params& params)
      : most_(static_cast<int>(params.integer("max_holes"))),
        least_(params.has("min_holes") ? static_cast<int>(params.integer("min_holes")) : most_),
        height_(read_side(params, "min_height", "max_height")),
        width_(read_side(params, "min_width", "max_width")),
        fill_(read_fill(params)),
        mask_fill_(read_erased_mask_fill(params)),
        p_(params.real("p")) {
    if (least_ <= most_) return;
    throw usage_error("{}: min_holes is {} and max_holes is {}", params.where("min_holes").text(),
                      least_, most_);
  }

  std::vector<std::string> draw_names() const override {
    std::vector<std::string> names = {"holes"};
    for (int hole = 1; hole <= most_; ++hole) {
      for (const char* what : {"top", "left", "height", "width"}) {
        names.push_back(fmt::format("{}_{}", what, hole));
      }
    }
    return names;
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_fill(in, fill_);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    std::fill(out.begin(), out.end(), 0.0F);
    if (!streams::bernoulli(stream, kYes, p_)) return;
    const auto holes =
        static_cast<int>(streams::integer_between(stream, kHoles, least_, most_ + 1));
    out[0] = whole_to_draw(holes);
    for (int hole = 0; hole < holes; ++hole) draw_hole(stream, in, hole, columns_of(out, hole));
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    const image::Shape shape = shape_of(sample.image);
    const int holes = whole_from_draw(draws[0], "holes", 0, most_);
    for (int hole = 0; hole < holes; ++hole) {
      const image::Box box = hole_of(shape, columns_of(draws, hole));
      erase(sample.image, box, fill_);
      if (const auto color = mask_color(sample.mask, mask_fill_)) erase(sample.mask, box, *color);
    }
  }

  double outcomes(const image::Shape& in) const override {
    require_fill(in, fill_);
    if (p_ <= 0) return 1;
    if (!in.is_known()) return kEndlessOutcomes;
    const double places = places_along(height_, in.height) * places_along(width_, in.width);
    double sum = p_ < 1 && least_ > 0 ? 1 : 0;
    double ways = 1;  // of that many holes
    for (int holes = 0; holes <= most_; ++holes) {
      if (holes >= least_) sum += ways;
      ways = std::min(ways * places, kEnough);
    }
    return sum;
  }

 private:
  template <typename T>
  static std::span<T> columns_of(std::span<T> draws, int hole) {
    return draws.subspan(1 + static_cast<std::size_t>(hole * kDrawsPerHole), kDrawsPerHole);
  }

  static double places_along(const Side& hole, int side) {
    const double shortest = hole.shortest(side);
    const double longest = hole.longest(side);
    return (longest - shortest + 1) * (side + 1 - (shortest + longest) / 2);
  }

  void draw_hole(const streams::Stream& stream, const image::Shape& in, int hole,
                 std::span<float> out) const {
    const auto number = [&](HoleDraw draw) {
      return static_cast<streams::DrawNumber>(kFirstHole + hole * kDrawsPerHole + draw);
    };
    const int height = draw_side(stream, number(kHeight), height_, in.height);
    const int width = draw_side(stream, number(kWidth), width_, in.width);
    const auto place = [&](HoleDraw draw, int rest) {
      return whole_to_draw(
          static_cast<int>(streams::integer_between(stream, number(draw), 0, rest + 1)));
    };
    out[0] = place(kTop, in.height - height);
    out[1] = place(kLeft, in.width - width);
    out[2] = whole_to_draw(height);
    out[3] = whole_to_draw(width);
  }

  static int draw_side(const streams::Stream& stream, streams::DrawNumber draw, const Side& hole,
                       int side) {
    if (hole.is_share()) {
      return static_cast<int>(side * streams::uniform_between(stream, draw, hole.min, hole.max));
    }
    return static_cast<int>(
        streams::integer_between(stream, draw, hole.shortest(side), hole.longest(side) + 1));
  }

  static image::Box hole_of(const image::Shape& in, std::span<const float> draws) {
    return box_from_draws(draws, {in.height, in.width}, 0);
  }

  int most_;
  int least_;
  Side height_;
  Side width_;
  std::array<double, 3> fill_;
  std::optional<std::uint8_t> mask_fill_;
  double p_;
};

recipe::ParamSpec holes_spec(const char* name, const char* default_value, const char* meaning,
                             double min) {
  return {.name = name,
          .type = recipe::ParamType::kInteger,
          .default_value = default_value,
          .meaning = meaning,
          .min = min,
          .max = kMostHoles};
}

recipe::ParamSpec side_spec(const char* name, const char* default_value, const char* meaning) {
  return {.name = name,
          .type = recipe::ParamType::kReal,
          .default_value = default_value,
          .meaning = meaning,
          .min = 0,
          .max = static_cast<double>(kMaxSide)};
}

recipe::ParamSpec colour_spec() {
  recipe::ParamSpec spec = fill_spec();
  spec.meaning =
      "value of the holes: one number, or one for each of R, G, B (0 to 255 for 8-bit pixels)";
  return spec;
}

std::vector<recipe::ParamSpec> all_specs() {
  return {holes_spec("max_holes", "8", "most holes", 1),
          side_spec("max_height", "8.0", "longest height: whole pixels, or a share below 1"),
          side_spec("max_width", "8.0", "longest width: whole pixels, or a share below 1"),
          holes_spec("min_holes", "none", "fewest holes; by default max_holes", 0),
          side_spec("min_height", "none", "shortest height; by default max_height"),
          side_spec("min_width", "none", "shortest width; by default max_width"),
          colour_spec(),
          erased_mask_fill_spec(),
          probability_spec("0.5")};
}

}  // namespace

OpKind coarse_dropout_kind() {
  return {
      .number = 33,
      .schema = {.name = "coarse_dropout",
                 .summary = "Erases a few boxes at random, with probability p.",
                 .params = all_specs()},
      .help =
          {.draws = "how many holes there are, and top, left, height and width of each, in "
                    "pixels; all are 0 for holes that are not there.",
           .annotations =
               "Points, boxes and the mask stay as they are, also those in a hole: a point there "
               "stays visible. With mask_fill the mask gets that index there.",
           .torchvision =
               "torchvision has no such op. CoarseDropout of Albumentations 1.3, with its "
               "parameters and distributions, and fill for fill_value, mask_fill for "
               "mask_fill_value. A number below 1 is a share of the side, all others are pixels, "
               "where Albumentations goes by the type; a hole that is longer than the picture is "
               "as long as it, where Albumentations fails; points in holes are kept.",
           .example = "max_holes = 6\nmin_holes = 3\nmax_height = 0.25\nmax_width = 0.25\np = 1.0"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<CoarseDropout>(params);
      }};
}

}  // namespace epochmill::ops
