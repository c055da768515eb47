// The ops of a recipe, one after the other.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "ops/fusion.hpp"
#include "ops/mixing.hpp"
#include "ops/op.hpp"
#include "ops/op_list.hpp"
#include "ops/partners.hpp"
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

// Immutable after construction: every thread may call every method.
class Chain {
 public:
  // Throws `usage` with the place in the recipe: two equal op ids, more than four of a kind, two
  // `keep` of one name, two ops that make several rows of a sample or mix samples, one of either
  // before an op that looks at boxes, and whatever an op refuses. Disabled ops are left out, and
  // not checked.
  Chain(const recipe::Recipe& recipe, const OpContext& context);

  // One column for each number drawn: "random_crop.top"; the second of a kind is
  // "random_crop_2.top".
  const std::vector<std::string>& draw_names() const { return ops_.draw_names(); }

  // Rows that are made of each (epoch, sample): 1, or as many as five_crop or ten_crop cuts out.
  std::uint32_t views() const { return views_; }
  // `draws` as those of view `view`: all views have the same but for one number, which says the
  // view. draw() gives those of view 0. Throws `internal` for a view that is not there.
  void set_view(std::span<float> draws, std::uint32_t view) const;

  // How many other samples are mixed into each; 0 without a mixing op.
  int partners() const { return mixing_ ? mixing_->partners() : 0; }

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
  // recipe's min_box_area: at first, and after every op. Where the recipe says `fuse`, ops in a row
  // with a motion are one Fusion. Only the bulk draws use `pass`, and they do not depend on its
  // redraw. A chain with a mixing op needs `partners`.
  void apply(const Pass& pass, std::span<const float> draws, const Sample& source, Sample& made,
             const Partners* partners = nullptr) const;
  // The same in place.
  void apply(const Pass& pass, std::span<const float> draws, Sample& sample) const;

  // Likewise for every view in turn, whatever view `draws` are of; the ops before the one that
  // makes several work once. `made` is room, and holds a view while it is shown.
  using SeeView = std::function<void(std::uint32_t view, const Sample& made)>;
  void apply_views(const Pass& pass, std::span<const float> draws, const Sample& source,
                   Sample& made, const SeeView& see, const Partners* partners = nullptr) const;

  // The part of a source picture of shape `in` that apply() looks at, for all views: pixels outside
  // may be anything.
  image::Box part_used(const image::Shape& in, std::span<const float> draws) const;

 private:
  // What the ops work with, whichever of them.
  struct Work {
    const Pass& pass;
    std::span<const float> draws;
    const Partners* partners;
  };
  // The ops from `first` on that are done at once, on a picture of shape `in`.
  struct FusedRun {
    std::size_t end;
    Fusion fusion;
  };
  void find_view_op();
  void find_mixing_op(const recipe::Recipe& recipe, const OpContext& context);
  void find_ops_that_look_at_boxes();

  // Ops [first, last) on the picture `source`, whose annotations `made` has already.
  void run(std::size_t first, std::size_t last, const Work& work, const image::Image& source,
           Sample& made) const;
  std::optional<FusedRun> fused_run(std::size_t first, const image::Shape& in,
                                    std::span<const float> draws) const;
  void begin(const Sample& source, Sample& made) const;
  void clean(const image::Shape& shape, Sample& sample) const;
  void check_draws(std::span<const float> draws) const;
  std::vector<double> outcomes_of_ops(const image::Shape& in) const;
  streams::Stream stream(const Pass& pass) const;

  std::uint64_t seed_;
  streams::CanonicalGrid grid_;
  double min_box_area_;
  bool is_fused_;
  int keypoint_count_;
  OpList ops_;
  std::uint32_t views_ = 1;
  std::optional<std::size_t> view_op_;  // the one that makes several rows of a sample
  std::optional<std::size_t> mixing_op_;
  std::optional<Mixing> mixing_;  // of mixing_op_
  std::size_t boxes_end_ = 0;     // one past the last op that looks at boxes
};

}  // namespace epochmill::ops
