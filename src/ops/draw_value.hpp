// Draws as they are recorded: f32 numbers that are exactly what the kernel gets.
#pragma once

#include <span>

#include "image/geometry.hpp"
#include "streams/stream.hpp"

namespace epochmill::ops {

// A whole number as a draw. Throws `input` beyond +-2^24, where f32 is not exact any more.
float whole_to_draw(int value);

// The whole number in [min, max] that `draw` is. Draws can come from a file or another library:
// throws `input`, naming the draw, when it is anything else.
int whole_from_draw(float draw, const char* name, int min, int max);

// The box in a picture of `size` whose top, left, height and width are the first four `draws`, with
// sides of at least `least`. Throws as whole_from_draw.
image::Box box_from_draws(std::span<const float> draws, image::Size size, int least);

// `draw` itself. Throws `input`, naming the draw, when it is not a finite number of at least `min`.
float real_from_draw(float draw, const char* name, float min);

// `draw` itself, an angle in degrees. Throws `input`, naming the draw, when it is not a finite
// number from -360 to 360.
float angle_from_draw(float draw, const char* name);

// Uniform in [a, b], rounded to f32. Needs a <= b.
float uniform_draw(const streams::Stream& stream, streams::DrawNumber draw, double a, double b);

// How many different values uniform_draw gives, about: the f32 numbers in [a, b], and not more than
// 2^24 of either sign, because those near 0 are many and rare. Needs a <= b.
double uniform_outcomes(double a, double b);

}  // namespace epochmill::ops
