// Ops that resize, warp or erase, with their draws, on a picture of 224 x 224 (resizes: of 375 x
// 500) that stays as it is.
#include <benchmark/benchmark.h>

#include <string>
#include <vector>

#include "ops/ops.hpp"
#include "photo.hpp"

namespace epochmill::ops {
namespace {

void measure(benchmark::State& state, const std::string& name, const std::string& params,
             const image::Image& in) {
  const OpKind& kind = op_kind(name);
  const recipe::Table table = recipe::parse_toml(params, "benchmark");
  const auto op = kind.make(recipe::check_params(table, kind.schema, {}), {});
  std::vector<float> draws(op->draw_names().size());
  const std::vector<image::ObjectBox> boxes = {{50, 60, 150, 160, 1}};
  std::uint64_t turn = 0;
  for (auto _ : state) {
    const streams::Stream stream(1, {.sample = turn++, .op = 1});
    op->draw_among(stream, shape_of(in), boxes, draws);
    Sample sample;
    op->apply_from(in, draws, stream, sample);
    benchmark::DoNotOptimize(image::pixel_bytes(sample.image).data());
    benchmark::ClobberMemory();
  }
}

void op(benchmark::State& state, const char* name, const char* params) {
  measure(state, name, params, photo(224, 224));
}

void op_of_photo(benchmark::State& state, const char* name, const char* params) {
  measure(state, name, params, photo(375, 500));
}

#define EPOCHMILL_ROW(FUNCTION, LABEL, NAME, PARAMS) \
  BENCHMARK_CAPTURE(FUNCTION, LABEL, NAME, PARAMS)->Unit(benchmark::kMicrosecond)

EPOCHMILL_ROW(op_of_photo, resize_bilinear, "resize", "size = [224, 224]");
EPOCHMILL_ROW(op_of_photo, resize_bicubic, "resize",
              "size = [224, 224]\ninterpolation = \"bicubic\"");
EPOCHMILL_ROW(op_of_photo, resize_lanczos, "resize",
              "size = [224, 224]\ninterpolation = \"lanczos\"");
EPOCHMILL_ROW(op_of_photo, resize_nearest, "resize",
              "size = [224, 224]\ninterpolation = \"nearest\"");
EPOCHMILL_ROW(op_of_photo, resize_aliased, "resize", "size = [224, 224]\nantialias = false");
EPOCHMILL_ROW(op_of_photo, resized_crop_bilinear, "random_resized_crop", "size = 224");
EPOCHMILL_ROW(op_of_photo, resized_crop_bicubic, "random_resized_crop",
              "size = 224\ninterpolation = \"bicubic\"");
EPOCHMILL_ROW(op, elastic_transform, "elastic_transform", "");
EPOCHMILL_ROW(op, random_zoom_out, "random_zoom_out", "p = 1\nside_range = [2, 2]");
EPOCHMILL_ROW(op, random_iou_crop, "random_iou_crop", "");
EPOCHMILL_ROW(op, salt_and_pepper, "salt_and_pepper", "");
EPOCHMILL_ROW(op, random_erasing, "random_erasing", "p = 1");
EPOCHMILL_ROW(op, random_erasing_random, "random_erasing", "p = 1\nvalue = \"random\"");
EPOCHMILL_ROW(op, coarse_dropout, "coarse_dropout", "p = 1");
EPOCHMILL_ROW(op, grid_mask, "grid_mask", "p = 1");
EPOCHMILL_ROW(op, grid_mask_turned, "grid_mask", "p = 1\nrotate = 90");

#undef EPOCHMILL_ROW

}  // namespace
}  // namespace epochmill::ops
