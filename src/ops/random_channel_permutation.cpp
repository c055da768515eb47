#include "ops/random_channel_permutation.hpp"

#include "image/channels.hpp"
#include "ops/channel_order.hpp"
#include "ops/coin_op.hpp"
#include "ops/draw_value.hpp"
#include "ops/numbered_order.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kOrder = 0;

class RandomChannelPermutation final : public Op {
 public:
  std::vector<std::string> draw_names() const override { return {"channel_order"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    channel_orders(in.channels);
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    out[kOrder] = channel_order_draw(stream, kOrder, in.channels);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    const int channels = shape_of(sample.image).channels;
    const int last = channel_orders(channels) - 1;
    const int number = whole_from_draw(draws[kOrder], "channel_order", 0, last);
    permute_channels(sample.image, numbered_order(number, channels));
  }

  double outcomes(const image::Shape& in) const override { return channel_orders(in.channels); }
};

}  // namespace

OpKind random_channel_permutation_kind() {
  return {.number = 23,
          .schema = {.name = "random_channel_permutation",
                     .summary = "Puts the channels into a random order."},
          .help = {.draws = "channel_order: the lexicographic number of the order, from 0 (as they "
                            "are) to 5 (blue, green, red) for three channels.",
                   .annotations = kAnnotationsStay,
                   .torchvision =
                       "As RandomChannelPermutation of torchvision v2: channel c becomes what "
                       "channel order[c] was. Any pixels, of at most 10 channels.",
                   .example = ""},
          .make = [](const recipe::Params&, const OpContext&) -> std::unique_ptr<Op> {
            return std::make_unique<RandomChannelPermutation>();
          }};
}

}  // namespace epochmill::ops
