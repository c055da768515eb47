#include "ops/random_zoom_out.hpp"

#include "image/layout.hpp"
#include "ops/border.hpp"
#include "ops/boxes.hpp"
#include "ops/draw_value.hpp"
#include "ops/keypoints.hpp"
#include "ops/limits.hpp"
#include "ops/mask.hpp"
#include "ops/mask_fill.hpp"
#include "ops/probability.hpp"
#include "ops/scaled_sizes.hpp"
#include "ops/warp_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

enum Draw : streams::DrawNumber { kYes, kSide, kLeft, kTop };

constexpr double kMostSide = 1000;

class RandomZoomOut final : public Reframing {
 public:
  explicit RandomZoomOut(const recipe::Params& params)
      : side_(range_of(params, "side_range", params.reals("side_range"), 0)),
        p_(params.real("p")),
        style_({.fill = read_fill(params), .mask_fill = read_border_mask_fill(params)}) {}

  std::vector<std::string> draw_names() const override {
    return {"left", "top", "right", "bottom"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    require_fill(in, style_.fill);
    if (p_ <= 0) return in;
    if (draws.empty() || !in.is_known()) return {0, 0, in.channels, in.type};
    return bordered_shape(in, border_of(draws), style_);
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    image::Padding border;
    if (streams::bernoulli(stream, kYes, p_)) border = draw_border(stream, {in.height, in.width});
    out[0] = whole_to_draw(border.left);
    out[1] = whole_to_draw(border.top);
    out[2] = whole_to_draw(border.right);
    out[3] = whole_to_draw(border.bottom);
  }

  double outcomes(const image::Shape& in) const override {
    require_fill(in, style_.fill);
    if (p_ <= 0) return 1;
    if (!in.is_known()) return kEndlessOutcomes;
    const image::Size size = {in.height, in.width};
    const double zoomed =
        count_over_scaled_sizes(size, side_.min, side_.max, [&](image::Size canvas) {
          return static_cast<double>(places(canvas.width - size.width)) *
                 places(canvas.height - size.height);
        });
    // A canvas of the picture's own size is the picture as it is.
    const bool has_own_size = scaled_size(size, side_.min) == size;
    return zoomed + (p_ < 1 && !has_own_size ? 1 : 0);
  }

 private:
  // How many places a side has that has `rest` pixels to spare: torchvision never takes the last.
  static int places(int rest) { return std::max(rest, 1); }

  image::Padding draw_border(const streams::Stream& stream, image::Size size) const {
    const double side = streams::uniform_between(stream, kSide, side_.min, side_.max);
    const image::Size drawn = scaled_size(size, side);
    const image::Size canvas = checked_size(drawn.height, drawn.width);
    image::Padding border;
    border.left = draw_place(stream, kLeft, canvas.width - size.width);
    border.top = draw_place(stream, kTop, canvas.height - size.height);
    border.right = canvas.width - size.width - border.left;
    border.bottom = canvas.height - size.height - border.top;
    return border;
  }

  static int draw_place(const streams::Stream& stream, Draw draw, int rest) {
    return static_cast<int>(streams::integer_between(stream, draw, 0, places(rest)));
  }

  static image::Padding border_of(std::span<const float> draws) {
    const int most = static_cast<int>(kMaxSide);
    return {whole_from_draw(draws[0], "left", 0, most), whole_from_draw(draws[1], "top", 0, most),
            whole_from_draw(draws[2], "right", 0, most),
            whole_from_draw(draws[3], "bottom", 0, most)};
  }

  void reframe(const image::Image& in, std::span<const float> draws,
               Sample& sample) const override {
    const image::Padding border = border_of(draws);
    const image::Shape out = bordered_shape(shape_of(in), border, style_);
    sample.image = pad(in, border, style_.mode, style_.fill);
    pad_mask(sample.mask, border, style_.mode, style_.mask_fill);
    const image::Size size = {out.height, out.width};
    shift_keypoints(sample.keypoints, border.left, border.top, size);
    shift_boxes(sample.boxes, border.left, border.top, size);
  }

  Range side_;
  double p_;
  BorderStyle style_;
};

recipe::ParamSpec side_range_spec() {
  return {.name = "side_range",
          .type = recipe::ParamType::kRealList,
          .default_value = "[1.0, 4.0]",
          .meaning = "[min, max] of the canvas' sides, as multiples of the picture's",
          .min = 1,
          .max = kMostSide,
          .min_items = 2,
          .max_items = 2};
}

}  // namespace

OpKind random_zoom_out_kind() {
  return {
      .number = 19,
      .schema = {.name = "random_zoom_out",
                 .summary =
                     "Lays the picture on a larger canvas at a random place, with probability p.",
                 .params = {fill_spec(), side_range_spec(), probability_spec("0.5"),
                            border_mask_fill_spec()}},
      .help =
          {.draws = "the borders left, top, right and bottom, in pixels; all are 0 where the "
                    "picture stays as it is.",
           .annotations =
               "Points, boxes and the mask move with the pixels; the canvas has index 0, or "
               "mask_fill, in the mask. The size hangs on the draws: put a resize or crop after "
               "it.",
           .torchvision =
               "RandomZoomOut of torchvision's second version, with its bits for the same border. "
               "As there, the place is int(rest * u) with u below 1, so that the picture never "
               "touches the right or the lower edge of a larger canvas.",
           .example = "p = 1.0\nside_range = [1.0, 2.0]\nfill = 120"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomZoomOut>(params);
      }};
}

}  // namespace epochmill::ops
