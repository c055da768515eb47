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

image::Image blank(const image::Shape& shape) {
  if (shape.type == image::PixelType::kF32) {
    return image::ImageF32(shape.height, shape.width, shape.channels);
  }
  return image::ImageU8(shape.height, shape.width, shape.channels);
}

OpContext context_of(const recipe::Recipe& recipe, OpContext context) {
  context.min_box_area = recipe.min_box_area;
  return context;
}

// Where `op` stands, for an error about it and another one.
std::string shown(const OpList::Item& op) {
  return fmt::format("{} at {}", op.label, op.where.text());
}

}  // namespace

Chain::Chain(const recipe::Recipe& recipe, const OpContext& context)
    : seed_(recipe.seed),
      grid_(recipe.stream_ranks, recipe.stream_threads),
      min_box_area_(recipe.min_box_area),
      is_fused_(recipe.fuse),
      keypoint_count_(context.keypoints.count),
      ops_(recipe.augments, context_of(recipe, context), ListPlace::kRecipe) {
  check_ids(recipe.augments);
  check_kept_names(ops_);
  find_view_op();
  find_mixing_op(recipe, context);
  find_ops_that_look_at_boxes();
}

void Chain::find_view_op() {
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    if (ops_[i].views == 1) continue;
    if (view_op_) {
      throw usage_error(
          "{}: {} makes several rows of a sample, and so does {}; a recipe can have one such op",
          ops_[i].where.text(), ops_[i].label, shown(ops_[*view_op_]));
    }
    view_op_ = i;
    views_ = static_cast<std::uint32_t>(ops_[i].views);
  }
}

void Chain::find_mixing_op(const recipe::Recipe& recipe, const OpContext& context) {
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    if (ops_[i].partners == 0) continue;
    if (mixing_op_) {
      throw usage_error(
          "{}: {} mixes samples, and so does {}: a row has one label to mix its own with; take one "
          "of them out",
          ops_[i].where.text(), ops_[i].label, shown(ops_[*mixing_op_]));
    }
    if (view_op_) {
      throw usage_error(
          "{}: {} mixes samples, and {} makes several rows of each: which of them would be mixed "
          "is "
          "not defined; take one of the two out",
          ops_[i].where.text(), ops_[i].label, shown(ops_[*view_op_]));
    }
    mixing_op_ = i;
    mixing_.emplace(recipe, ops_[i].listed, ops_[i].partners, context);
  }
}

