// The canonical text of any recipe that can be read reads back to the same text.
#include "base/bytes.hpp"
#include "outcome.hpp"
#include "plan/vocabulary.hpp"
#include "recipe/recipe.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  static const recipe::Vocabulary kVocabulary = plan::vocabulary();
  recipe::Recipe recipe;
  const bool is_recipe = fuzz::is_taken([&] {
    recipe = recipe::parse_canonical(as_text({data, size}), "/r/recipe.toml", kVocabulary);
  });
  if (!is_recipe) return 0;
  if (!recipe.shard_rows) recipe.shard_rows = 64;
  const std::string text = recipe::canonical_text(recipe);
  std::string again;
  const bool is_read_back = fuzz::is_taken([&] {
    again = recipe::canonical_text(recipe::parse_canonical(text, "/r/canonical", kVocabulary));
  });
  fuzz::require(is_read_back, "a canonical text is refused");
  fuzz::require(again == text, "a canonical text reads back to another one");
  return 0;
}
