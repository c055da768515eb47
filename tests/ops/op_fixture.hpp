// What the tests of this room are made of: pictures, ops and recipes from short texts.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ops/chain.hpp"
#include "ops/op.hpp"

namespace epochmill::ops {

// [height, width, 3], value (7x + 13y + 50c + 9 (xy mod 11)) mod 256: no two neighbours alike.
image::ImageU8 patterned(int height, int width);

// [height, width, 1], scattered indices: no two neighbours alike.
image::ImageU8 patterned_mask(int height, int width);

// Sum of (i mod 65521 + 1) * value[i] modulo 2^32 over all values (the bits of f32 ones), for
// comparison with numbers that torchvision 0.14 on Pillow 9.4 gave for the same picture.
std::uint32_t checksum(const image::Image& picture);

// An op from its parameters as TOML lines; one that takes ops has them as [[augment.ops]] there.
std::unique_ptr<Op> make_op(const std::string& name, const std::string& params,
                            const OpContext& context = {});

// A context in which all ops of the table work: of 1000 samples, with `count` keypoints unless `op`
// mixes samples.
OpContext context_for(const std::string& op, int keypoints);

// make_op(), and if it is a mixing op, one whose apply() gives the sample partners of its own
// shape: patterned pictures, empty masks, no boxes.
std::unique_ptr<Op> make_op_with_partners(const std::string& name, const std::string& params,
                                          const OpContext& context);

// A context with `count` keypoints and those pairs.
OpContext with_keypoints(int count, std::optional<std::vector<std::pair<int, int>>> flip_pairs);

streams::Stream stream_at(std::uint64_t sample, std::uint32_t epoch = 0);

// draw() for a picture of `in`, as a vector.
std::vector<float> draws_of(const Op& op, const streams::Stream& stream, const image::Shape& in);

// apply() with `draws` to a copy of `picture`.
image::Image applied(const Op& op, const image::Image& picture, std::vector<float> draws);

// One op of a recipe; its place is recipe.toml:LINE:1.
struct AugmentText {
  std::string op;
  std::string params;
  int line = 1;
  std::optional<int> stream = std::nullopt;
  bool is_enabled = true;
};
// A recipe with the [[augment]] tables of that text.
recipe::Recipe recipe_of_text(const std::string& augments);
// Occurrences are counted as the recipe's parser does: disabled ones too.
recipe::Recipe recipe_of(const std::vector<AugmentText>& augments);

}  // namespace epochmill::ops
