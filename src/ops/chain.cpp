#include "ops/chain.hpp"

#include <utility>

#include "base/error.hpp"
#include "ops/boxes.hpp"
#include "ops/keypoints.hpp"

namespace epochmill::ops {
namespace {

// Runs `work` with the op's place in the recipe before its message. At plan time a picture that
// does not fit an op is a fault of the recipe, whatever the op calls it.
template <typename Work>
auto at_plan_time(const recipe::Location& where, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    const bool is_input = error.kind() == ErrorKind::kInput;
    throw Error(is_input ? ErrorKind::kUsage : error.kind(), where.text() + ": " + error.what());
  }
}

// Those inside others are among them: no two may draw the same numbers.
void check_ids(const std::vector<recipe::Augment>& augments) {
  const std::vector<const recipe::Augment*> all = recipe::enabled_augments(augments);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::uint32_t id = id_of(*all[i]);
    for (std::size_t k = 0; k < i; ++k) {
      if (id_of(*all[k]) != id) continue;
      throw usage_error(
          "{}: {} has the stream {}, and so has {} at {}: they would draw the same numbers; give "
          "one of them another `stream`",
          all[i]->where.text(), label_of(*all[i]), id, label_of(*all[k]), all[k]->where.text());
    }
  }
}

void check_kept_names(const OpList& ops) {
  for (std::size_t i = 0; i < ops.size(); ++i) {
    for (std::size_t k = 0; k < i && !ops[i].kept_name.empty(); ++k) {
      if (ops[k].kept_name != ops[i].kept_name) continue;
      throw usage_error("{}: keep has the name \"{}\", and so has keep at {}; choose another",
                        ops[i].where.text(), ops[i].kept_name, ops[k].where.text());
    }
  }
}

OpContext context_of(const recipe::Recipe& recipe, OpContext context) {
  context.min_box_area = recipe.min_box_area;
  return context;
}

}  // namespace

Chain::Chain(const recipe::Recipe& recipe, const OpContext& context)
    : seed_(recipe.seed),
      grid_(recipe.stream_ranks, recipe.stream_threads),
      ops_(recipe.augments, context_of(recipe, context), ListPlace::kRecipe) {
  check_ids(recipe.augments);
  check_kept_names(ops_);
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    if (ops_[i].views == 1) continue;
    if (view_op_) {
      throw usage_error(
          "{}: {} makes several rows of a sample, and so does {} at {}; a recipe can have one such "
          "op",
          ops_[i].where.text(), ops_[i].label, ops_[*view_op_].label, ops_[*view_op_].where.text());
    }
    view_op_ = i;
    views_ = static_cast<std::uint32_t>(ops_[i].views);
  }
}

void Chain::set_view(std::span<float> draws, std::uint32_t view) const {
  if (view >= views_) throw internal_error("there are {} views, and no view {}", views_, view);
  if (view_op_) draws[ops_[*view_op_].first_draw] = static_cast<float>(view);
}

image::Shape Chain::output_shape(const image::Shape& in) const {
  image::Shape shape = in;
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    shape = at_plan_time(ops_[i].where, [&] { return ops_[i].op->output_shape(shape, {}); });
  }
  return shape;
}

std::vector<KeptShape> Chain::kept_shapes(const image::Shape& in) const {
  std::vector<KeptShape> kept;
  image::Shape shape = in;
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    if (!ops_[i].kept_name.empty()) kept.push_back({ops_[i].kept_name, shape});
    shape = at_plan_time(ops_[i].where, [&] { return ops_[i].op->output_shape(shape, {}); });
  }
  return kept;
}

std::vector<double> Chain::outcomes_of_ops(const image::Shape& in) const {
  std::vector<double> outcomes;
  image::Shape shape = in;
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    outcomes.push_back(ops_.outcomes(i, shape));
    shape = ops_.output_shape(i, shape, {});
  }
  return outcomes;
}

double Chain::outcomes(const image::Shape& in) const {
  double product = 1;
  for (const double outcomes : outcomes_of_ops(in)) product *= outcomes;
  return product;
}

std::string Chain::scarcest_op(const image::Shape& in) const {
  const std::vector<double> outcomes = outcomes_of_ops(in);
  std::string scarcest;
  double fewest = 0;
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    if (outcomes[i] <= 1 || (!scarcest.empty() && outcomes[i] >= fewest)) continue;
    scarcest = ops_[i].label;
    fewest = outcomes[i];
  }
  return scarcest;
}

void Chain::draw(const Pass& pass, const image::Shape& in, std::span<float> out) const {
  if (out.size() != draw_names().size()) {
    throw internal_error("room for {} draws where there are {}", out.size(), draw_names().size());
  }
  const streams::Stream any = stream(pass);
  image::Shape shape = in;
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    ops_.draw(i, any, shape, out);
    shape = ops_.output_shape(i, shape, out);
  }
}

void Chain::check_draws(std::span<const float> draws) const {
  if (draws.size() == draw_names().size()) return;
  throw internal_error("{} draws where there are {}", draws.size(), draw_names().size());
}

void Chain::begin(const Sample& source, Sample& made) const {
  made.kept = source.kept;
  made.keypoints = source.keypoints;
  made.boxes = source.boxes;
  made.mask = source.mask;
  const image::Shape shape = shape_of(source.image);
  hide_outside(made.keypoints, {shape.height, shape.width});
  clip_boxes(made.boxes, {shape.height, shape.width});
  ops_.drop_boxes(made);
}

void Chain::run(std::size_t first, std::size_t last, const streams::Stream& stream,
                std::span<const float> draws, const image::Image& source, Sample& made) const {
  if (first == last) made.image = source;
  for (std::size_t i = first; i < last; ++i) {
    if (i == first) {
      ops_.apply_from(i, source, draws, stream, made);
    } else {
      ops_.apply(i, draws, stream, made);
    }
  }
}

void Chain::apply(const Pass& pass, std::span<const float> draws, const Sample& source,
                  Sample& made) const {
  check_draws(draws);
  begin(source, made);
  run(0, ops_.size(), stream(pass), draws, source.image, made);
}

void Chain::apply(const Pass& pass, std::span<const float> draws, Sample& sample) const {
  const Sample source = std::move(sample);
  apply(pass, draws, source, sample);
}

void Chain::apply_views(const Pass& pass, std::span<const float> draws, const Sample& source,
                        Sample& made, const SeeView& see) const {
  if (!view_op_) {
    apply(pass, draws, source, made);
    return see(0, made);
  }
  check_draws(draws);
  const streams::Stream any = stream(pass);
  Sample before;
  begin(source, before);
  if (*view_op_ > 0) run(0, *view_op_, any, draws, source.image, before);
  const image::Image& picture = *view_op_ > 0 ? before.image : source.image;
  std::vector<float> of_view(draws.begin(), draws.end());
  for (std::uint32_t view = 0; view < views_; ++view) {
    set_view(of_view, view);
    made.kept = before.kept;
    made.keypoints = before.keypoints;
    made.boxes = before.boxes;
    made.mask = before.mask;
    run(*view_op_, ops_.size(), any, of_view, picture, made);
    see(view, made);
  }
}

image::Box Chain::part_used(const image::Shape& in, std::span<const float> draws) const {
  if (ops_.size() == 0 || view_op_ == std::size_t{0}) return {0, 0, in.height, in.width};
  return ops_.part_used(0, in, draws);
}

streams::Stream Chain::stream(const Pass& pass) const {
  return {seed_, grid_.address(pass.epoch, pass.sample, 0), pass.redraw};
}

}  // namespace epochmill::ops
