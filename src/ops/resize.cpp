#include "ops/resize.hpp"

#include <algorithm>
#include <optional>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "ops/limits.hpp"
#include "ops/resize_sample.hpp"
#include "ops/size_param.hpp"

namespace epochmill::ops {
namespace {

class Resize final : public Reframing {
 public:
  explicit Resize(const recipe::Params& params)
      : sides_(params.integers("size")), interpolation_(read_resampling(params)) {
    if (sides_.size() == 2) read_size(params);
    if (!params.has("max_size")) return;
    max_size_ = params.integer("max_size");
    if (sides_.size() == 2) {
      throw usage_error(
          "{}: max_size goes with a size of one number (the shorter side), not with {} x {}",
          params.where("max_size").text(), sides_[0], sides_[1]);
    }
    if (*max_size_ <= sides_[0]) {
      throw usage_error("{}: max_size is {}; it must be greater than size, which is {}",
                        params.where("max_size").text(), *max_size_, sides_[0]);
    }
  }

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    const image::Size size = resized(in);
    return {size.height, size.width, in.channels, in.type};
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  void reframe(const image::Image& picture, std::span<const float>, Sample& sample) const override {
    const image::Shape in = shape_of(picture);
    const image::Size size = resized(in);
    const image::Box box = {0, 0, in.height, in.width};
    resize_sample(picture, box, size, interpolation_, sample);
  }

  // torchvision's rule, where every quotient is truncated. Its f64 quotients and these whole ones
  // agree: both sides are far below 2^53.
  image::Size resized(const image::Shape& in) const {
    if (sides_.size() == 2) return checked_size(sides_[0], sides_[1]);
    if (!in.is_known()) return {};
    std::int64_t shorter = sides_[0];
    std::int64_t longer = shorter * std::max(in.height, in.width) / std::min(in.height, in.width);
    if (max_size_ && longer > *max_size_) {
      shorter = *max_size_ * shorter / longer;
      longer = *max_size_;
    }
    if (shorter == 0) {
      throw input_error(
          "a picture of {}x{} with a longer side of max_size = {} would have a shorter side of 0 "
          "pixels; use "
          "size = [height, width], or crop first",
          in.height, in.width, *max_size_);
    }
    return in.width <= in.height ? checked_size(longer, shorter) : checked_size(shorter, longer);
  }

  std::vector<std::int64_t> sides_;
  std::optional<std::int64_t> max_size_;
  image::Interpolation interpolation_;
};

recipe::ParamSpec shorter_or_both_spec() {
  recipe::ParamSpec spec = size_spec();
  spec.meaning = "pixels: one number for the shorter side (the aspect stays), or [height, width]";
  return spec;
}

recipe::ParamSpec max_size_spec() {
  return {.name = "max_size",
          .type = recipe::ParamType::kInteger,
          .default_value = "none",
          .meaning = "most pixels of the longer side, where `size` is one number",
          .min = 1,
          .max = static_cast<double>(kMaxSide)};
}

}  // namespace

OpKind resize_kind() {
  return {
      .number = 0,
      .schema = {.name = "resize",
                 .summary = "Resizes the picture.",
                 .params = {shorter_or_both_spec(), max_size_spec(), interpolation_spec(),
                            antialias_spec()}},
      .help = {.draws = "Draws nothing.",
               .annotations =
                   "Points move with the pixels: x' = (x + 0.5) * (width' / width) - 0.5, edges of "
                   "boxes x' = x * (width' / width). The mask is resized by nearest neighbour.",
               .torchvision = std::string("Resize. ") + kResamplingHelp},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<Resize>(params);
      }};
}

}  // namespace epochmill::ops
