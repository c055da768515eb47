// What every op of the table promises.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <ostream>
#include <set>

#include "base/error.hpp"
#include "image/color.hpp"
#include "ops/contract_cases.hpp"
#include "ops/op_fixture.hpp"
#include "ops/ops.hpp"

namespace epochmill::ops {
namespace {

struct Case {
  std::string op;
  std::string params;
};

// How a failing case is named.
void PrintTo(const Case& tested, std::ostream* out) { *out << tested.op << ": " << tested.params; }

std::vector<Case> all_cases() {
  std::vector<Case> cases;
  for (const OpKind& kind : op_kinds()) {
    for (const std::string& params : contract_cases(kind.schema.name)) {
      cases.push_back({kind.schema.name, params});
    }
  }
  return cases;
}

image::Image as_f32(const image::ImageU8& picture) {
  const float mean[3] = {0, 0, 0};
  const float std[3] = {1, 1, 1};
  return image::normalize(picture, mean, std);
}

bool takes_f32(const Op& op) {
  try {
    op.output_shape({61, 97, 3, image::PixelType::kF32}, {});
    return true;
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kUsage) << error.what();
    return false;
  }
}

class OpContract : public testing::TestWithParam<Case> {
 protected:
  std::unique_ptr<Op> op() const {
    return make_op_with_partners(GetParam().op, GetParam().params, context_for(GetParam().op, 2));
  }
  bool mixes() const { return op_kind(GetParam().op).partners > 0; }
};

TEST_P(OpContract, GivesTheSameForTheSameAddress) {
  const auto one = op();
  const auto two = op();
  const image::Image picture = patterned(61, 97);
  for (std::uint64_t s = 0; s < 5; ++s) {
    const streams::Stream stream = stream_at(s, 3);
    const std::vector<float> draws = draws_of(*one, stream, shape_of(picture));
    EXPECT_EQ(draws, draws_of(*two, stream, shape_of(picture)));
    Sample a{.image = picture,
             .keypoints = {{30.5F, 20.0F, true, true}, {}},
             .boxes = {{10.25F, 12, 40, 33.5F, 3}},
             .mask = patterned_mask(61, 97),
             .kept = {}};
    Sample b = a;
    one->apply(draws, stream, a);
    two->apply(draws, stream, b);
    EXPECT_EQ(a.image, b.image);
    EXPECT_EQ(a.keypoints, b.keypoints);
    EXPECT_EQ(a.boxes, b.boxes);
    EXPECT_EQ(a.mask, b.mask);
    EXPECT_EQ(a.kept.size(), b.kept.size());
  }
}

// `picture`, inverted where an op says that it does not look.
image::ImageU8 inverted_outside(image::ImageU8 picture, const image::Box& part) {
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const bool is_used = y >= part.top && y < part.top + part.height && x >= part.left &&
                           x < part.left + part.width;
      for (int c = 0; c < 3 && !is_used; ++c) picture.pixel(y, x)[c] ^= 255;
    }
  }
  return picture;
}

TEST_P(OpContract, MakesTheSameOfAPictureThatStaysOfWhichItLooksAtAPart) {
  const auto subject = op();
  const image::ImageU8 picture = patterned(61, 97);
  for (std::uint64_t s = 0; s < 20; ++s) {
    const streams::Stream stream = stream_at(s, 4);
    const std::vector<float> draws = draws_of(*subject, stream, {61, 97});
    Sample made{.image = {},
                .keypoints = {{30.5F, 20.0F, true, true}, {}},
                .boxes = {{10.25F, 12, 40, 33.5F, 3}},
                .mask = patterned_mask(61, 97),
                .kept = {}};
    Sample in_place = made;
    in_place.image = picture;
    subject->apply(draws, stream, in_place);
    const image::Box part = subject->part_used({61, 97}, draws);
    ASSERT_TRUE(is_inside(part, {61, 97}));
    const image::Image source = inverted_outside(picture, part);
    const image::Image before = source;
    subject->apply_from(source, draws, stream, made);
    EXPECT_EQ(made.image, in_place.image);
    EXPECT_EQ(made.keypoints, in_place.keypoints);
    EXPECT_EQ(made.boxes, in_place.boxes);
    EXPECT_EQ(made.mask, in_place.mask);
    EXPECT_EQ(source, before);
  }
}

