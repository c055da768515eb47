#include "ops/random_iou_crop.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "image/layout.hpp"
#include "ops/boxes.hpp"
#include "ops/draw_value.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"
#include "ops/warp_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

using ObjectBoxes = std::span<const image::ObjectBox>;

// Draw numbers: round * (1 + trials * kDrawsPerTrial) is the option, and the trials follow.
constexpr int kDrawsPerTrial = 4;
enum TrialDraw : int { kWidth, kHeight, kLeft, kTop };

constexpr int kMostTrials = 200;
constexpr int kDrawNumbers = 1 << 16;
constexpr double kLeastAspect = 1e-6;
constexpr double kMostAspect = 1e6;

// Written so that NaN is outside.
bool has_its_middle_in(const image::ObjectBox& object, const image::Box& box) {
  const double x = 0.5 * (double{object.x0} + object.x1);
  const double y = 0.5 * (double{object.y0} + object.y1);
  return x > box.left && x < box.left + box.width && y > box.top && y < box.top + box.height;
}

// The area that both have, as a share of what either has.
double overlap(const image::ObjectBox& object, const image::Box& box) {
  const double width =
      std::min<double>(object.x1, box.left + box.width) - std::max<double>(object.x0, box.left);
  const double height =
      std::min<double>(object.y1, box.top + box.height) - std::max<double>(object.y0, box.top);
  const double both = std::max(width, 0.0) * std::max(height, 0.0);
  const double own = (double{object.x1} - object.x0) * (double{object.y1} - object.y0);
  return both / (own + static_cast<double>(box.width) * box.height - both);
}

bool keeps_enough(ObjectBoxes boxes, const image::Box& box, double least) {
  return std::any_of(boxes.begin(), boxes.end(), [&](const image::ObjectBox& object) {
    return has_its_middle_in(object, box) && overlap(object, box) >= least;
  });
}

class RandomIouCrop final : public Reframing {
 public:
  explicit RandomIouCrop(const recipe::Params& params)
      : scale_(read_limits(params, "min_scale", "max_scale")),
        aspect_(read_limits(params, "min_aspect_ratio", "max_aspect_ratio")),
        options_(params.reals("sampler_options")),
        trials_(static_cast<int>(params.integer("trials"))) {}

  std::vector<std::string> draw_names() const override {
    return {"top", "left", "height", "width"};
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    if (draws.empty() || !in.is_known()) return {0, 0, in.channels, in.type};
    const image::Box box = box_of(in, draws);
    return {box.height, box.width, in.channels, in.type};
  }

  bool looks_at_boxes() const override { return true; }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    draw_among(stream, in, {}, out);
  }

  void draw_among(const streams::Stream& stream, const image::Shape& in, ObjectBoxes boxes,
                  std::span<float> out) const override {
    const image::Size size = {in.height, in.width};
    const image::Box box = drawn_box(stream, size, boxes);
    out[0] = whole_to_draw(box.top);
    out[1] = whole_to_draw(box.left);
    out[2] = whole_to_draw(box.height);
    out[3] = whole_to_draw(box.width);
  }

  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    return box_of(in, draws);
  }

  // Of a sample whose objects are everywhere.
  double outcomes(const image::Shape& in) const override {
    if (!in.is_known()) return kEndlessOutcomes;
    double crops = 1;  // the picture as it is
    for (int width = shortest(in.width); width <= longest(in.width); ++width) {
      const double low = std::max<double>(shortest(in.height), std::ceil(width / aspect_.max));
      const double high = std::min<double>(longest(in.height), std::floor(width / aspect_.min));
      if (low > high) continue;
      const double places = (high - low + 1) * std::max(1.0, in.height - (low + high) / 2);
      crops += places * std::max(1, in.width - width);
    }
    return crops;
  }

 private:
  static Range read_limits(const recipe::Params& params, const char* min, const char* max) {
    const std::vector<double> limits = {params.real(min), params.real(max)};
    return range_of(params, max, limits, 0);
  }

  int shortest(int side) const { return std::max(1, static_cast<int>(side * scale_.min)); }
  int longest(int side) const { return std::max(1, static_cast<int>(side * scale_.max)); }

  image::Box drawn_box(const streams::Stream& stream, image::Size size, ObjectBoxes boxes) const {
    const image::Box whole = {0, 0, size.height, size.width};
    if (boxes.empty()) return whole;  // no trial could keep one
    const int draws_per_round = 1 + trials_ * kDrawsPerTrial;
    for (int first = 0; first + draws_per_round <= kDrawNumbers; first += draws_per_round) {
      const auto option = static_cast<std::size_t>(
          streams::integer_between(stream, static_cast<streams::DrawNumber>(first), 0,
                                   static_cast<std::int64_t>(options_.size())));
      if (options_[option] >= 1) return whole;
      const auto box = try_to_crop(stream, first + 1, size, boxes, options_[option]);
      if (box) return *box;
    }
    return whole;
  }

  // The first trial that keeps an object's middle, and with it `least` of overlap.
  std::optional<image::Box> try_to_crop(const streams::Stream& stream, int first, image::Size size,
                                        ObjectBoxes boxes, double least) const {
    for (int trial = 0; trial < trials_; ++trial) {
      const auto number = [&](TrialDraw draw) {
        return static_cast<streams::DrawNumber>(first + trial * kDrawsPerTrial + draw);
      };
      const auto side = [&](TrialDraw draw, int all) {
        const double scale = streams::uniform_between(stream, number(draw), scale_.min, scale_.max);
        return static_cast<int>(all * scale);
      };
      const auto place = [&](TrialDraw draw, int rest) {
        return static_cast<int>(rest * streams::uniform(stream, number(draw)));
      };
      image::Box box = {0, 0, side(kHeight, size.height), side(kWidth, size.width)};
      if (box.width < 1 || box.height < 1) continue;
      const double aspect = static_cast<double>(box.width) / box.height;
      if (aspect < aspect_.min || aspect > aspect_.max) continue;
      box.left = place(kLeft, size.width - box.width);
      box.top = place(kTop, size.height - box.height);
      if (keeps_enough(boxes, box, least)) return box;
    }
    return std::nullopt;
  }

  static image::Box box_of(const image::Shape& in, std::span<const float> draws) {
    return box_from_draws(draws, {in.height, in.width}, 1);
  }

  void reframe(const image::Image& in, std::span<const float> draws,
               Sample& sample) const override {
    const image::Shape shape = shape_of(in);
    const image::Box box = box_of(shape, draws);
    sample.image = crop(in, box);
    if (box == image::Box{0, 0, shape.height, shape.width}) return;
    crop_mask(sample.mask, box);
    for (image::ObjectBox& object : sample.boxes) {
      // Without area: the chain drops it.
      if (!has_its_middle_in(object, box)) object = {0, 0, 0, 0, object.label};
    }
    const image::Size size = {box.height, box.width};
    shift_keypoints(sample.keypoints, -box.left, -box.top, size);
    shift_boxes(sample.boxes, -box.left, -box.top, size);
  }

  Range scale_;
  Range aspect_;
  std::vector<double> options_;
  int trials_;
};

