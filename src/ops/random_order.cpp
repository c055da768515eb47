#include "ops/random_order.hpp"

#include "base/error.hpp"
#include "ops/branches.hpp"
#include "ops/draw_value.hpp"
#include "ops/numbered_order.hpp"
#include "ops/op_list.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kOrder = 0;
constexpr const char* kName = "random_order";

using Sequence = std::vector<std::size_t>;

class RandomOrder final : public Op {
 public:
  explicit RandomOrder(OpList inside) : inside_(std::move(inside)) {
    constexpr std::size_t kMostOps = kMostOrdered;
    if (inside_.size() > kMostOps) {
      throw usage_error(
          "{}: random_order takes at most {} ops; put some of them together into a "
          "random_apply with p = 1",
          inside_[kMostOps].where.text(), kMostOps);
    }
    orders_ = order_count(size());
  }

  std::vector<std::string> draw_names() const override { return columns_around("order", inside_); }

  image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const override {
    if (draws.empty()) return planned_shape(in);
    image::Shape shape = in;
    for (const std::size_t i : sequence(draws)) {
      shape = inside_.output_shape(i, shape, draws.subspan(1));
    }
    return shape;
  }

  void draw(const streams::Stream& stream, const image::Shape& in,
            std::span<float> out) const override {
    planned_shape(in);  // so that a picture that does not fit is bad in every epoch
    out[0] = static_cast<float>(streams::integer_between(stream, kOrder, 0, orders_));
    image::Shape shape = in;
    for (const std::size_t i : sequence(out)) {
      inside_.draw(i, stream, shape, {}, out.subspan(1));
      shape = inside_.output_shape(i, shape, out.subspan(1));
    }
  }

  void apply(std::span<const float> draws, const streams::Stream& stream,
             Sample& sample) const override {
    for (const std::size_t i : sequence(draws)) {
      inside_.apply(i, draws.subspan(1), stream, sample);
    }
  }

  void apply_from(const image::Image& in, std::span<const float> draws,
                  const streams::Stream& stream, Sample& sample) const override {
    const Sequence order = sequence(draws);
    inside_.apply_from(order[0], in, draws.subspan(1), stream, sample);
    for (std::size_t k = 1; k < order.size(); ++k) {
      inside_.apply(order[k], draws.subspan(1), stream, sample);
    }
  }

  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    return inside_.part_used(sequence(draws)[0], in, draws.subspan(1));
  }

  // With the sizes that the order of the recipe gives.
  double outcomes(const image::Shape& in) const override {
    double product = orders_;
    image::Shape shape = in;
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      product *= inside_.outcomes(i, shape);
      shape = inside_.output_shape(i, shape, {});
    }
    return product;
  }

 private:
  Sequence sequence(std::span<const float> draws) const {
    const std::vector<int> order =
        numbered_order(whole_from_draw(draws[0], "order", 0, orders_ - 1), size());
    return {order.begin(), order.end()};
  }

  int size() const { return static_cast<int>(inside_.size()); }

  bool keeps(const image::Shape& in) const {
    for (std::size_t i = 0; i < inside_.size(); ++i) {
      if (inside_.output_shape(i, in, {}) != in) return false;
    }
    return true;
  }

  // What all orders have in common: of each set of ops that may have worked already, what any last
  // one of them gives.
  image::Shape planned_shape(const image::Shape& in) const {
    if (keeps(in)) return in;
    std::vector<image::Shape> after(std::size_t{1} << inside_.size(), in);
    for (std::size_t set = 1; set < after.size(); ++set) {
      bool is_first = true;
      for (std::size_t last = 0; last < inside_.size(); ++last) {
        const std::size_t bit = std::size_t{1} << last;
        if ((set & bit) == 0) continue;
        const image::Shape out = inside_.output_shape(last, after[set ^ bit], {});
        after[set] = is_first ? out : common_shape(after[set], out, kName);
        is_first = false;
      }
    }
    return after.back();
  }

  OpList inside_;
  int orders_ = 1;
};

}  // namespace

OpKind random_order_kind() {
  return {
      .number = 44,
      .schema = {.name = kName,
                 .summary = "Applies all the ops inside it, in an order drawn by chance.",
                 .params = {},
                 .notes = "",
                 .takes_ops = true},
      .help = {.draws = "order: the number of the order among all of them, from 0, sorted as "
                        "in a dictionary: 0 is that of the recipe, and of three ops 1 is first, "
                        "third, second. Each op inside draws from its own stream, as it would "
                        "outside; the columns of all follow. At most 10 ops.",
               .annotations = "Points, boxes and the mask follow the ops inside, in their order; "
                              "boxes that become too small are dropped after each of them.",
               .torchvision = "RandomOrder, but for the limit of 10 ops. The kind "
                              "of pixels must be the same in every order, and when the size is "
                              "not, something behind must make it one again.",
               .example = "\n  [[augment.ops]]\n  op = \"random_rotation\"\n  degrees = [30, "
                          "30]\n\n  [[augment.ops]]\n  op = \"pad\"\n  padding = 30\n  fill = 200"},
      .make_around = [](const recipe::Params&, OpList inside) -> std::unique_ptr<Op> {
        return std::make_unique<RandomOrder>(std::move(inside));
      }};
}

}  // namespace epochmill::ops
