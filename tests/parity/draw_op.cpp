// Draws of one op for many samples, so that their distribution can be compared with another
// library's: see draws_test.py.
//
//   draw_op OP PARAMS WIDTH HEIGHT COUNT [X0 Y0 X1 Y1]...
//
// PARAMS are TOML lines; an op that takes ops has them as [[augment.ops]] there; ops that mix
// samples have COUNT of them; four numbers are a box that every sample has. Writes COUNT rows of
// f32, little-endian, one for each sample.
#include <cstdio>
#include <string>
#include <vector>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "ops/op_list.hpp"
#include "ops/ops.hpp"

namespace epochmill::ops {
namespace {

void write_draws(const Op& op, const image::Shape& shape,
                 const std::vector<image::ObjectBox>& boxes, std::uint64_t count) {
  std::vector<float> draws(op.draw_names().size());
  const streams::CanonicalGrid grid(64, 16);
  for (std::uint64_t sample = 0; sample < count; ++sample) {
    op.draw_among({20261129, grid.address(0, sample, 4)}, shape, boxes, draws);
    if (std::fwrite(draws.data(), sizeof(float), draws.size(), stdout) != draws.size()) {
      throw io_error("cannot write the draws");
    }
  }
}

void write_draws(int argc, char** argv) {
  recipe::Vocabulary words;
  for (const OpKind& kind : op_kinds()) words.ops.push_back(kind.schema);
  const std::string text = fmt::format("[[augment]]\nop = \"{}\"\n{}", argv[1], argv[2]);
  const OpList ops(recipe::parse_augments(text, "command line", words),
                   {.samples = std::stoull(argv[5])}, ListPlace::kRecipe);
  const Op* op = ops[0].op.get();
  const image::Shape shape = {.height = std::stoi(argv[4]), .width = std::stoi(argv[3])};
  std::vector<image::ObjectBox> boxes;
  for (int i = 6; i + 3 < argc; i += 4) {
    boxes.push_back({.x0 = std::stof(argv[i]),
                     .y0 = std::stof(argv[i + 1]),
                     .x1 = std::stof(argv[i + 2]),
                     .y1 = std::stof(argv[i + 3])});
  }
  write_draws(*op, shape, boxes, std::stoull(argv[5]));
}

}  // namespace
}  // namespace epochmill::ops

int main(int argc, char** argv) {
  try {
    if (argc < 6 || argc % 4 != 2) {
      throw epochmill::usage_error("usage: draw_op OP PARAMS WIDTH HEIGHT COUNT [X0 Y0 X1 Y1]...");
    }
    epochmill::ops::write_draws(argc, argv);
    return 0;
  } catch (const epochmill::Error& error) {
    std::fprintf(stderr, "draw_op: %s\n", error.what());
    return epochmill::exit_code(error.kind());
  }
}
