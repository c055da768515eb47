// What a sample has beside its picture, held against the picture's size.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "codec/codec.hpp"
#include "image/geometry.hpp"
#include "ops/chain.hpp"
#include "source/catalog.hpp"

namespace epochmill::run {

// The boxes of a sample whose picture is of `size`, in pixels. Relative ones are multiplied by the
// side as double, which is exact, and rounded once, to float.
std::vector<image::ObjectBox> boxes_in_pixels(const source::Catalog& catalog, std::uint64_t sample,
                                              image::Size size);

// The boxes that the draws of a sample hang on, as chain.draw() takes them: none where they do not.
std::vector<image::ObjectBox> boxes_to_draw_for(const ops::Chain& chain,
                                                const source::Catalog& catalog,
                                                std::uint64_t sample, image::Size size);

// How many of `boxes` reach out of a picture of `size` by more than rounding, which is 1e-6 of a
// side. Throws `input` for a box that is none: an edge that is no number, or behind the opposite
// one.
std::uint64_t count_overhanging(std::span<const image::ObjectBox> boxes, image::Size size);

// codec::decode_mask of the mask of a picture of `size`. Throws `input`, also when the mask is of
// another size, naming both. Warnings say that they are the mask's.
codec::Decoded decode_mask(ByteView bytes, const codec::DecodeOptions& options, image::Size size);

}  // namespace epochmill::run
