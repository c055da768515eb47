#include "ops/salt_and_pepper.hpp"

#include <algorithm>
#include <array>
#include <span>

#include "image/impulse_noise.hpp"
#include "ops/draw_value.hpp"
#include "ops/probability.hpp"
#include "ops/warp_param.hpp"
#include "streams/bulk.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

// As draw numbers; kAmount and kSalt are also columns, one place earlier.
enum Draw : streams::DrawNumber { kYes, kAmount, kSalt };

constexpr double kWords = 4294967296.0;  // 2^32

Range read_share(const recipe::Params& params, const char* name) {
  const std::vector<double> items = params.reals(name);
  if (items.size() == 1) return {items[0], items[0]};
  return range_of(params, name, items, 0);
}

class SaltAndPepper final : public Op {
 public:
  explicit SaltAndPepper(const recipe::Params& params)
      : amount_(read_share(params, "amount")),
        salt_(read_share(params, "salt_vs_pepper")),
        is_per_channel_(params.flag("per_channel")),
        p_(params.real("p")) {}

  std::vector<std::string> draw_names() const override { return {"amount", "salt_vs_pepper"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return in;
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    std::fill(out.begin(), out.end(), 0.0F);
    if (!streams::bernoulli(stream, kYes, p_)) return;
    out[0] = uniform_draw(stream, kAmount, amount_.min, amount_.max);
    if (out[0] > 0) out[1] = uniform_draw(stream, kSalt, salt_.min, salt_.max);
  }

  void apply(std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const override {
    const double amount = share_from_draw(draws[0], "amount");
    const double salt = share_from_draw(draws[1], "salt_vs_pepper");
    if (amount == 0) return;
    const auto both = static_cast<std::uint64_t>(amount * kWords);
    const image::ImpulseRange range = {both - static_cast<std::uint64_t>(amount * salt * kWords),
                                       both};
    std::visit([&](auto& picture) { add_to(picture, stream, range); }, sample.image);
  }

  double outcomes(const image::Shape&) const override {
    return p_ > 0 && amount_.max > 0 ? kEndlessOutcomes : 1;
  }

 private:
  static double share_from_draw(float draw, const char* name) {
    return std::min(1.0F, real_from_draw(draw, name, 0));
  }

  template <typename Picture>
  void add_to(Picture& picture, const streams::Stream& stream,
              const image::ImpulseRange& range) const {
    std::array<std::uint32_t, 4096> words;  // 16 KiB: they stay in the nearest cache
    const auto channels = static_cast<std::size_t>(picture.channels());
    const std::size_t values_per_word = is_per_channel_ ? 1 : channels;
    const std::span values(picture.values());
    const std::size_t word_count = values.size() / values_per_word;
    for (std::size_t first = 0; first < word_count; first += words.size()) {
      const std::size_t count = std::min(words.size(), word_count - first);
      const std::span drawn = std::span(words).first(count);
      streams::fill_words(stream, first, drawn);
      image::add_impulses(values.subspan(first * values_per_word, count * values_per_word),
                          static_cast<int>(values_per_word), drawn, range);
    }
  }

  Range amount_;
  Range salt_;
  bool is_per_channel_;
  double p_;
};

recipe::ParamSpec share_spec(const char* name, const char* default_value, const char* meaning) {
  return {.name = name,
          .type = recipe::ParamType::kRealList,
          .default_value = default_value,
          .meaning = meaning,
          .min = 0,
          .max = 1,
          .min_items = 1,
          .max_items = 2};
}

recipe::ParamSpec per_channel_spec() {
  return {.name = "per_channel",
          .type = recipe::ParamType::kBool,
          .default_value = "false",
          .meaning = "choose for every value of a pixel apart, which gives coloured specks"};
}

}  // namespace

OpKind salt_and_pepper_kind() {
  return {
      .number = 31,
      .schema = {.name = "salt_and_pepper",
                 .summary = "Turns a share of the pixels white or black, with probability p.",
                 .params = {share_spec("amount", "0.05",
                                       "share of the pixels: one number, or [min, max] to choose "
                                       "from"),
                            share_spec("salt_vs_pepper", "0.5",
                                       "share of salt among them: one number, or [min, max]"),
                            per_channel_spec(), probability_spec("1.0")}},
      .help =
          {.draws =
               "amount and salt_vs_pepper, both 0 where nothing is changed, and a number for "
               "every pixel (every value with per_channel), row by row; these are not recorded, "
               "because the address gives them again.",
           .annotations = "Points, boxes and the mask stay as they are.",
           .torchvision =
               "torchvision has no such op. The names are those of Albumentations' SaltAndPepper, "
               "the meaning is that of DALI's noise.salt_and_pepper: every pixel is hit with "
               "probability amount, so that their number varies. Salt is 255, or 1 for f32; pepper "
               "is 0: put it before normalize.",
           .example = "amount = [0.02, 0.1]"},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<SaltAndPepper>(params);
      }};
}

}  // namespace epochmill::ops