TEST_P(OpContract, DrawsAFiniteNumberForEveryName) {
  const auto subject = op();
  const std::vector<std::string> names = subject->draw_names();
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (std::uint64_t s = 0; s < 20; ++s) {
    for (const float draw : draws_of(*subject, stream_at(s), {61, 97})) {
      EXPECT_TRUE(std::isfinite(draw));
      EXPECT_NE(draw, -1000.0F) << "a draw was not written";
    }
  }
}

TEST_P(OpContract, MakesThePictureOfItsOutputShape) {
  const auto subject = op();
  for (const image::Size size : {image::Size{61, 97}, image::Size{97, 61}, image::Size{70, 70}}) {
    std::vector<image::Image> pictures = {patterned(size.height, size.width)};
    if (takes_f32(*subject)) pictures.push_back(as_f32(patterned(size.height, size.width)));
    for (const image::Image& picture : pictures) {
      const image::Shape in = shape_of(picture);
      std::vector<float> draws;
      try {
        draws = draws_of(*subject, stream_at(1), in);
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
        continue;
      }
      const image::Shape out = shape_of(applied(*subject, picture, draws));
      EXPECT_EQ(out, subject->output_shape(in, draws));
      const image::Shape planned = subject->output_shape(in, {});
      EXPECT_TRUE(planned.height == 0 || planned.height == out.height);
      EXPECT_TRUE(planned.width == 0 || planned.width == out.width);
      EXPECT_EQ(planned.is_known(), !has_drawn_size(GetParam().op, GetParam().params));
      EXPECT_TRUE(out.is_known());
    }
  }
}

TEST_P(OpContract, KnowsNoSideThatIsNotKnown) {
  const auto subject = op();
  if (needs_known_size(GetParam().op)) {
    try {
      subject->output_shape({0, 0}, {});
      ADD_FAILURE() << "took a picture of any size";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kUsage) << error.what();
      EXPECT_THAT(error.what(), testing::ContainsRegex("resize first|crop first")) << "no remedy";
    }
    return;
  }
  const image::Shape known = subject->output_shape({61, 97}, {});
  const image::Shape unknown = subject->output_shape({0, 0}, {});
  EXPECT_TRUE(unknown.height == 0 || unknown.height == known.height);
  EXPECT_TRUE(unknown.width == 0 || unknown.width == known.width);
  EXPECT_EQ(unknown.type, known.type);
  EXPECT_GE(subject->outcomes({0, 0}), subject->outcomes({61, 97}));
}

TEST_P(OpContract, TakesThePictureOfOnePixelOrRefusesItAsInput) {
  const auto subject = op();
  for (const image::Size size : {image::Size{1, 1}, image::Size{1, 9}, image::Size{9, 1},
                                 image::Size{1, 500}, image::Size{500, 1}}) {
    Sample sample;
    sample.image = patterned(size.height, size.width);
    const image::Shape in = shape_of(sample.image);
    try {
      const std::vector<float> draws = draws_of(*subject, stream_at(7), in);
      const image::Shape out = subject->output_shape(in, draws);
      subject->apply(draws, stream_at(7), sample);
      EXPECT_EQ(shape_of(sample.image), out);
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
      EXPECT_THAT(error.what(), testing::ContainsRegex("resize first|crop first")) << "no remedy";
    }
  }
}

TEST_P(OpContract, CountsAtLeastAsManyOutcomesAsItGives) {
  const auto subject = op();
  std::set<std::vector<float>> seen;
  for (std::uint32_t epoch = 0; epoch < 300; ++epoch) {
    seen.insert(draws_of(*subject, stream_at(7, epoch), {61, 97}));
  }
  const double outcomes = subject->outcomes({61, 97});
  EXPECT_GE(outcomes, 1);
  EXPECT_GE(outcomes, static_cast<double>(seen.size()));
  if (outcomes < 10) {
    EXPECT_EQ(outcomes, static_cast<double>(seen.size()));
  }
}

TEST_P(OpContract, RefusesDrawsThatAreNoNumbers) {
  const auto subject = op();
  Sample sample;
  sample.image = patterned(61, 97);
  const std::vector<float> draws(subject->draw_names().size(), NAN);
  if (draws.empty() || GetParam().params.empty()) return;  // unused draws are not looked at
  try {
    subject->apply(draws, stream_at(0), sample);
    ADD_FAILURE() << "took NaN";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
  }
}

