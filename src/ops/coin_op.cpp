#include "ops/coin_op.hpp"

#include <utility>

#include "ops/draw_value.hpp"
#include "ops/pixel_type.hpp"
#include "ops/probability.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kCoin = 0;

class CoinOp final : public Op {
 public:
  CoinOp(CoinChange change, double p) : change_(std::move(change)), p_(change_.is_idle ? 0 : p) {}

  std::vector<std::string> draw_names() const override { return {change_.draw_name}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    if (!change_.of_f32) require_u8(in, change_.op);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    out[0] = yes_or_no_draw(stream, kCoin, p_);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    output_shape(shape_of(sample.image), draws);
    if (whole_from_draw(draws[0], change_.draw_name.c_str(), 0, 1) == 0) return;
    if (auto* const bytes = std::get_if<image::ImageU8>(&sample.image))
      return change_.of_u8(*bytes);
    change_.of_f32(std::get<image::ImageF32>(sample.image));
  }

  double outcomes(const image::Shape&) const override { return yes_or_no_outcomes(p_); }

 private:
  CoinChange change_;
  double p_;
};

}  // namespace

std::unique_ptr<Op> make_coin_op(CoinChange change, double p) {
  return std::make_unique<CoinOp>(std::move(change), p);
}

}  // namespace epochmill::ops
