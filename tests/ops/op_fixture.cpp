#include "ops/op_fixture.hpp"

#include <bit>
#include <map>

#include "ops/ops.hpp"

namespace epochmill::ops {
namespace {

recipe::Params params_of(const std::string& op, const std::string& params, int line) {
  recipe::Table table = recipe::parse_toml(params, "recipe.toml");
  table.where = {"recipe.toml", line, 1};
  return recipe::check_params(table, op_kind(op).schema, {});
}

// As the op that it owns, which finds partners whenever it is applied.
class WithPartners final : public Op {
 public:
  WithPartners(std::unique_ptr<Op> op, int partners) : op_(std::move(op)), partners_(partners) {}

  std::vector<std::string> draw_names() const override { return op_->draw_names(); }
  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    return op_->output_shape(in, draws);
  }
  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    op_->draw(stream, in, out);
  }
  void apply(std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const override {
    for (int i = 1; i <= partners_; ++i) sample.partners.push_back(partner(sample, i));
    op_->apply(draws, stream, sample);
    sample.partners.clear();
  }
  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    return op_->part_used(in, draws);
  }
  double outcomes(const image::Shape& in) const override { return op_->outcomes(in); }

 private:
  static Sample partner(const Sample& sample, int seed) {
    const image::Shape shape = shape_of(sample.image);
    Sample made;
    std::visit(
        [&](auto raster) {
          std::size_t i = 0;
          for (auto& value : raster.values()) {
            value = static_cast<std::decay_t<decltype(value)>>(i++ * 37 % 251 * seed % 256);
          }
          made.image = std::move(raster);
        },
        sample.image);
    if (!sample.mask.values().empty()) made.mask = image::ImageU8(shape.height, shape.width, 1);
    return made;
  }

  std::unique_ptr<Op> op_;
  int partners_;
};

std::uint32_t bits(std::uint8_t value) { return value; }
std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

}  // namespace

image::ImageU8 patterned(int height, int width) {
  image::ImageU8 picture(height, width, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const int value = x * 7 + y * 13 + c * 50 + (x * y) % 11 * 9;
        picture.pixel(y, x)[c] = static_cast<std::uint8_t>(value % 256);
      }
    }
  }
  return picture;
}

image::ImageU8 patterned_mask(int height, int width) {
  image::ImageU8 mask(height, width, 1);
  const image::ImageU8 picture = patterned(height, width);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) *mask.pixel(y, x) = *picture.pixel(y, x);
  }
  return mask;
}

std::uint32_t checksum(const image::Image& picture) {
  return std::visit(
      [](const auto& p) {
        std::uint32_t sum = 0;
        std::uint32_t i = 0;
        for (const auto value : p.values()) sum += (i++ % 65521 + 1) * bits(value);
        return sum;
      },
      picture);
}

std::unique_ptr<Op> make_op(const std::string& name, const std::string& params,
                            const OpContext& context) {
  const OpKind& kind = op_kind(name);
  if (!kind.schema.takes_ops) return kind.make(params_of(name, params, 1), context);
  const recipe::Recipe recipe = recipe_of_text("[[augment]]\nop = \"" + name + "\"\n" + params);
  const recipe::Augment& augment = recipe.augments.front();
  return kind.make_around(augment.params, OpList(augment.ops, context, ListPlace::kInsideAnOp));
}

recipe::Recipe recipe_of_text(const std::string& augments) {
  recipe::Vocabulary words;
  for (const OpKind& kind : op_kinds()) words.ops.push_back(kind.schema);
  recipe::Recipe recipe;
  recipe.seed = 20261129;
  recipe.augments = recipe::parse_augments(augments, "recipe.toml", words);
  return recipe;
}

OpContext context_for(const std::string& op, int keypoints) {
  OpContext context = with_keypoints(op_kind(op).partners > 0 ? 0 : keypoints, {{}});
  context.samples = 1000;
  return context;
}

std::unique_ptr<Op> make_op_with_partners(const std::string& name, const std::string& params,
                                          const OpContext& context) {
  std::unique_ptr<Op> op = make_op(name, params, context);
  const int partners = op_kind(name).partners;
  if (partners == 0) return op;
  return std::make_unique<WithPartners>(std::move(op), partners);
}

OpContext with_keypoints(int count, std::optional<std::vector<std::pair<int, int>>> flip_pairs) {
  OpContext context;
  context.keypoints.count = count;
  context.keypoints.flip_pairs = std::move(flip_pairs);
  return context;
}

streams::Stream stream_at(std::uint64_t sample, std::uint32_t epoch) {
  return {20261129, streams::CanonicalGrid(64, 16).address(epoch, sample, 12)};
}

std::vector<float> draws_of(const Op& op, const streams::Stream& stream, const image::Shape& in) {
  std::vector<float> draws(op.draw_names().size(), -1000.0F);
  op.draw(stream, in, draws);
  return draws;
}

image::Image applied(const Op& op, const image::Image& picture, std::vector<float> draws) {
  Sample sample;
  sample.image = picture;
  op.apply(draws, stream_at(0), sample);
  return sample.image;
}

recipe::Recipe recipe_of(const std::vector<AugmentText>& augments) {
  recipe::Recipe recipe;
  recipe.seed = 20261129;
  std::map<std::string, int> occurrences;
  for (const AugmentText& text : augments) {
    recipe::Augment augment;
    augment.op = text.op;
    augment.params = params_of(text.op, text.params, text.line);
    augment.occurrence = occurrences[text.op]++;
    augment.stream = text.stream;
    augment.is_enabled = text.is_enabled;
    augment.where = {"recipe.toml", text.line, 1};
    recipe.augments.push_back(std::move(augment));
  }
  return recipe;
}

}  // namespace epochmill::ops