// A black picture with a bright pyramid of 9x9 pixels, its top at `point`.
image::ImageU8 marked(int height, int width, const image::Keypoint& point) {
  image::ImageU8 picture(height, width, 3);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const float away = std::max(std::abs(static_cast<float>(x) - point.x),
                                  std::abs(static_cast<float>(y) - point.y));
      for (int c = 0; c < 3; ++c) {
        picture.pixel(y, x)[c] = static_cast<std::uint8_t>(std::max(0.0F, 255 - 50 * away));
      }
    }
  }
  return picture;
}

// The middle of the pixels that are as bright as the brightest, or as dark as the darkest: of the
// fewer ones, because a mark that was inverted is dark.
template <typename Picture>
image::Keypoint mark_in(const Picture& picture) {
  std::map<double, std::vector<image::Keypoint>> places;  // by brightness
  for (int y = 0; y < picture.height(); ++y) {
    for (int x = 0; x < picture.width(); ++x) {
      const auto* rgb = picture.pixel(y, x);
      const auto sum = static_cast<double>(rgb[0] + rgb[1] + rgb[2]);
      places[sum].push_back({static_cast<float>(x), static_cast<float>(y)});
    }
  }
  const auto& darkest = places.begin()->second;
  const auto& brightest = places.rbegin()->second;
  const auto& fewer = darkest.size() < brightest.size() ? darkest : brightest;
  image::Keypoint middle;
  for (const image::Keypoint& place : fewer) {
    middle.x += place.x / static_cast<float>(fewer.size());
    middle.y += place.y / static_cast<float>(fewer.size());
  }
  return middle;
}

TEST_P(OpContract, MovesPointsWithThePixels) {
  if (mixes()) GTEST_SKIP() << "refuses sources with points";
  const auto subject = op();
  int seen = 0;
  for (std::uint64_t s = 0; s < 40; ++s) {
    const image::Keypoint point = {static_cast<float>(15 + s % 8 * 9),
                                   static_cast<float>(12 + s % 5 * 9), true, true};
    Sample sample{.image = marked(61, 97, point), .keypoints = {point, {}}, .kept = {}};
    const std::vector<float> draws = draws_of(*subject, stream_at(s), {61, 97});
    subject->apply(draws, stream_at(s), sample);
    const image::Keypoint moved = sample.keypoints[0];
    const image::Shape out = shape_of(sample.image);
    EXPECT_EQ(sample.keypoints[1], image::Keypoint{}) << "a point that is not labelled has moved";
    const bool is_inside = moved.x >= -0.5F && moved.y >= -0.5F &&
                           moved.x < static_cast<float>(out.width) - 0.5F &&
                           moved.y < static_cast<float>(out.height) - 0.5F;
    EXPECT_EQ(moved.is_visible, is_inside);
    EXPECT_TRUE(moved.is_labelled);
    if (!is_inside) continue;
    ++seen;
    if (hides_pixels(GetParam().op)) {
      EXPECT_EQ(moved, point);
      continue;
    }
    const image::Keypoint at =
        std::visit([](const auto& picture) { return mark_in(picture); }, sample.image);
    EXPECT_NEAR(moved.x, at.x, 1.0) << "sample " << s;
    EXPECT_NEAR(moved.y, at.y, 1.0) << "sample " << s;
  }
  EXPECT_GE(seen, 5) << "the points were nearly always outside: the test shows nothing";
}

constexpr std::uint8_t kObject = 7;

// A mask of 0 with an object as large as `box`, whose edges are whole numbers.
image::ImageU8 mask_of(const image::ObjectBox& box, int height, int width) {
  image::ImageU8 mask(height, width, 1);
  for (int y = static_cast<int>(box.y0); y < static_cast<int>(box.y1); ++y) {
    for (int x = static_cast<int>(box.x0); x < static_cast<int>(box.x1); ++x) {
      *mask.pixel(y, x) = kObject;
    }
  }
  return mask;
}

