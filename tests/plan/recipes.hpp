// Recipes for the tests of plan/, from text as a user writes it.
#pragma once

#include <string>

#include "plan/plan.hpp"
#include "plan/vocabulary.hpp"
#include "recipe/recipe.hpp"

namespace epochmill::plan {

// `ops` are [[augment]] tables; `top` are lines before the first table.
inline recipe::Recipe recipe_with(const std::string& ops, const std::string& top = "",
                                  const std::string& output = "") {
  const std::string text =
      "seed = 7\n" + top +
      "\n[source]\nkind = \"folder\"\npath = \"/photos\"\n[output]\npath = \"/out\"\n" + output +
      "\n" + ops;
  return recipe::parse_recipe(text, "test.toml", {}, vocabulary());
}

inline const char* const kCrop = "[[augment]]\nop = \"random_resized_crop\"\nsize = [32, 48]\n";
inline const char* const kFlip = "[[augment]]\nop = \"random_horizontal_flip\"\n";
inline const char* const kFlipOnly =
    "[[augment]]\nop = \"resize\"\nsize = [8, 8]\n[[augment]]\nop = \"random_horizontal_flip\"\n";

inline SourceFacts facts(std::uint64_t samples) {
  return {.samples = samples,
          .catalog_digest = "0123456789abcdef0123456789abcdef",
          .class_names = {"a", "b"},
          .extra_labels = {},
          .picture = {},
          .keypoints = {},
          .box_class_names = {},
          .has_masks = false};
}

}  // namespace epochmill::plan
