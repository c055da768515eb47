#include "ops/random_erasing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "image/erase.hpp"
#include "ops/area_box.hpp"
#include "ops/border.hpp"
#include "ops/draw_value.hpp"
#include "ops/mask_fill.hpp"
#include "ops/probability.hpp"
#include "ops/random_values.hpp"
#include "ops/rounding.hpp"
#include "ops/warp_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr int kAttempts = 10;

// Draw number 0, and then kDrawsPerAttempt for every attempt.
constexpr streams::DrawNumber kYes = 0;
constexpr int kFirstAttempt = 1;
constexpr int kDrawsPerAttempt = 4;
enum AttemptDraw : int { kArea, kRatio, kTop, kLeft };

class RandomErasing final : public Op {
 public:
  explicit RandomErasing(const recipe::Params& params)
      : p_(params.real("p")),
        scale_(range_of(params, "scale", params.reals("scale"), 0)),
        ratio_(range_of(params, "ratio", params.reals("ratio"), 0)),
        mask_fill_(read_erased_mask_fill(params)) {
    if (!params.is_word("value")) value_ = three_values(params, "value");
  }

  std::vector<std::string> draw_names() const override {
    return {"top", "left", "height", "width"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    if (value_) require_fill(in, *value_);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    image::Box box;
    if (streams::bernoulli(stream, kYes, p_)) box = drawn_box(stream, {in.height, in.width});
    out[0] = whole_to_draw(box.top);
    out[1] = whole_to_draw(box.left);
    out[2] = whole_to_draw(box.height);
    out[3] = whole_to_draw(box.width);
  }

  void apply(std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const override {
    const image::Box box = box_of(shape_of(sample.image), draws);
    if (box.height < 1 || box.width < 1) return;
    if (value_) {
      erase(sample.image, box, *value_);
    } else {
      fill_randomly(sample.image, box, stream);
    }
    if (const auto color = mask_color(sample.mask, mask_fill_)) erase(sample.mask, box, *color);
  }

  double outcomes(const image::Shape& in) const override {
    if (value_) require_fill(in, *value_);
    if (p_ <= 0) return 1;
    if (!in.is_known()) return kEndlessOutcomes;
    if (in.height < 2 || in.width < 2) return 1;
    if (!value_) return kEndlessOutcomes;
    // Here the ratio is height / width.
    const AreaRange range = {scale_.min, scale_.max, 1 / ratio_.max, 1 / ratio_.min};
    return count_area_boxes({in.height, in.width}, range) + 1;
  }

 private:
  // Nothing, {0, 0, 0, 0}, where no attempt fits.
  image::Box drawn_box(const streams::Stream& stream, image::Size picture) const {
    const double area = static_cast<double>(picture.height) * picture.width;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
      const auto number = [&](AttemptDraw draw) {
        return static_cast<streams::DrawNumber>(kFirstAttempt + attempt * kDrawsPerAttempt + draw);
      };
      const double erased =
          area * streams::uniform_between(stream, number(kArea), scale_.min, scale_.max);
      const double ratio =
          streams::log_uniform_between(stream, number(kRatio), ratio_.min, ratio_.max);
      const double height = round_half_even(std::sqrt(erased * ratio));
      const double width = round_half_even(std::sqrt(erased / ratio));
      if (!(height < picture.height && width < picture.width)) continue;
      image::Box box = {0, 0, static_cast<int>(height), static_cast<int>(width)};
      if (box.height < 1 || box.width < 1) return {};
      const auto place = [&](AttemptDraw draw, int rest) {
        return static_cast<int>(streams::integer_between(stream, number(draw), 0, rest + 1));
      };
      box.top = place(kTop, picture.height - box.height);
      box.left = place(kLeft, picture.width - box.width);
      return box;
    }
    return {};
  }

  static image::Box box_of(const image::Shape& in, std::span<const float> draws) {
    return box_from_draws(draws, {in.height, in.width}, 0);
  }

  double p_;
  Range scale_;
  Range ratio_;
  std::optional<std::array<double, 3>> value_;  // nothing: random
  std::optional<std::uint8_t> mask_fill_;
};

recipe::ParamSpec value_spec() {
  recipe::ParamSpec spec = fill_spec();
  spec.name = "value";
  spec.type = recipe::ParamType::kRealListOrWord;
  spec.choices = {"random"};
  spec.meaning =
      "value of erased pixels: one number, or one for each of R, G, B (0 to 255 for 8-bit pixels); "
      "random: another for every value";
  return spec;
}

}  // namespace

OpKind random_erasing_kind() {
  return {
      .number = 32,
      .schema = {.name = "random_erasing",
                 .summary = "Erases a box of random area and aspect, with probability p.",
                 .params = {probability_spec("0.5"),
                            area_scale_spec(
                                "[0.02, 0.33]",
                                "[min, max] area of the erased box, as a share of the picture's"),
                            area_ratio_spec("[0.3, 3.3]",
                                            "[min, max] aspect of the erased box, height / width"),
                            value_spec(), erased_mask_fill_spec()}},
      .help =
          {.draws =
               "top, left, height and width of the box, in pixels; all are 0 where nothing "
               "is "
               "erased. With value = \"random\" there is one number more for every erased value, "
               "row by row; these are not recorded, because the address gives them again.",
           .annotations =
               "Points, boxes and the mask stay as they are, also those under the erased box: a "
               "point there stays visible. With mask_fill the mask gets that index there.",
           .torchvision =
               "RandomErasing, with its rule for the box: ten attempts, and sides below the "
               "picture's. It works on 8-bit pixels as well as on f32. value = \"random\" is "
               "standard normal for f32, as in torchvision; 8-bit pixels get even bytes from 0 to "
               "255, as the paper says, where torchvision cuts normal numbers to bytes, which "
               "leaves little but 0, 1, 254 and 255.",
           .example = "p = 1.0\nvalue = [120, 120, 120]"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomErasing>(params);
      }};
}

}  // namespace epochmill::ops
