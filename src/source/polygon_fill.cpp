#include "source/polygon_fill.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "base/error.hpp"

namespace epochmill::source {
namespace {

constexpr std::int64_t kUnit = 1024;  // of one pixel
constexpr double kFarthest = 1 << 20;
constexpr std::size_t kMostRuns = std::size_t{1} << 24;

// A side of the polygon that crosses the centres of the rows [first_row, end_row). With coordinates
// below 2^30 units, dx and dy are at most 2^31, and no product below exceeds 2^62.
struct Edge {
  std::int64_t first_row;
  std::int64_t end_row;
  std::int64_t x;  // of its upper end
  std::int64_t y;
  std::int64_t dx;
  std::int64_t dy;  // > 0
};

std::int64_t ceil_of_quotient(std::int64_t a, std::int64_t b) {  // b > 0
  return a / b + (a % b > 0 ? 1 : 0);
}

std::int64_t units_of(double coordinate) {
  if (!(std::abs(coordinate) <= kFarthest)) {
    throw input_error("a coordinate of a polygon is {}; expected at most {} pixels", coordinate,
                      kFarthest);
  }
  const double scaled = coordinate * static_cast<double>(kUnit);
  return static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
}

// The number of the first row, or column, whose centre is not before `at`.
std::int64_t first_centre(std::int64_t at) { return ceil_of_quotient(at - kUnit / 2, kUnit); }

std::vector<Edge> edges_of(std::span<const double> xy, image::Size size) {
  std::vector<Edge> edges;
  const std::size_t points = xy.size() / 2;
  for (std::size_t i = 0; i < points; ++i) {
    const std::size_t j = i + 1 == points ? 0 : i + 1;
    std::int64_t xa = units_of(xy[2 * i]);
    std::int64_t ya = units_of(xy[2 * i + 1]);
    std::int64_t xb = units_of(xy[2 * j]);
    std::int64_t yb = units_of(xy[2 * j + 1]);
    if (ya > yb) {
      std::swap(xa, xb);
      std::swap(ya, yb);
    }
    const std::int64_t first = std::max<std::int64_t>(first_centre(ya), 0);
    const std::int64_t end = std::min<std::int64_t>(first_centre(yb), size.height);
    if (first < end) edges.push_back({first, end, xa, ya, xb - xa, yb - ya});
  }
  std::ranges::stable_sort(edges, {}, &Edge::first_row);
  return edges;
}

// The first column whose centre is not left of where `edge` crosses the centres of `row`: the
// smallest c with (c + 1/2) dy >= x dy + (row + 1/2 - y) dx, all in units.
std::int64_t first_column(const Edge& edge, std::int64_t row) {
  const std::int64_t down = row * kUnit + kUnit / 2 - edge.y;
  return ceil_of_quotient(down * edge.dx + (edge.x - kUnit / 2) * edge.dy, kUnit * edge.dy);
}

}  // namespace

Region fill_polygon(std::span<const double> xy, image::Size size) {
  if (xy.empty() || xy.size() % 2 != 0) {
    throw input_error("a polygon has {} coordinates; expected pairs of x and y", xy.size());
  }
  const std::vector<Edge> edges = edges_of(xy, size);
  Region region;
  std::vector<Edge> active;
  std::vector<std::int64_t> columns;
  auto next = edges.begin();
  std::int64_t row = 0;
  while (next != edges.end() || !active.empty()) {
    if (active.empty()) row = next->first_row;
    for (; next != edges.end() && next->first_row == row; ++next) active.push_back(*next);
    columns.clear();
    for (const Edge& edge : active) {
      columns.push_back(std::clamp<std::int64_t>(first_column(edge, row), 0, size.width));
    }
    std::ranges::sort(columns);
    const std::int64_t start = row * size.width;
    for (std::size_t i = 0; i + 1 < columns.size(); i += 2) {
      append(region, {static_cast<std::uint64_t>(start + columns[i]),
                      static_cast<std::uint64_t>(start + columns[i + 1])});
    }
    if (region.size() > kMostRuns) throw input_error("a polygon has too ragged an outline");
    ++row;
    std::erase_if(active, [&](const Edge& edge) { return edge.end_row <= row; });
  }
  return region;
}

}  // namespace epochmill::source
