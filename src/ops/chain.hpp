// The ops of a recipe, one after the other.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ops/op.hpp"
#include "recipe/recipe.hpp"
#include "streams/address.hpp"

namespace epochmill::ops {

// Which (epoch, sample, attempt) a pass through the chain is for.
struct Pass {
  std::uint32_t epoch = 0;
  std::uint64_t sample = 0;
  std::uint32_t redraw = 0;
};

// Shape of a picture set aside by `keep`.
struct KeptShape {
  std::string name;
  image::Shape shape;
};

// What an op of a recipe is called: "random_crop", and "random_crop_2" for the second of its kind.
std::string label_of(const recipe::Augment& augment);
// The id of its streams: `stream = N`, or that of its kind and occurrence. Throws `usage` with the
// place in the recipe when N is out of range, or there are more than four of a kind.
std::uint32_t id_of(const recipe::Augment& augment);

// Immutable after construction: every thread may call every method.
class Chain {
 public:
  // Throws `usage` with the place in the recipe: two equal op ids, more than four of a kind, two
  // `keep` of one name, and whatever an op refuses. Disabled ops are left out, and not checked.
  Chain(const recipe::Recipe& recipe, const OpContext& context);

  // One column for each number drawn: "random_crop.top"; the second of a kind is
  // "random_crop_2.top".
  const std::vector<std::string>& draw_names() const { return draw_names_; }

  // Final shape for a source picture of shape `in` at plan time; unknown sides are 0. Throws as
  // Op::output_shape, with the op's place in the recipe, and always `usage`: a size that all
  // pictures have is the recipe's business.
  image::Shape output_shape(const image::Shape& in) const;
  std::vector<KeptShape> kept_shapes(const image::Shape& in) const;

  // Product of the ops' outcomes for a source picture of shape `in`. Throws `input`, naming the op,
  // when the picture does not fit; so do scarcest_op, draw and apply.
  double outcomes(const image::Shape& in) const;
  // The op with the fewest outcomes above 1, by name; "" when there is no chance at all.
  std::string scarcest_op(const image::Shape& in) const;

  // Whether draws hang on the sample's boxes.
  bool looks_at_boxes() const { return boxes_end_ > 0; }

  // The draws of one pass for a source picture of shape `in` with `boxes` in its pixels:
  // draw_names().size() numbers. Where looks_at_boxes() is false, boxes need not be given.
  void draw(const Pass& pass, const image::Shape& in, std::span<const image::ObjectBox> boxes,
            std::span<float> out) const;
  void draw(const Pass& pass, const image::Shape& in, std::span<float> out) const {
    draw(pass, in, {}, out);
  }

  // Makes of `source` what the ops give with those draws; what `made` held before is lost. Boxes
  // are clipped to the picture, and dropped with their labels when they are smaller than the
  // recipe's min_box_area: at first, and after every op. Only the bulk draws use `pass`, and they
  // do not depend on its redraw.
  void apply(const Pass& pass, std::span<const float> draws, const Sample& source,
             Sample& made) const;
  // The same in place.
  void apply(const Pass& pass, std::span<const float> draws, Sample& sample) const;

  // The part of a source picture of shape `in` that apply() looks at: pixels outside may be
  // anything.
  image::Box part_used(const image::Shape& in, std::span<const float> draws) const;

 private:
  struct Link {
    std::string label;  // "random_crop", "random_crop_2"
    std::uint32_t id = 0;
    std::unique_ptr<Op> op;
    std::size_t first_draw = 0;
    std::size_t draw_count = 0;
    recipe::Location where;
    std::string kept_name;  // of a `keep`; "" otherwise
  };
  void add(Link link);
  void clean(const image::Shape& shape, Sample& sample) const;
  std::vector<double> outcomes_of_links(const image::Shape& in) const;
  streams::Stream stream(const Link& link, const Pass& pass) const;

  std::uint64_t seed_;
  streams::CanonicalGrid grid_;
  double min_box_area_;
  int keypoint_count_;
  std::vector<Link> links_;
  std::vector<std::string> draw_names_;
  std::size_t boxes_end_ = 0;  // one past the last link that looks at boxes
};

}  // namespace epochmill::ops