recipe::ParamSpec limit_spec(const char* name, const char* default_value, const char* meaning,
                             double min, double max) {
  return {.name = name,
          .type = recipe::ParamType::kReal,
          .default_value = default_value,
          .meaning = meaning,
          .min = min,
          .max = max};
}

recipe::ParamSpec sampler_options_spec() {
  return {.name = "sampler_options",
          .type = recipe::ParamType::kRealList,
          .default_value = "[0.0, 0.1, 0.3, 0.5, 0.7, 0.9, 1.0]",
          .meaning =
              "overlaps of the crop with an object's box (intersection over union) of which one is "
              "chosen and asked for; 1 and more: leave the picture as it is",
          .min = 0,
          .max = 1000,
          .min_items = 1,
          .max_items = 100};
}

recipe::ParamSpec trials_spec() {
  return {.name = "trials",
          .type = recipe::ParamType::kInteger,
          .default_value = "40",
          .meaning = "crops that are tried before another overlap is chosen",
          .min = 1,
          .max = kMostTrials};
}

}  // namespace

OpKind random_iou_crop_kind() {
  return {
      .number = 20,
      .schema = {.name = "random_iou_crop",
                 .summary = "Cuts out a random part in which some object shows enough.",
                 .params = {limit_spec("min_scale", "0.3", "least share of each side", 0, 1),
                            limit_spec("max_scale", "1.0", "largest share of each side", 0, 1),
                            limit_spec("min_aspect_ratio", "0.5", "least width / height",
                                       kLeastAspect, kMostAspect),
                            limit_spec("max_aspect_ratio", "2.0", "largest width / height",
                                       kLeastAspect, kMostAspect),
                            sampler_options_spec(), trials_spec()}},
      .help =
          {.draws = "top, left, height and width of the part, in pixels, with an eye on the "
                    "sample's boxes; the whole picture where it stays as it is, as always without "
                    "boxes.",
           .annotations =
               "Points, boxes and the mask move with the pixels; points outside become not "
               "visible. A box whose middle is outside is dropped with its label, others are "
               "clipped. The size hangs on the draws: put a resize or crop after it.",
           .torchvision =
               "RandomIoUCrop of torchvision's second version, with SanitizeBoundingBoxes done at "
               "once. Overlaps are chosen again as long as 65536 draw numbers last (407 times with "
               "40 trials), where torchvision would go on for ever; then the picture stays as it "
               "is. Without boxes it stays too, which torchvision refuses.",
           .example = "min_scale = 0.3"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<RandomIouCrop>(params);
      },
      .top_only = "its draws hang on the boxes of the sample, which ops inside others do not see"};
}

}  // namespace epochmill::ops
