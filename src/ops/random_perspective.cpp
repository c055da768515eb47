#include "ops/random_perspective.hpp"

#include <array>

#include "base/error.hpp"
#include "ops/border.hpp"
#include "ops/draw_value.hpp"
#include "ops/mask_fill.hpp"
#include "ops/probability.hpp"
#include "ops/warp_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kWarp = 0;
// Then, for every attempt, x and y of each corner.
constexpr streams::DrawNumber kFirstCorner = 1;
constexpr int kCoordinates = 8;
constexpr int kAttempts = 10;

const std::vector<std::string> kNames = {"top_left_x",    "top_left_y",     "top_right_x",
                                         "top_right_y",   "bottom_right_x", "bottom_right_y",
                                         "bottom_left_x", "bottom_left_y"};

// Whether a corner lies at the far end of its coordinate: x and y of each, in the order of kNames.
constexpr std::array<bool, kCoordinates> kIsFar = {false, false, true,  false,
                                                   true,  true,  false, true};

class RandomPerspective final : public Reframing {
 public:
  explicit RandomPerspective(const recipe::Params& params)
      : distortion_scale_(params.real("distortion_scale")),
        p_(params.real("p")),
        style_(read_warp_style(params)) {}

  std::vector<std::string> draw_names() const override { return kNames; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_fill(in, style_.fill);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    const image::Size size = {in.height, in.width};
    image::Corners corners = image::corners_of(size);
    const bool is_warped = streams::bernoulli(stream, kWarp, p_);
    for (int attempt = 0; is_warped && attempt < kAttempts; ++attempt) {
      const image::Corners drawn = draw_corners(stream, attempt, size);
      if (!image::perspective_map(size, drawn)) continue;
      corners = drawn;
      break;
    }
    for (std::size_t i = 0; i < corners.size(); ++i) {
      out[2 * i] = whole_to_draw(static_cast<int>(corners[i].x));
      out[2 * i + 1] = whole_to_draw(static_cast<int>(corners[i].y));
    }
  }

  double outcomes(const image::Shape& in) const override {
    require_fill(in, style_.fill);
    if (p_ <= 0) return 1;
    if (!in.is_known()) return kEndlessOutcomes;
    // A picture of one row or column has no perspective but its own.
    if (in.width < 2 || in.height < 2) return 1;
    const double across = reach(in.width) + 1.0;
    const double down = reach(in.height) + 1.0;
    return across * across * across * across * down * down * down * down;
  }

 private:
  // How many pixels a corner moves at most.
  int reach(int side) const { return static_cast<int>(distortion_scale_ * (side / 2)); }

  image::Corners draw_corners(const streams::Stream& stream, int attempt, image::Size size) const {
    std::array<double, kCoordinates> at;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const int side = i % 2 == 0 ? size.width : size.height;
      const auto number = static_cast<streams::DrawNumber>(kFirstCorner + attempt * kCoordinates +
                                                           static_cast<int>(i));
      const int first = kIsFar[i] ? side - reach(side) - 1 : 0;
      at[i] = static_cast<double>(
          streams::integer_between(stream, number, first, first + reach(side) + 1));
    }
    return {{{at[0], at[1]}, {at[2], at[3]}, {at[4], at[5]}, {at[6], at[7]}}};
  }

  void reframe(const image::Image& in, std::span<const float> draws,
               Sample& sample) const override {
    const image::Shape shape = shape_of(in);
    const image::Size size = {shape.height, shape.width};
    std::array<double, kCoordinates> at;
    for (std::size_t i = 0; i < at.size(); ++i) {
      const int side = i % 2 == 0 ? size.width : size.height;
      at[i] = whole_from_draw(draws[i], kNames[i].c_str(), 0, side - 1);
    }
    const image::Corners corners = {
        {{at[0], at[1]}, {at[2], at[3]}, {at[4], at[5]}, {at[6], at[7]}}};
    if (corners == image::corners_of(size)) {
      sample.image = in;
      return;
    }
    const auto map = image::perspective_map(size, corners);
    if (!map) {
      throw input_error(
          "no perspective takes a picture of {}x{} to the corners ({}, {}), ({}, {}), ({}, {}), "
          "({}, {}): three of them are on a line; resize first, or choose a smaller "
          "distortion_scale",
          size.height, size.width, at[0], at[1], at[2], at[3], at[4], at[5], at[6], at[7]);
    }
    warp_sample(in, *map, size, style_, sample);
  }

  double distortion_scale_;
  double p_;
  WarpStyle style_;
};

recipe::ParamSpec distortion_scale_spec() {
  return {.name = "distortion_scale",
          .type = recipe::ParamType::kReal,
          .default_value = "0.5",
          .meaning = "how far the corners move at most: a share of half a side, from 0 to 1",
          .min = 0,
          .max = 1};
}

}  // namespace

OpKind random_perspective_kind() {
  return {
      .number = 15,
      .schema =
          {.name = "random_perspective",
           .summary =
               "Moves the four corners of the picture inwards at random, with probability p.",
           .params = {distortion_scale_spec(), probability_spec("0.5"),
                      warp_interpolation_spec("\"bilinear\""), warp_fill_spec(),
                      border_mask_fill_spec()},
           .notes =
               "Draws x and y of the four corners in whole pixels; the picture's own when it stays "
               "as it is. As torchvision's RandomPerspective, except that corners of which three "
               "are "
               "on a line, for which there is no perspective, are drawn again, up to ten times; "
               "then "
               "the picture stays. torchvision 0.14 solves for the coefficients in f32, so that "
               "its "
               "pixels lie off by up to a thousandth of one; here they are solved for in double "
               "and "
               "rounded to f32, and for equal coefficients the bits are equal. Points follow; "
               "those "
               "that leave the picture become not visible. Boxes become the box around their four "
               "corners, clipped (all of the picture, if the horizon goes through one, which takes "
               "a distortion_scale above 2/3); the mask is warped by nearest neighbour, with index "
               "0, or mask_fill, outside."},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomPerspective>(params);
      }};
}

}  // namespace epochmill::ops
