// Stored pictures made fit to look at.
#pragma once

#include <filesystem>
#include <span>

#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::cli {

// As an 8-bit picture of three channels. f32 pixels, on whatever scale they are, are spread over
// 0..255 from their smallest to their largest. Of more than three channels the first three are
// shown, of fewer the first, as grey.
image::ImageU8 viewable(const image::Image& image);

// A colour over each pixel of another index than 0, half as strong as the picture: one for each
// index, up to a dozen. Nothing for a mask that is empty, or of another size.
void tint_mask(image::ImageU8& picture, const image::ImageU8& mask);

// The outline of each box in the colour of its label, of a dozen.
void mark_boxes(image::ImageU8& picture, std::span<const image::ObjectBox> boxes);

// A dot on each keypoint that is visible.
void mark_keypoints(image::ImageU8& picture, std::span<const image::Keypoint> keypoints);

// Writes a PNG file. Throws `io`.
void write_png(const std::filesystem::path& path, const image::ImageU8& picture);

}  // namespace epochmill::cli
