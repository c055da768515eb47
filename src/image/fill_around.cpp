#include "image/fill_around.hpp"

#include <algorithm>

#include "image/fill_value.hpp"

namespace epochmill::image {
namespace {

// a x + b y + c: negative on one side of a line.
struct Side {
  double a;
  double b;
  double c;
};

// Where a position with a positive divisor w lies in [0, width) x [0, height): x >= 0, width w - x
// > 0 and so on, with x, y and w before the division. The second kind must be above 0.
struct Sides {
  std::array<Side, 2> not_negative;
  std::array<Side, 2> positive;
};

Sides sides_of(const WarpMap& map, Size size) {
  const std::array<double, 8>& c = map.c;
  const double w = size.width;
  const double h = size.height;
  return {{{{c[0], c[1], c[2]}, {c[3], c[4], c[5]}}},
          {{{w * c[6] - c[0], w * c[7] - c[1], w - c[2]},
            {h * c[6] - c[3], h * c[7] - c[4], h - c[5]}}}};
}

struct Columns {
  int begin;
  int end;
};

// The columns of `span` where `is_in(a u + rest)`, u the middle of a column. The sum never turns
// back as u grows, rounded or not, so they are the first or the last ones.
template <typename IsIn>
Columns cut(Columns span, double a, double rest, IsIn is_in) {
  const auto holds = [&](int x) { return is_in(a * (x + 0.5) + rest); };
  const bool is_last = a > 0;
  int low = span.begin;
  int high = span.end;
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (holds(middle) == is_last) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return is_last ? Columns{low, span.end} : Columns{span.begin, low};
}

Columns inside(const Sides& sides, int y, int width) {
  const double v = y + 0.5;
  Columns span = {0, width};
  for (const Side& side : sides.not_negative) {
    span = cut(span, side.a, side.b * v + side.c, [](double sum) { return sum >= 0; });
  }
  for (const Side& side : sides.positive) {
    span = cut(span, side.a, side.b * v + side.c, [](double sum) { return sum > 0; });
  }
  return span;
}

bool holds_all(const Sides& sides, Size size) {
  const auto is_positive = [&](const Side& side) {
    const double right = side.a * size.width;
    const double bottom = side.b * size.height;
    return side.c > 0 && right + side.c > 0 && bottom + side.c > 0 && right + bottom + side.c > 0;
  };
  return std::all_of(sides.not_negative.begin(), sides.not_negative.end(), is_positive) &&
         std::all_of(sides.positive.begin(), sides.positive.end(), is_positive);
}

template <typename T>
void fill_outside(Raster<T>& out, const WarpMap& map, Size size,
                  const std::array<double, 3>& fill) {
  const Sides sides = sides_of(map, size);
  if (holds_all(sides, {out.height(), out.width()})) return;
  const auto values = fill_values<T>(fill, out.channels());
  const auto fill_span = [&](int y, int begin, int end) {
    for (int x = begin; x < end; ++x) std::copy(values.begin(), values.end(), out.pixel(y, x));
  };
  for (int y = 0; y < out.height(); ++y) {
    const Columns span = inside(sides, y, out.width());
    fill_span(y, 0, span.begin);
    fill_span(y, std::max(span.begin, span.end), out.width());
  }
}

}  // namespace

void fill_around(ImageU8& out, const WarpMap& map, Size size, const std::array<double, 3>& fill) {
  fill_outside(out, map, size, fill);
}

void fill_around(ImageF32& out, const WarpMap& map, Size size, const std::array<double, 3>& fill) {
  fill_outside(out, map, size, fill);
}

}  // namespace epochmill::image
