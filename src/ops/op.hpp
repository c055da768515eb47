// An augmentation: a name, a schema, draws, a kernel. Draw and apply are apart, so that a sample
// can be made again from its address, or from the numbers of another library.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "image/geometry.hpp"
#include "image/image.hpp"
#include "ops/motion.hpp"
#include "ops/sample.hpp"
#include "recipe/params.hpp"
#include "recipe/recipe.hpp"
#include "streams/stream.hpp"

namespace epochmill::ops {

// Outcomes of an op that never repeats itself (noise per pixel).
inline constexpr double kEndlessOutcomes = std::numeric_limits<double>::infinity();

// Immutable after construction: every thread may call every method.
class Op {
 public:
  virtual ~Op() = default;

  // Names of the numbers that draw() gives, in order: the columns of /draws. Empty for an op
  // without chance. A name with a dot is a whole one, of an op inside this one.
  virtual std::vector<std::string> draw_names() const = 0;

  // The shape that apply() makes of `in`. Sides of 0 are not known yet: a side of the result that
  // hangs on one is 0 too. `draws` is empty at plan time; sides that hang on draws are 0 then.
  // Throws `usage` when the op cannot work on such a pixel type, and `input` when the picture is
  // too small for it.
  virtual image::Shape output_shape(const image::Shape& in, std::span<const float> draws) const = 0;

  // The *effective* draws for a picture of shape `in` (all sides known): what the kernel sees, such
  // as a crop box in whole pixels. Values are exactly f32, so that what is recorded is what was
  // used. Scalar draws only.
  virtual void draw(const streams::Stream& stream, const image::Shape& in,
                    std::span<float> out) const = 0;

  // Whether the draws hang on the sample's boxes: the chain then moves boxes up to this op before
  // it draws, on a picture without content, which costs what the ops before it cost.
  virtual bool looks_at_boxes() const { return false; }

  // As draw(), for a sample with `boxes`, in pixels of the picture that this op gets. draw() itself
  // is for one without.
  virtual void draw_among(const streams::Stream& stream, const image::Shape& in,
                          std::span<const image::ObjectBox>, std::span<float> out) const {
    draw(stream, in, out);
  }

  // Changes `sample` in place: picture, keypoints, boxes (clipped, none dropped), mask and all.
  // `stream` is for bulk draws alone.
  virtual void apply(std::span<const float> draws, const streams::Stream& stream,
                     Sample& sample) const = 0;

  // As apply(), for a picture that must stay as it is: `sample` comes with points, boxes, mask and
  // kept pictures and gets its image here. An op that makes a new picture in any case spares the
  // copy.
  virtual void apply_from(const image::Image& in, std::span<const float> draws,
                          const streams::Stream& stream, Sample& sample) const {
    sample.image = in;
    apply(draws, stream, sample);
  }

  // The part of a picture of shape `in` that apply() looks at.
  virtual image::Box part_used(const image::Shape& in, std::span<const float>) const {
    return {0, 0, in.height, in.width};
  }

  // What apply() does to the frame of a picture of shape `in`; nothing for an op that does more
  // than a motion can say. Where there is one, apply() may be left out for an image::FusedWarp.
  virtual std::optional<Motion> motion(const image::Shape&, std::span<const float>) const {
    return std::nullopt;
  }

  // The samples of the catalog that apply() takes in with those draws, and which Sample::partners
  // has then, but for the sample itself. Throws `input` for draws that name none.
  virtual std::vector<std::uint64_t> partners(std::span<const float>) const { return {}; }

  // How many different effective draws there are for a picture of shape `in`, about; 1 without
  // chance; kEndlessOutcomes for an op whose result differs in every epoch through bulk draws, and
  // for one whose count hangs on sides that are not known yet. Throws as output_shape.
  virtual double outcomes(const image::Shape& in) const = 0;
};

// An op that makes a new picture of the old one: a crop, a resize.
class Reframing : public Op {
 public:
  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const final {
    const image::Image in = std::move(sample.image);
    reframe(in, draws, sample);
  }
  void apply_from(const image::Image& in, std::span<const float> draws, const streams::Stream&,
                  Sample& sample) const final {
    reframe(in, draws, sample);
  }

 private:
  // Gives `sample` its image, and moves its points, boxes and mask.
  virtual void reframe(const image::Image& in, std::span<const float> draws,
                       Sample& sample) const = 0;
};

// What an op may have to know beyond its own parameters.
struct OpContext {
  image::KeypointTraits keypoints = {};
  std::uint64_t samples = 0;  // of the catalog
  bool has_boxes = false;
  bool has_masks = false;
  double min_box_area = recipe::kDefaultMinBoxArea;  // for ops that are written around others
};

class OpList;

// What `describe` says of an op beyond its schema: whole sentences.
struct OpHelp {
  std::string draws = "";        // the columns of /draws with their units, or that there are none
  std::string annotations = "";  // what becomes of points, boxes and the mask
  std::string torchvision = "";  // the same as whose op, and where it differs
  std::string example = "";      // TOML lines of a call whose effect is seen, without its `op`
};

// A row of the table of ops.
struct OpKind {
  int number;  // permanent, in [0, 60): part of every op id, so never used again for another kind
  recipe::Schema schema;
  OpHelp help = {};
  // Throws `usage`, with the place in the recipe, for parameters that pass the schema and still
  // make no sense.
  std::unique_ptr<Op> (*make)(const recipe::Params& params, const OpContext& context) = nullptr;
  // Instead of `make`, of an op that is written around others (schema.takes_ops): `inside` are
  // those that are enabled, one at least.
  std::unique_ptr<Op> (*make_around)(const recipe::Params& params, OpList inside) = nullptr;
  // Why it cannot stand inside another op; "" when it can.
  const char* top_only = "";
  // How many rows it makes of each sample, by its parameters; null for 1.
  int (*views)(const recipe::Params& params) = nullptr;
  // How many other samples one application takes in, at most: see Op::partners.
  int partners = 0;
  // Of an op around others: no more than one of them works, so that they may take in samples.
  bool is_choice = false;
};

}  // namespace epochmill::ops
