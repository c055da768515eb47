#include "ops/five_crop.hpp"

#include "base/error.hpp"
#include "image/layout.hpp"
#include "ops/boxes.hpp"
#include "ops/draw_value.hpp"
#include "ops/flip_pairs.hpp"
#include "ops/keypoints.hpp"
#include "ops/mask.hpp"
#include "ops/rounding.hpp"
#include "ops/size_param.hpp"

namespace epochmill::ops {
namespace {

constexpr int kCrops = 5;  // top left, top right, bottom left, bottom right, centre
constexpr const char* kInsideReason =
    "each sample has as many rows in every epoch, and chance must not decide how many";

// What is done after each of the five crops was cut out once.
enum class SecondFive { kNone, kMirrored, kUpsideDown };

// Each view is a crop of the picture, the second five of a ten_crop of its mirror image: they are
// cut out of the picture and mirrored then, which is the same and less work.
class MultiCrop final : public Reframing {
 public:
  MultiCrop(const char* name, image::Size size, SecondFive second, FlipPairs pairs)
      : name_(name), size_(size), second_(second), pairs_(std::move(pairs)) {}

  std::vector<std::string> draw_names() const override { return {"view"}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    const bool fits =
        (in.height == 0 || in.height >= size_.height) && (in.width == 0 || in.width >= size_.width);
    if (!fits) {
      throw input_error("{} cuts {} x {} pixels out of a picture of {} x {}; resize first", name_,
                        size_.height, size_.width, in.height, in.width);
    }
    return {size_.height, size_.width, in.channels, in.type};
  }

  // No chance: the run sets the view of each row.
  void draw(const streams::Stream&, const image::Shape& in, std::span<float> out) const override {
    output_shape(in, {});
    out[0] = 0;
  }

  image::Box part_used(const image::Shape& in, std::span<const float> draws) const override {
    return box_of(in, view_of(draws));
  }

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  int view_of(std::span<const float> draws) const {
    const int views = second_ == SecondFive::kNone ? kCrops : 2 * kCrops;
    return whole_from_draw(draws[0], "view", 0, views - 1);
  }

  image::Box box_of(const image::Shape& in, int view) const {
    const int down = in.height - size_.height;
    const int right = in.width - size_.width;
    image::Box box = {0, 0, size_.height, size_.width};
    const int crop = view % kCrops;
    if (crop == 2 || crop == 3) box.top = down;
    if (crop == 1 || crop == 3) box.left = right;
    if (crop == 4) {
      box.top = static_cast<int>(round_half_even(down / 2.0));
      box.left = static_cast<int>(round_half_even(right / 2.0));
    }
    if (view < kCrops) return box;
    if (second_ == SecondFive::kMirrored) box.left = right - box.left;
    if (second_ == SecondFive::kUpsideDown) box.top = down - box.top;
    return box;
  }

  void reframe(const image::Image& picture, std::span<const float> draws,
               Sample& sample) const override {
    const image::Shape in = shape_of(picture);
    output_shape(in, draws);
    const int view = view_of(draws);
    const image::Box box = box_of(in, view);
    sample.image = crop(picture, box);
    crop_mask(sample.mask, box);
    shift_keypoints(sample.keypoints, -box.left, -box.top, size_);
    shift_boxes(sample.boxes, -box.left, -box.top, size_);
    if (view < kCrops) return;
    const bool is_upside_down = second_ == SecondFive::kUpsideDown;
    const MirrorAxis axis = is_upside_down ? MirrorAxis::kVertical : MirrorAxis::kHorizontal;
    sample.image = is_upside_down ? flip_vertical(sample.image) : flip_horizontal(sample.image);
    mirror_keypoints(sample.keypoints, axis, size_, pairs_);
    mirror_boxes(sample.boxes, axis, size_);
    mirror_mask(sample.mask, axis);
  }

  const char* name_;
  image::Size size_;
  SecondFive second_;
  FlipPairs pairs_;
};

recipe::ParamSpec vertical_flip_spec() {
  return {.name = "vertical_flip",
          .type = recipe::ParamType::kBool,
          .default_value = "false",
          .meaning = "the second five are turned upside down, instead of left to right"};
}

// What both say.
std::string draws_help() {
  return "Nothing by chance. The column view says which crop a row is, from 0; so does the dataset "
         "/view. The rows of a sample stand beside each other, in torchvision's order of the "
         "crops, "
         "and all other ops draw the same for all of them, noise of each pixel included. `unique` "
         "keeps the epochs of a sample apart, not its crops. A recipe can have one such op, which "
         "is not inside another.";
}

std::string annotations_help() {
  return "Points, boxes and the mask move with the pixels: points outside a crop become not "
         "visible, boxes are clipped.";
}

}  // namespace

OpKind five_crop_kind() {
  return {.number = 16,
          .schema = {.name = "five_crop",
                     .summary = "Cuts out the four corners and the centre: five rows of a sample.",
                     .params = {size_spec()},
                     .notes = ""},
          .help = {.draws = draws_help(),
                   .annotations = annotations_help(),
                   .torchvision = "The same pixels as torchvision's FiveCrop, which gives a tuple "
                                  "of five pictures where here are five rows. A picture smaller "
                                  "than the crop is an error, as there.",
                   .example = "size = [160, 160]"},
          .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
            return std::make_unique<MultiCrop>("five_crop", read_size(params), SecondFive::kNone,
                                               FlipPairs{});
          },
          .top_only = kInsideReason,
          .views = [](const recipe::Params&) { return kCrops; }};
}

OpKind ten_crop_kind() {
  return {
      .number = 17,
      .schema = {.name = "ten_crop",
                 .summary = "Cuts out the four corners and the centre, of the picture and of its "
                            "mirror image: ten rows of a sample.",
                 .params = {size_spec(), vertical_flip_spec()},
                 .notes = ""},
      .help = {.draws = draws_help(),
               .annotations = annotations_help() +
                              " In a mirror the points of each pair in the source's flip_pairs "
                              "change places; a source with points and without flip_pairs is "
                              "refused.",
               .torchvision =
                   "The same pixels as torchvision's TenCrop, which gives a tuple of ten "
                   "pictures where here are ten rows. A picture smaller than the crop "
                   "is an error, as there.",
               .example = "size = [160, 160]"},
      .make = [](const recipe::Params& params, const OpContext& context) -> std::unique_ptr<Op> {
        return std::make_unique<MultiCrop>(
            "ten_crop", read_size(params),
            params.flag("vertical_flip") ? SecondFive::kUpsideDown : SecondFive::kMirrored,
            read_flip_pairs(params.where("size"), context));
      },
      .top_only = kInsideReason,
      .views = [](const recipe::Params&) { return 2 * kCrops; }};
}

}  // namespace epochmill::ops