// The smallest box around the object in `mask`; without area when there is none.
image::ObjectBox box_of(const image::ImageU8& mask) {
  image::ObjectBox box{1e6F, 1e6F, -1e6F, -1e6F, 0};
  for (int y = 0; y < mask.height(); ++y) {
    for (int x = 0; x < mask.width(); ++x) {
      const int index = *mask.pixel(y, x);
      EXPECT_TRUE(index == 0 || index == kObject) << "index " << index << " was made";
      if (index == 0) continue;
      box.x0 = std::min(box.x0, static_cast<float>(x));
      box.y0 = std::min(box.y0, static_cast<float>(y));
      box.x1 = std::max(box.x1, static_cast<float>(x + 1));
      box.y1 = std::max(box.y1, static_cast<float>(y + 1));
    }
  }
  return box;
}

bool is_between(double value, double low, double high) { return value >= low && value <= high; }

TEST_P(OpContract, MovesBoxesAndMasksWithThePixels) {
  if (hides_boxes(GetParam().op)) GTEST_SKIP() << "refuses sources with boxes";
  const auto subject = op();
  int seen = 0;
  int whole = 0;
  for (std::uint64_t s = 0; s < 40; ++s) {
    // Far enough from the edges for no mirrored border to show a part of it again.
    const auto left = static_cast<float>(8 + s % 8 * 6);
    const auto top = static_cast<float>(8 + s % 5 * 4);
    const image::ObjectBox box = {left, top, left + 24, top + 20, 5};
    Sample sample{.image = patterned(61, 97),
                  .keypoints = {{}, {}},
                  .boxes = {box, {0, 0, 97, 61, 6}},
                  .mask = mask_of(box, 61, 97),
                  .kept = {}};
    const std::vector<float> draws = draws_of(*subject, stream_at(s), {61, 97});
    subject->apply(draws, stream_at(s), sample);
    const image::Shape out = shape_of(sample.image);
    ASSERT_EQ(sample.mask.height(), out.height);
    ASSERT_EQ(sample.mask.width(), out.width);
    ASSERT_EQ(sample.mask.channels(), 1);
    ASSERT_EQ(sample.boxes.size(), 2U) << "only the chain drops boxes";
    const image::ObjectBox moved = sample.boxes[0];
    EXPECT_EQ(moved.label, 5);
    EXPECT_GE(moved.x0, 0);
    EXPECT_GE(moved.y0, 0);
    EXPECT_LE(moved.x1, static_cast<float>(out.width));
    EXPECT_LE(moved.y1, static_cast<float>(out.height));
    if (moved.x1 - moved.x0 < 2 || moved.y1 - moved.y0 < 2) continue;
    ++seen;
    const image::ObjectBox found = box_of(sample.mask);
    // Of a turned box, the tip of a corner may show in no pixel, and what is cut off at the edge of
    // the picture may be what reached farthest.
    const bool is_turned = turns_boxes(GetParam().op);
    const bool is_cut = moved.x0 <= 0 || moved.y0 <= 0 ||
                        moved.x1 >= static_cast<float>(out.width) ||
                        moved.y1 >= static_cast<float>(out.height);
    const double slack = !is_turned ? 0.51 : is_cut ? 200 : 1.5;
    EXPECT_TRUE(is_between(found.x0 - moved.x0, -0.51, slack)) << "sample " << s;
    EXPECT_TRUE(is_between(found.y0 - moved.y0, -0.51, slack)) << "sample " << s;
    EXPECT_TRUE(is_between(moved.x1 - found.x1, -0.51, slack)) << "sample " << s;
    EXPECT_TRUE(is_between(moved.y1 - found.y1, -0.51, slack)) << "sample " << s;
    if (!is_cut) ++whole;
  }
  EXPECT_TRUE(!turns_boxes(GetParam().op) || whole >= 5) << "nearly all boxes were cut";
  EXPECT_GE(seen, 5) << "the boxes were nearly always outside: the test shows nothing";
}

std::string case_name(const testing::TestParamInfo<Case>& tested) {
  return tested.param.op + "_" + std::to_string(tested.index);
}

