#include "cli/op_gallery.hpp"

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "cli/demo_picture.hpp"
#include "cli/picture.hpp"
#include "image/paint.hpp"
#include "image/resample.hpp"
#include "ops/boxes.hpp"
#include "ops/chain.hpp"
#include "ops/keypoints.hpp"
#include "ops/ops.hpp"
#include "plan/vocabulary.hpp"

namespace epochmill::cli {
namespace {

// Layout, in pixels.
constexpr int kBlocks = 3;  // ops beside each other
constexpr std::size_t kDraws = 3;
constexpr std::uint64_t kDemoSamples = 64;
constexpr int kCell = 120;
constexpr int kGap = 4;
constexpr int kCaption = 14;
constexpr int kBlockWidth = (1 + static_cast<int>(kDraws)) * (kCell + kGap) + 4 * kGap;
constexpr int kBlockHeight = kCaption + kCell + 3 * kGap;
constexpr image::Color kPaper{250, 250, 250};
constexpr image::Color kInk{40, 40, 40};

ops::Sample demo_sample(const DemoPicture& demo) {
  ops::Sample sample{.image = demo.picture(), .boxes = {demo.box()}};
  for (const image::Spot& spot : demo.landmarks()) {
    sample.keypoints.push_back(
        {static_cast<float>(spot.x), static_cast<float>(spot.y), true, true});
  }
  return sample;
}

// The picture at `size`, with its annotations drawn on top.
image::ImageU8 marked(const ops::Sample& sample, image::Size size) {
  const image::ImageU8 picture = viewable(sample.image);
  const image::Box all = {0, 0, picture.height(), picture.width()};
  image::ImageU8 small = image::resize(picture, all, size, image::Interpolation::kBilinear);
  ops::Sample moved = sample;
  ops::resize_boxes(moved.boxes, all, size);
  ops::resize_keypoints(moved.keypoints, all, size);
  mark_boxes(small, moved.boxes);
  mark_keypoints(small, moved.keypoints);
  return small;
}

recipe::Recipe recipe_of(const ops::OpKind& kind) {
  const std::string text = fmt::format(
      "seed = 2026\n[source]\nkind = \"folder\"\n[output]\n[[augment]]\nop = \"{}\"\n{}\n",
      kind.schema.name, kind.help.example);
  return recipe::parse_canonical(text, kind.schema.name, plan::vocabulary());
}

// Other pictures of the generated dataset, for ops that mix samples, as large as the first.
class DemoPartners final : public ops::Partners {
 public:
  DemoPartners(image::Size size, bool has_annotations)
      : size_(size), has_annotations_(has_annotations) {}

  std::uint64_t find(std::uint64_t wanted, const Use& use) const override {
    ops::Sample sample = demo_sample(DemoPicture(wanted));
    const image::Shape shape = shape_of(sample.image);
    sample.image = resize(std::get<image::ImageU8>(sample.image), {0, 0, shape.height, shape.width},
                          size_, image::Interpolation::kBilinear);
    ops::resize_boxes(sample.boxes, {0, 0, shape.height, shape.width}, size_);
    sample.keypoints.clear();
    if (!has_annotations_) sample.boxes.clear();
    use(wanted, sample);
    return wanted;
  }

 private:
  image::Size size_;
  bool has_annotations_;
};

// The picture as it is, then one for each draw, or for each of the first rows of an op that makes
// several of a sample.
std::vector<ops::Sample> frames_of(const ops::OpKind& kind) {
  const auto number = static_cast<std::uint64_t>(kind.number);
  ops::Sample source = demo_sample(DemoPicture(number));
  ops::OpContext context;
  context.samples = kDemoSamples;
  if (kind.partners > 0) source.keypoints.clear();  // which such ops refuse
  if (kind.partners == 1) source.boxes.clear();
  context.keypoints = {static_cast<int>(source.keypoints.size()), {{{1, 2}, {3, 4}}}};
  const image::Shape shape = shape_of(source.image);
  const DemoPartners partners({shape.height, shape.width}, !source.boxes.empty());
  const ops::Chain chain(recipe_of(kind), context);
  std::vector<ops::Sample> frames = {source};
  for (std::uint32_t epoch = 0; frames.size() <= kDraws; ++epoch) {
    std::vector<float> draws(chain.draw_names().size());
    const ops::Pass pass = {.epoch = epoch, .sample = number};
    chain.draw(pass, shape, source.boxes, draws);
    ops::Sample made;
    const auto keep = [&](std::uint32_t, const ops::Sample& view) {
      if (frames.size() <= kDraws) frames.push_back(view);
    };
    chain.apply_views(pass, draws, source, made, keep, &partners);
  }
  return frames;
}

// All frames on one scale, so that a change of size is seen.
void draw_block(image::ImageU8& page, int top, int left, const ops::OpKind& kind) {
  image::draw_text(page, top, left, kind.schema.name, 1, kInk);
  const std::vector<ops::Sample> frames = frames_of(kind);
  int longest = 1;
  for (const ops::Sample& frame : frames) {
    const image::Shape shape = shape_of(frame.image);
    longest = std::max({longest, shape.height, shape.width});
  }
  const auto scaled = [&](int side) { return std::max(1, side * kCell / longest); };
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const image::Shape shape = shape_of(frames[i].image);
    const image::Size size = {scaled(shape.height), scaled(shape.width)};
    const int column = left + static_cast<int>(i) * (kCell + kGap) + (i > 0 ? kGap : 0);
    image::paste(page, marked(frames[i], size), top + kCaption + (kCell - size.height) / 2,
                 column + (kCell - size.width) / 2);
  }
}

}  // namespace

image::ImageU8 op_gallery() {
  const auto kinds = ops::op_kinds();
  const int rows = (static_cast<int>(kinds.size()) + kBlocks - 1) / kBlocks;
  image::ImageU8 page(rows * kBlockHeight + 2 * kGap, kBlocks * kBlockWidth + kGap, 3);
  image::fill_rect(page, 0, 0, page.height(), page.width(), kPaper);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    const int place = static_cast<int>(i);
    draw_block(page, 2 * kGap + place / kBlocks * kBlockHeight,
               2 * kGap + place % kBlocks * kBlockWidth, kinds[i]);
  }
  return page;
}

}  // namespace epochmill::cli
