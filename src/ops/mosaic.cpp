#include "ops/mosaic.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/error.hpp"
#include "image/mix.hpp"
#include "ops/border.hpp"
#include "ops/boxes.hpp"
#include "ops/draw_value.hpp"
#include "ops/partner_draws.hpp"
#include "ops/size_param.hpp"
#include "streams/distributions.hpp"

namespace epochmill::ops {
namespace {

constexpr streams::DrawNumber kFirstPartner = 0;
constexpr streams::DrawNumber kCenterX = 3;
constexpr streams::DrawNumber kCenterY = 4;
constexpr int kPartners = 3;
constexpr std::size_t kCenter = kPartners * kPartnerColumns;  // column of center_x
constexpr const char* kName = "mosaic";

// The whole pixels from first to last.
struct Range {
  int first = 0;
  int last = 0;
  int count() const { return last - first + 1; }
};

// A quarter of the canvas, and where the whole picture's top left corner would lie.
struct Cell {
  image::Box box;
  int top = 0;
  int left = 0;
};

// Cell `place` (0 top left, 1 top right, 2 bottom left, 3 bottom right) around a centre; the
// picture of it, of `size`, has a corner there.
Cell cell_at(int place, image::Size canvas, int center_x, int center_y, image::Size size) {
  const bool is_right = place % 2 == 1;
  const bool is_lower = place >= 2;
  Cell cell;
  cell.box.left = is_right ? center_x : 0;
  cell.box.width = is_right ? canvas.width - center_x : center_x;
  cell.box.top = is_lower ? center_y : 0;
  cell.box.height = is_lower ? canvas.height - center_y : center_y;
  cell.left = is_right ? center_x : center_x - size.width;
  cell.top = is_lower ? center_y : center_y - size.height;
  return cell;
}

// Copies what of `picture` falls into the cell.
void fill_cell(const Cell& cell, const image::Image& picture, image::Image& canvas) {
  const image::Shape shape = shape_of(picture);
  const int top = std::max(cell.box.top, cell.top);
  const int left = std::max(cell.box.left, cell.left);
  const int bottom = std::min(cell.box.top + cell.box.height, cell.top + shape.height);
  const int right = std::min(cell.box.left + cell.box.width, cell.left + shape.width);
  if (top >= bottom || left >= right) return;
  const image::Box from = {top - cell.top, left - cell.left, bottom - top, right - left};
  image::copy_part(picture, from, canvas, top, left);
}

class Mosaic final : public Op {
 public:
  Mosaic(const recipe::Params& params, const OpContext& context)
      : size_(read_size(params)), fill_(read_fill(params)), samples_(context.samples) {
    require_partners(params, "size", context, kName);
    const std::vector<double> range = params.reals("center_range");
    if (range.front() > range.back()) {
      throw usage_error("{}: center_range is [{}, {}]; the smaller number comes first",
                        params.where("center_range").text(), range.front(), range.back());
    }
    const auto part = [&](int side) -> Range {
      return {static_cast<int>(range.front() * side), static_cast<int>(range.back() * side)};
    };
    across_ = part(size_.width);
    down_ = part(size_.height);
  }

  std::vector<std::string> draw_names() const override {
    std::vector<std::string> names = partner_columns(kPartners);
    names.insert(names.end(), {"center_x", "center_y"});
    return names;
  }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    require_fill(in, fill_);
    return {size_.height, size_.width, in.channels, in.type};
  }

  void draw(const streams::Stream& stream, const image::Shape&,
            std::span<float> out) const override {
    for (int i = 0; i < kPartners; ++i) {
      const auto draw = static_cast<streams::DrawNumber>(kFirstPartner + i);
      record_partner(draw_partner(stream, draw, samples_),
                     out.subspan(static_cast<std::size_t>(i) * kPartnerColumns));
    }
    const auto drawn = [&](streams::DrawNumber draw, const Range& range) {
      const auto place = streams::integer_between(stream, draw, range.first, range.last + 1);
      return whole_to_draw(static_cast<int>(place));
    };
    out[kCenter] = drawn(kCenterX, across_);
    out[kCenter + 1] = drawn(kCenterY, down_);
  }

