#include "run/annotations.hpp"

#include <algorithm>
#include <cmath>

#include "base/error.hpp"
#include "codec/mask.hpp"

namespace epochmill::run {
namespace {

// Of a side.
constexpr double kRounding = 1e-6;

bool is_box(const image::ObjectBox& box) {
  const bool is_finite = std::isfinite(box.x0) && std::isfinite(box.y0) && std::isfinite(box.x1) &&
                         std::isfinite(box.y1);
  return is_finite && box.x0 <= box.x1 && box.y0 <= box.y1;
}

bool reaches_out(float first, float last, int side) {
  const double most = kRounding * side;
  return double{first} < -most || double{last} > side + most;
}

}  // namespace

std::vector<image::ObjectBox> boxes_in_pixels(const source::Catalog& catalog, std::uint64_t sample,
                                              image::Size size) {
  std::vector<image::ObjectBox> boxes = catalog.boxes(sample);
  if (!catalog.boxes_are_relative()) return boxes;
  const auto scaled = [](float part, int side) { return static_cast<float>(double{part} * side); };
  for (image::ObjectBox& box : boxes) {
    box = {.x0 = scaled(box.x0, size.width),
           .y0 = scaled(box.y0, size.height),
           .x1 = scaled(box.x1, size.width),
           .y1 = scaled(box.y1, size.height),
           .label = box.label};
  }
  return boxes;
}

std::vector<image::ObjectBox> boxes_to_draw_for(const ops::Chain& chain,
                                                const source::Catalog& catalog,
                                                std::uint64_t sample, image::Size size) {
  if (!chain.looks_at_boxes()) return {};
  return boxes_in_pixels(catalog, sample, size);
}

std::uint64_t count_overhanging(std::span<const image::ObjectBox> boxes, image::Size size) {
  std::uint64_t count = 0;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    const image::ObjectBox& box = boxes[i];
    if (!is_box(box)) {
      throw input_error(
          "its box {} is ({}, {}, {}, {}); x0, y0, x1, y1 were expected, with x0 <= x1 and y0 <= "
          "y1; mend it in the source",
          i, box.x0, box.y0, box.x1, box.y1);
    }
    const bool is_out =
        reaches_out(box.x0, box.x1, size.width) || reaches_out(box.y0, box.y1, size.height);
    count += is_out ? 1 : 0;
  }
  return count;
}

codec::Decoded decode_mask(ByteView bytes, const codec::DecodeOptions& options, image::Size size) {
  codec::Decoded decoded;
  try {
    decoded = codec::decode_mask(bytes, options);
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("its mask: {}; replace the mask, or take the sample out of the source",
                      error.what());
  }
  const image::Size found = {decoded.image.height(), decoded.image.width()};
  if (found != size) {
    throw input_error(
        "its mask is {} x {} pixels (height x width), and the picture {} x {}; they must be equal, "
        "the picture turned as its EXIF orientation says",
        found.height, found.width, size.height, size.width);
  }
  for (std::string& warning : decoded.warnings) warning = "its mask: " + warning;
  return decoded;
}

}  // namespace epochmill::run