TEST_P(OpContract, MovesAnnotationsByItsMotionWhereItHasOne) {
  const auto subject = op();
  for (std::uint64_t s = 0; s < 30; ++s) {
    const Sample source{.image = patterned(61, 97),
                        .keypoints = {{30.25F, 20, true, true}, {}},
                        .boxes = {{8, 9, 40, 50, 5}, {0, 0, 97, 61, 6}},
                        .kept = {}};
    const std::vector<float> draws = draws_of(*subject, stream_at(s), {61, 97});
    const auto motion = subject->motion({61, 97}, draws);
    if (!motion) continue;
    Sample made = source;
    subject->apply(draws, stream_at(s), made);
    Sample moved = source;
    move_annotations(*motion, moved);
    EXPECT_EQ(moved.keypoints, made.keypoints);
    EXPECT_EQ(moved.boxes, made.boxes);
    const image::Shape out = shape_of(made.image);
    EXPECT_EQ(motion->size, (image::Size{out.height, out.width}));
    EXPECT_EQ(motion->resampling == Resampling::kNone && is_still(*motion, {61, 97}),
              made.image == source.image && motion->resampling == Resampling::kNone);
  }
}

INSTANTIATE_TEST_SUITE_P(Table, OpContract, testing::ValuesIn(all_cases()), case_name);

TEST(OpTable, HasContractCasesForEveryOp) {
  for (const OpKind& kind : op_kinds()) {
    EXPECT_FALSE(contract_cases(kind.schema.name).empty())
        << kind.schema.name << " has no line in contract_cases.cpp";
  }
}

TEST(OpTable, HasUniqueNumbersAndNames) {
  std::set<int> numbers;
  std::set<std::string> names;
  for (const OpKind& kind : op_kinds()) {
    EXPECT_GE(kind.number, 0);
    EXPECT_LT(kind.number, 60);
    EXPECT_TRUE(numbers.insert(kind.number).second) << kind.schema.name;
    EXPECT_TRUE(names.insert(kind.schema.name).second) << kind.schema.name;
  }
}

TEST(OpTable, KeepsItsPermanentNumbers) {
  const std::vector<std::string> names = {
      "resize",
      "center_crop",
      "pad",
      "random_crop",
      "random_resized_crop",
      "random_horizontal_flip",
      "random_vertical_flip",
      "color_jitter",
      "random_grayscale",
      "gaussian_blur",
      "gaussian_noise",
      "normalize",
      "keep",
      "random_rotation",
      "random_affine",
      "random_perspective",
      "five_crop",
      "ten_crop",
      "elastic_transform",
      "random_zoom_out",
      "random_iou_crop",
      "scale_jitter",
      "random_photometric_distort",
      "random_channel_permutation",
      "random_invert",
      "random_posterize",
      "random_solarize",
      "random_adjust_sharpness",
      "random_autocontrast",
      "random_equalize",
      "jpeg_distortion",
      "salt_and_pepper",
      "random_erasing",
      "coarse_dropout",
      "grid_mask",
      "auto_augment",
      "rand_augment",
      "trivial_augment_wide",
      "aug_mix",
      "mixup",
      "cutmix",
      "mosaic",
      "random_apply",
      "random_choice",
      "random_order",
      "to_dtype",
  };
  ASSERT_EQ(op_kinds().size(), names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    EXPECT_EQ(op_kinds()[i].schema.name, names[i]);
    EXPECT_EQ(op_kinds()[i].number, static_cast<int>(i));
  }
}

TEST(OpTable, SaysWhatEveryOpAndParameterIsFor) {
  for (const OpKind& kind : op_kinds()) {
    EXPECT_FALSE(kind.schema.summary.empty()) << kind.schema.name;
    const OpHelp& help = kind.help;
    EXPECT_FALSE(help.draws.empty()) << kind.schema.name;
    EXPECT_TRUE(!help.example.empty() || kind.schema.params.empty()) << kind.schema.name;
    const std::string text = described(kind).notes;
    EXPECT_THAT(text, testing::ContainsRegex("[Pp]oints")) << kind.schema.name;
    EXPECT_THAT(text, testing::ContainsRegex("[Bb]oxes")) << kind.schema.name;
    EXPECT_THAT(text, testing::ContainsRegex("[Mm]ask")) << kind.schema.name;
    EXPECT_THAT(text, testing::HasSubstr("torchvision")) << kind.schema.name;
    EXPECT_THAT(text, testing::HasSubstr("Draws")) << kind.schema.name;
    for (const recipe::ParamSpec& param : kind.schema.params) {
      EXPECT_FALSE(param.meaning.empty()) << kind.schema.name << "." << param.name;
    }
  }
}

TEST(OpTable, RefusesANameThatIsNotInIt) { EXPECT_THROW(op_kind("random_crap"), Error); }

}  // namespace
}  // namespace epochmill::ops
