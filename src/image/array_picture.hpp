// Which picture an array of numbers is.
//
//   [height, width]             one channel
//   [height, width, channels]
//   [width]                     a vector: height 1, one channel
//
// Bytes are a photo's pixels: with 1 channel (grey), 3 (red, green, blue) or 4 (and alpha) they
// become the picture of three 8-bit channels that every decoder gives. All else, vectors among it,
// are measurements: floats, each channel its own.
#pragma once

#include <cstdint>
#include <span>

#include "base/bytes.hpp"
#include "image/image.hpp"
#include "image/number_type.hpp"

namespace epochmill::image {

// Height, width and channels as stored; of sides that are none of the above, and of one that is 0
// or does not fit, throws `input`.
Shape stored_shape(const NumberType& type, std::span<const std::uint64_t> sides);

// Whether the array is a photo's pixels.
bool is_photo(const NumberType& type, std::span<const std::uint64_t> sides);

// The shape of the picture that it becomes: 3 channels of u8, or its own of f32.
Shape picture_shape(const NumberType& type, std::span<const std::uint64_t> sides);

// The numbers of an array in Fortran order, in which the first side runs fastest, in C order.
Bytes to_c_order(std::size_t number_bytes, std::span<const std::uint64_t> sides, ByteView fortran);

}  // namespace epochmill::image