  void apply(std::span<const float> draws, const streams::Stream&, Sample& sample) const override {
    const int center_x = whole_from_draw(draws[kCenter], "center_x", 0, size_.width);
    const int center_y = whole_from_draw(draws[kCenter + 1], "center_y", 0, size_.height);
    if (sample.partners.size() != kPartners) {
      throw input_error("mosaic: the draws name the sample itself as partner; choose another");
    }
    Sample made;
    made.image = image::solid(output_shape(shape_of(sample.image), {}), fill_);
    if (!sample.mask.values().empty()) made.mask = image::ImageU8(size_.height, size_.width, 1);
    for (int place = 0; place <= kPartners; ++place) {
      Sample& part = place == 0 ? sample : sample.partners[static_cast<std::size_t>(place) - 1];
      require_same_pixels(sample.image, part.image);
      put(place, center_x, center_y, part, made);
    }
    sample.image = std::move(made.image);
    sample.mask = std::move(made.mask);
    sample.boxes = std::move(made.boxes);
  }

  std::vector<std::uint64_t> partners(std::span<const float> draws) const override {
    return recorded_partners(draws, kPartners, samples_);
  }

  double outcomes(const image::Shape&) const override {
    const auto others = static_cast<double>(samples_ - 1);
    return others * others * others * across_.count() * down_.count();
  }

 private:
  static void require_same_pixels(const image::Image& own, const image::Image& partner) {
    const image::Shape a = shape_of(own);
    const image::Shape b = shape_of(partner);
    if (a.type == b.type && a.channels == b.channels) return;
    throw input_error("mosaic: the picture has {} channels of {}, and a partner's {} of {}",
                      a.channels, image::name_of(a.type), b.channels, image::name_of(b.type));
  }

  void put(int place, int center_x, int center_y, Sample& part, Sample& made) const {
    const image::Shape shape = shape_of(part.image);
    const Cell cell = cell_at(place, size_, center_x, center_y, {shape.height, shape.width});
    fill_cell(cell, part.image, made.image);
    if (!made.mask.values().empty()) {
      image::Image canvas = std::move(made.mask);
      fill_cell(cell, part.mask, canvas);
      made.mask = std::get<image::ImageU8>(std::move(canvas));
    }
    place_boxes(part.boxes, cell.left, cell.top, cell.box);
    made.boxes.insert(made.boxes.end(), part.boxes.begin(), part.boxes.end());
  }

  image::Size size_;
  std::array<double, 3> fill_;
  std::uint64_t samples_;
  Range across_;
  Range down_;
};

recipe::ParamSpec center_range_spec() {
  return {.name = "center_range",
          .type = recipe::ParamType::kRealList,
          .default_value = "[0.3, 0.7]",
          .meaning =
              "where the four pictures meet: from the first to the second share of the width, and "
              "of the height",
          .min = 0,
          .max = 1,
          .min_items = 2,
          .max_items = 2};
}

OpHelp help() {
  return {
      .draws =
          "partner_1_high, partner_1_low to partner_3_high, partner_3_low: the index in the "
          "catalog of each of three other samples is high * 2^20 + low; each other sample is "
          "equally likely, and one may come twice. center_x and center_y: where the four pictures "
          "meet, in pixels of the canvas, each whole number of center_range equally likely. The "
          "sample's own picture lies at the top left, the partners' top right, bottom left and "
          "bottom right, each with a corner at the centre; what reaches out of its quarter is cut "
          "off, and what is not covered is filled. Nothing is resized, and pictures may differ in "
          "size: resize first. At most one mixing op can be in a recipe. A partner's picture is "
          "what that sample has at this place of the recipe in the same epoch with its first "
          "draws (redraw 0). Where bad samples are skipped, a bad partner is replaced by the next "
          "good sample of the catalog, as /mix_partner says.",
      .annotations =
          "Boxes of all four move with their pictures and are clipped to their quarters; those "
          "left with less than min_box_area are dropped; the sample's own come first. Masks "
          "follow likewise, with index 0 where no picture is. /label and other labels of a "
          "picture stay the sample's own. Sources with points are refused: each row has one set.",
      .torchvision =
          "torchvision has no such op. The layout is YOLOv4's (and Ultralytics' load_mosaic's, "
          "whose canvas is twice the pictures' size and whose center_range is [0.25, 0.75]); size, "
          "center_range and fill are Albumentations' target_size, center_range and fill, but "
          "Albumentations resizes each picture to cover its quarter, and this op resizes none.",
      .example = "size = [300, 300]\ncenter_range = [0.3, 0.7]"};
}

}  // namespace

OpKind mosaic_kind() {
  return {
      .number = 41,
      .schema = {.name = kName,
                 .summary = "Puts four pictures, three of other samples, around a drawn centre.",
                 .params = {size_spec(), center_range_spec(), fill_spec()}},
      .help = help(),
      .make = [](const recipe::Params& params, const OpContext& context) -> std::unique_ptr<Op> {
        return std::make_unique<Mosaic>(params, context);
      },
      .partners = kPartners};
}

}  // namespace epochmill::ops