void Chain::find_ops_that_look_at_boxes() {
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    if (!ops_[i].op->looks_at_boxes()) continue;
    boxes_end_ = i + 1;
    for (const std::optional<std::size_t>& other : {view_op_, mixing_op_}) {
      if (!other || *other > i) continue;
      throw usage_error(
          "{}: the draws of {} hang on the boxes of the sample, and {} makes others of them; put "
          "it "
          "before that",
          ops_[i].where.text(), ops_[i].label, shown(ops_[*other]));
    }
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

// What a sample is before the first op: nothing reaches out of the picture, and no box is too
// small.
void Chain::clean(const image::Shape& shape, Sample& sample) const {
  hide_outside(sample.keypoints, {shape.height, shape.width});
  clip_boxes(sample.boxes, {shape.height, shape.width});
  ops_.drop_boxes(sample);
}

void Chain::draw(const Pass& pass, const image::Shape& in, std::span<const image::ObjectBox> boxes,
                 std::span<float> out) const {
  if (out.size() != draw_names().size()) {
    throw internal_error("room for {} draws where there are {}", out.size(), draw_names().size());
  }
  const streams::Stream any = stream(pass);
  image::Shape shape = in;
  Sample moved;  // up to the last op that looks at boxes
  if (boxes_end_ > 0) moved.boxes.assign(boxes.begin(), boxes.end());
  clean(shape, moved);
  if (boxes_end_ > 1) {
    moved.image = blank(shape);
    moved.keypoints.resize(static_cast<std::size_t>(keypoint_count_));
  }
  for (std::size_t i = 0; i < ops_.size(); ++i) {
    ops_.draw(i, any, shape, moved.boxes, out);
    shape = ops_.output_shape(i, shape, out);
    if (i + 1 < boxes_end_) ops_.apply(i, out, any, moved);
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
  made.mix = source.mix;
  clean(shape_of(source.image), made);
}

void Chain::run(std::size_t first, std::size_t last, const Work& work, const image::Image& source,
                Sample& made) const {
  const streams::Stream any = stream(work.pass);
  if (first == last) made.image = source;
  for (std::size_t i = first; i < last;) {
    const image::Image& in = i == first ? source : made.image;
    if (const auto fused = fused_run(i, shape_of(in), work.draws)) {
      fused->fusion.apply(in, min_box_area_, made);
      i = fused->end;
      continue;
    }
    if (mixing_op_ == i) {
      mixing_->gather(work.pass, ops_.partners(i, work.draws), work.partners, made);
    }
    if (i == first) {
      ops_.apply_from(i, source, work.draws, any, made);
    } else {
      ops_.apply(i, work.draws, any, made);
    }
    made.partners.clear();
    ++i;
  }
}

std::optional<Chain::FusedRun> Chain::fused_run(std::size_t first, const image::Shape& in,
                                                std::span<const float> draws) const {
  if (!is_fused_) return std::nullopt;
  std::vector<Motion> motions;
  image::Shape shape = in;
  std::size_t end = first;
  for (; end < ops_.size(); ++end) {
    const std::optional<Motion> motion = ops_.motion(end, shape, draws);
    if (!motion) break;
    motions.push_back(*motion);
    shape.height = motion->size.height;
    shape.width = motion->size.width;
  }
  auto fusion = Fusion::of(in, std::move(motions));
  if (!fusion) return std::nullopt;
  return FusedRun{end, *std::move(fusion)};
}

void Chain::apply(const Pass& pass, std::span<const float> draws, const Sample& source,
                  Sample& made, const Partners* partners) const {
  check_draws(draws);
  begin(source, made);
  run(0, ops_.size(), {pass, draws, partners}, source.image, made);
}

void Chain::apply(const Pass& pass, std::span<const float> draws, Sample& sample) const {
  const Sample source = std::move(sample);
  apply(pass, draws, source, sample);
}

void Chain::apply_views(const Pass& pass, std::span<const float> draws, const Sample& source,
                        Sample& made, const SeeView& see, const Partners* partners) const {
  if (!view_op_) {
    apply(pass, draws, source, made, partners);
    return see(0, made);
  }
  check_draws(draws);
  Sample before;
  begin(source, before);
  if (*view_op_ > 0) run(0, *view_op_, {pass, draws, partners}, source.image, before);
  const image::Image& picture = *view_op_ > 0 ? before.image : source.image;
  std::vector<float> of_view(draws.begin(), draws.end());
  for (std::uint32_t view = 0; view < views_; ++view) {
    set_view(of_view, view);
    made.kept = before.kept;
    made.keypoints = before.keypoints;
    made.boxes = before.boxes;
    made.mask = before.mask;
    made.mix = before.mix;
    run(*view_op_, ops_.size(), {pass, of_view, partners}, picture, made);
    see(view, made);
  }
}

image::Box Chain::part_used(const image::Shape& in, std::span<const float> draws) const {
  if (ops_.size() == 0 || view_op_ == std::size_t{0}) return {0, 0, in.height, in.width};
  if (const auto fused = fused_run(0, in, draws)) return fused->fusion.part_used();
  return ops_.part_used(0, in, draws);
}

streams::Stream Chain::stream(const Pass& pass) const {
  return {seed_, grid_.address(pass.epoch, pass.sample, 0), pass.redraw};
}

}  // namespace epochmill::ops
