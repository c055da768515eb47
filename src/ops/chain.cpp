#include "ops/chain.hpp"

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "ops/boxes.hpp"
#include "ops/keep.hpp"
#include "ops/keypoints.hpp"
#include "ops/ops.hpp"

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

// Runs `work` with the op's name before its message: the sample's is added above.
template <typename Work>
auto for_sample(const std::string& label, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(error.kind(), label + ": " + error.what());
  }
}

image::Image blank(const image::Shape& shape) {
  if (shape.type == image::PixelType::kF32) {
    return image::ImageF32(shape.height, shape.width, shape.channels);
  }
  return image::ImageU8(shape.height, shape.width, shape.channels);
}

}  // namespace

std::string label_of(const recipe::Augment& augment) {
  if (augment.occurrence == 0) return augment.op;
  return fmt::format("{}_{}", augment.op, augment.occurrence + 1);
}

std::uint32_t id_of(const recipe::Augment& augment) {
  if (!augment.stream) {
    return at_plan_time(augment.where, [&] {
      return streams::op_id(op_kind(augment.op).number, augment.occurrence);
    });
  }
  if (*augment.stream < 0 || *augment.stream >= static_cast<int>(streams::kFirstReservedOp)) {
    throw usage_error("{}: stream is {}; a number from 0 to {} was expected", augment.where.text(),
                      *augment.stream, streams::kFirstReservedOp - 1);
  }
  return static_cast<std::uint32_t>(*augment.stream);
}

Chain::Chain(const recipe::Recipe& recipe, const OpContext& context)
    : seed_(recipe.seed),
      grid_(recipe.stream_ranks, recipe.stream_threads),
      min_box_area_(recipe.min_box_area),
      keypoint_count_(context.keypoints.count) {
  for (const recipe::Augment& augment : recipe.augments) {
    if (!augment.is_enabled) continue;
    Link link;
    link.label = label_of(augment);
    link.id = id_of(augment);
    link.where = augment.where;
    link.op = op_kind(augment.op).make(augment.params, context);
    if (augment.op == kKeepName) link.kept_name = augment.params.text("name");
    const std::vector<std::string> names = link.op->draw_names();
    link.first_draw = draw_names_.size();
    link.draw_count = names.size();
    for (const std::string& name : names) draw_names_.push_back(link.label + "." + name);
    add(std::move(link));
  }
}

void Chain::add(Link link) {
  for (const Link& other : links_) {
    if (other.id == link.id) {
      throw usage_error(
          "{}: {} has the stream {}, and so has {} at {}: they would draw the same numbers; give "
          "one of them "
          "another `stream`",
          link.where.text(), link.label, link.id, other.label, other.where.text());
    }
    if (!link.kept_name.empty() && other.kept_name == link.kept_name) {
      throw usage_error("{}: keep has the name \"{}\", and so has keep at {}; choose another",
                        link.where.text(), link.kept_name, other.where.text());
    }
  }
  links_.push_back(std::move(link));
  if (links_.back().op->looks_at_boxes()) boxes_end_ = links_.size();
}

image::Shape Chain::output_shape(const image::Shape& in) const {
  image::Shape shape = in;
  for (const Link& link : links_) {
    shape = at_plan_time(link.where, [&] { return link.op->output_shape(shape, {}); });
  }
  return shape;
}

std::vector<KeptShape> Chain::kept_shapes(const image::Shape& in) const {
  std::vector<KeptShape> kept;
  image::Shape shape = in;
  for (const Link& link : links_) {
    if (!link.kept_name.empty()) kept.push_back({link.kept_name, shape});
    shape = at_plan_time(link.where, [&] { return link.op->output_shape(shape, {}); });
  }
  return kept;
}

std::vector<double> Chain::outcomes_of_links(const image::Shape& in) const {
  std::vector<double> outcomes;
  image::Shape shape = in;
  for (const Link& link : links_) {
    for_sample(link.label, [&] {
      outcomes.push_back(link.op->outcomes(shape));
      shape = link.op->output_shape(shape, {});
    });
  }
  return outcomes;
}

double Chain::outcomes(const image::Shape& in) const {
  double product = 1;
  for (const double outcomes : outcomes_of_links(in)) product *= outcomes;
  return product;
}

std::string Chain::scarcest_op(const image::Shape& in) const {
  const std::vector<double> outcomes = outcomes_of_links(in);
  std::string scarcest;
  double fewest = 0;
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (outcomes[i] <= 1 || (!scarcest.empty() && outcomes[i] >= fewest)) continue;
    scarcest = links_[i].label;
    fewest = outcomes[i];
  }
  return scarcest;
}

// What a sample is before the first op: nothing reaches out of the picture, and no box is too
// small.
void Chain::clean(const image::Shape& shape, Sample& sample) const {
  hide_outside(sample.keypoints, {shape.height, shape.width});
  clip_boxes(sample.boxes, {shape.height, shape.width});
  drop_small_boxes(sample.boxes, min_box_area_);
}

void Chain::draw(const Pass& pass, const image::Shape& in, std::span<const image::ObjectBox> boxes,
                 std::span<float> out) const {
  if (out.size() != draw_names_.size()) {
    throw internal_error("room for {} draws where there are {}", out.size(), draw_names_.size());
  }
  image::Shape shape = in;
  Sample moved;  // up to the last op that looks at boxes
  if (boxes_end_ > 0) moved.boxes.assign(boxes.begin(), boxes.end());
  clean(shape, moved);
  if (boxes_end_ > 1) {
    moved.image = blank(shape);
    moved.keypoints.resize(static_cast<std::size_t>(keypoint_count_));
  }
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const Link& link = links_[i];
    const std::span<float> draws = out.subspan(link.first_draw, link.draw_count);
    for_sample(link.label, [&] {
      link.op->draw_among(stream(link, pass), shape, moved.boxes, draws);
      shape = link.op->output_shape(shape, draws);
      if (i + 1 >= boxes_end_) return;
      link.op->apply(draws, stream(link, pass), moved);
      drop_small_boxes(moved.boxes, min_box_area_);
    });
  }
}

void Chain::apply(const Pass& pass, std::span<const float> draws, const Sample& source,
                  Sample& made) const {
  if (draws.size() != draw_names_.size()) {
    throw internal_error("{} draws where there are {}", draws.size(), draw_names_.size());
  }
  made.kept = source.kept;
  made.keypoints = source.keypoints;
  made.boxes = source.boxes;
  made.mask = source.mask;
  clean(shape_of(source.image), made);
  if (links_.empty()) made.image = source.image;
  for (const Link& link : links_) {
    const auto own = draws.subspan(link.first_draw, link.draw_count);
    for_sample(link.label, [&] {
      if (&link == &links_.front()) {
        link.op->apply_from(source.image, own, stream(link, pass), made);
      } else {
        link.op->apply(own, stream(link, pass), made);
      }
    });
    drop_small_boxes(made.boxes, min_box_area_);
  }
}

void Chain::apply(const Pass& pass, std::span<const float> draws, Sample& sample) const {
  const Sample source = std::move(sample);
  apply(pass, draws, source, sample);
}

image::Box Chain::part_used(const image::Shape& in, std::span<const float> draws) const {
  if (links_.empty()) return {0, 0, in.height, in.width};
  const Link& first = links_.front();
  return first.op->part_used(in, draws.subspan(first.first_draw, first.draw_count));
}

streams::Stream Chain::stream(const Link& link, const Pass& pass) const {
  return {seed_, grid_.address(pass.epoch, pass.sample, link.id), pass.redraw};
}

}  // namespace epochmill::ops
