// A recipe, up to the chain of its ops.
#include "recipe/recipe.hpp"

#include "base/bytes.hpp"
#include "ops/chain.hpp"
#include "outcome.hpp"
#include "plan/vocabulary.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  static const recipe::Vocabulary kVocabulary = plan::vocabulary();
  const std::string_view text = as_text({data, size});
  fuzz::is_taken([&] {
    const recipe::Recipe recipe = recipe::parse_recipe(text, "/r/recipe.toml", {}, kVocabulary);
    const ops::Chain chain(recipe, {.keypoints = {}});
    chain.output_shape({.height = 0, .width = 0});
  });
  // As an override, where anything is a value.
  fuzz::is_taken([&] { recipe::to_toml(recipe::parse_toml_value(text, "--set")); });
  return 0;
}
