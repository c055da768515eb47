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
constexpr int kDraws = 3;
constexpr int kCell = 120;
constexpr int kGap = 4;
constexpr int kCaption = 14;
constexpr int kBlockWidth = (1 + kDraws) * (kCell + kGap) + 4 * kGap;
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

// The picture as it is, then one for each draw.
std::vector<ops::Sample> frames_of(const ops::OpKind& kind) {
  const ops::Sample source = demo_sample(DemoPicture(static_cast<std::uint64_t>(kind.number)));
  ops::OpContext context;
  context.keypoints = {static_cast<int>(source.keypoints.size()), {{{1, 2}, {3, 4}}}};
  const ops::Chain chain(recipe_of(kind), context);
  std::vector<ops::Sample> frames = {source};
  for (std::uint32_t epoch = 0; epoch < kDraws; ++epoch) {
    std::vector<float> draws(chain.draw_names().size());
    const ops::Pass pass = {.epoch = epoch};
    chain.draw(pass, shape_of(source.image), draws);
    ops::Sample made;
    chain.apply(pass, draws, source, made);
    frames.push_back(std::move(made));
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
