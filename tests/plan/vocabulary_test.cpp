#include "plan/vocabulary.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

namespace epochmill::plan {
namespace {

void expect_free_of(const std::vector<recipe::Schema>& schemas, const recipe::Schema& own) {
  std::set<std::string> names;
  for (const recipe::Schema& schema : schemas) {
    EXPECT_TRUE(names.insert(schema.name).second) << schema.name << " is there twice";
    EXPECT_FALSE(schema.summary.empty()) << schema.name;
    for (const recipe::ParamSpec& spec : schema.params) {
      EXPECT_FALSE(spec.meaning.empty()) << schema.name << "." << spec.name;
      const bool is_taken =
          std::any_of(own.params.begin(), own.params.end(),
                      [&](const recipe::ParamSpec& other) { return other.name == spec.name; });
      EXPECT_FALSE(is_taken) << schema.name << " cannot have a parameter called " << spec.name;
    }
  }
}

TEST(Vocabulary, NoParameterTakesAWordOfTheTableItStandsIn) {
  const recipe::Vocabulary words = vocabulary();
  expect_free_of(words.ops, recipe::augment_schema());
  expect_free_of(words.sources, recipe::source_schema());
  expect_free_of(words.encodings, recipe::output_schema());
}

}  // namespace
}  // namespace epochmill::plan
