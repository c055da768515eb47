#include "ops/op_list.hpp"

#include <utility>

#include "base/error.hpp"
#include "ops/boxes.hpp"
#include "ops/keep.hpp"
#include "ops/ops.hpp"
#include "streams/address.hpp"

namespace epochmill::ops {
namespace {

// Runs `work` with the op's name before its message: the sample's, or the place in the recipe, is
// added above.
template <typename Work>
auto named(const std::string& label, Work work) {
  try {
    return work();
  } catch (const Error& error) {
    throw Error(error.kind(), label + ": " + error.what());
  }
}

// How many samples the ops inside one of `kind` take in. Throws `usage` where they may not.
int partners_of(const OpList& inside, const OpKind& kind) {
  int partners = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const OpList::Item& item = inside[i];
    if (item.partners == 0) continue;
    if (!kind.is_choice) {
      throw usage_error(
          "{}: {} mixes samples, and cannot stand inside {}; put it into a random_choice, or "
          "outside "
          "with a p of its own",
          item.where.text(), item.label, kind.schema.name);
    }
    if (partners > 0 && item.partners != partners) {
      throw usage_error("{}: {} takes in {} other samples, and an op before it {}: not in one {}",
                        item.where.text(), item.label, item.partners, partners, kind.schema.name);
    }
    partners = item.partners;
  }
  return partners;
}

void make(const OpKind& kind, const recipe::Augment& augment, const OpContext& context,
          OpList::Item& item) {
  item.partners = kind.partners;
  if (!kind.schema.takes_ops) {
    item.op = kind.make(augment.params, context);
    return;
  }
  OpList inside(augment.ops, context, ListPlace::kInsideAnOp);
  if (inside.size() == 0) {
    throw usage_error("{}: all ops inside {} are disabled; disable it as a whole, or enable one",
                      augment.where.text(), augment.op);
  }
  item.partners = partners_of(inside, kind);
  item.op = kind.make_around(augment.params, std::move(inside));
}

OpList::Item item_of(const recipe::Augment& augment, const OpContext& context, ListPlace place) {
  const OpKind& kind = op_kind(augment.op);
  if (place == ListPlace::kInsideAnOp && *kind.top_only != '\0') {
    throw usage_error("{}: {} cannot stand inside another op: {}", augment.where.text(), augment.op,
                      kind.top_only);
  }
  OpList::Item item;
  item.label = label_of(augment);
  item.id = id_of(augment);
  item.where = augment.where;
  make(kind, augment, context, item);
  if (augment.op == kKeepName) item.kept_name = augment.params.text("name");
  if (kind.views != nullptr) item.views = kind.views(augment.params);
  return item;
}

// A name with a dot is that of an op inside.
std::string column_name(const std::string& label, const std::string& name) {
  return name.find('.') == std::string::npos ? label + "." + name : name;
}

}  // namespace

std::string label_of(const recipe::Augment& augment) {
  if (augment.occurrence == 0) return augment.op;
  return fmt::format("{}_{}", augment.op, augment.occurrence + 1);
}

std::uint32_t id_of(const recipe::Augment& augment) {
  if (!augment.stream) {
    return named(augment.where.text(),
                 [&] { return streams::op_id(op_kind(augment.op).number, augment.occurrence); });
  }
  if (*augment.stream < 0 || *augment.stream >= static_cast<int>(streams::kFirstReservedOp)) {
    throw usage_error("{}: stream is {}; a number from 0 to {} was expected", augment.where.text(),
                      *augment.stream, streams::kFirstReservedOp - 1);
  }
  return static_cast<std::uint32_t>(*augment.stream);
}

OpList::OpList(const std::vector<recipe::Augment>& augments, const OpContext& context,
               ListPlace place)
    : min_box_area_(context.min_box_area), listed_(augments.size()) {
  for (std::size_t i = 0; i < augments.size(); ++i) {
    if (!augments[i].is_enabled) continue;
    Item item = item_of(augments[i], context, place);
    item.listed = i;
    const std::vector<std::string> names = item.op->draw_names();
    item.first_draw = draw_names_.size();
    item.draw_count = names.size();
    for (const std::string& name : names) draw_names_.push_back(column_name(item.label, name));
    items_.push_back(std::move(item));
  }
}

std::span<const float> OpList::own(std::size_t i, std::span<const float> draws) const {
  return draws.subspan(items_[i].first_draw, items_[i].draw_count);
}

image::Shape OpList::output_shape(std::size_t i, const image::Shape& in,
                                  std::span<const float> draws) const {
  return named(items_[i].label, [&] {
    return items_[i].op->output_shape(in, draws.empty() ? draws : own(i, draws));
  });
}

void OpList::draw(std::size_t i, const streams::Stream& stream, const image::Shape& in,
                  std::span<const image::ObjectBox> boxes, std::span<float> out) const {
  const Item& item = items_[i];
  named(item.label, [&] {
    item.op->draw_among(stream.of_op(item.id), in, boxes,
                        out.subspan(item.first_draw, item.draw_count));
  });
}

std::vector<std::uint64_t> OpList::partners(std::size_t i, std::span<const float> draws) const {
  return named(items_[i].label, [&] { return items_[i].op->partners(own(i, draws)); });
}

std::optional<Motion> OpList::motion(std::size_t i, const image::Shape& in,
                                     std::span<const float> draws) const {
  return named(items_[i].label, [&] { return items_[i].op->motion(in, own(i, draws)); });
}

image::Box OpList::part_used(std::size_t i, const image::Shape& in,
                             std::span<const float> draws) const {
  return items_[i].op->part_used(in, own(i, draws));
}

double OpList::outcomes(std::size_t i, const image::Shape& in) const {
  return named(items_[i].label, [&] { return items_[i].op->outcomes(in); });
}

void OpList::apply(std::size_t i, std::span<const float> draws, const streams::Stream& stream,
                   Sample& sample) const {
  const Item& item = items_[i];
  named(item.label, [&] { item.op->apply(own(i, draws), stream.of_op(item.id), sample); });
  drop_boxes(sample);
}

void OpList::apply_from(std::size_t i, const image::Image& in, std::span<const float> draws,
                        const streams::Stream& stream, Sample& sample) const {
  const Item& item = items_[i];
  named(item.label, [&] { item.op->apply_from(in, own(i, draws), stream.of_op(item.id), sample); });
  drop_boxes(sample);
}

void OpList::drop_boxes(Sample& sample) const { drop_small_boxes(sample.boxes, min_box_area_); }

}  // namespace epochmill::ops
