#include "recipe/recipe.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "error_text.hpp"
#include "test_vocabulary.hpp"

namespace epochmill::recipe {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSmall =
    "seed = 1\n[source]\nkind = \"shelf\"\npath = \"pictures\"\n[output]\npath = \"out\"\n";

Recipe parsed(const std::string& text, const Overrides& overrides = {}) {
  return parse_recipe(text, "/recipes/r.toml", overrides, test_vocabulary());
}

Recipe small_with(const std::vector<std::string>& sets) { return parsed(kSmall, {.sets = sets}); }

// A folder of its own, gone at the end.
class LoadRecipe : public testing::Test {
 protected:
  LoadRecipe() {
    folder_ =
        fs::path(testing::TempDir()) /
        (std::string("recipe_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::remove_all(folder_);
    fs::create_directories(folder_);
  }
  ~LoadRecipe() override { fs::remove_all(folder_); }
  fs::path write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name, std::ios::binary) << text;
    return folder_ / name;
  }
  static std::string refusal(const fs::path& file) {
    return usage_text([&] { load_recipe(file, {}, test_vocabulary()); });
  }
  fs::path folder_;
};

TEST(ParseRecipe, FillsInEveryDefault) {
  const Recipe recipe = parsed(kSmall);
  EXPECT_EQ(recipe.seed, 1U);
  EXPECT_EQ(recipe.epochs, 1U);
  EXPECT_EQ(recipe.unique, Uniqueness::kOn);
  EXPECT_EQ(recipe.source_kind, "shelf");
  EXPECT_TRUE(recipe.source.flag("exif"));
  EXPECT_EQ(recipe.encoding, "raw");
  EXPECT_FALSE(recipe.shard_rows.has_value());
  EXPECT_EQ(recipe.stream_ranks, 64U);
  EXPECT_EQ(recipe.stream_threads, 16U);
  EXPECT_TRUE(recipe.augments.empty());
}

TEST(ParseRecipe, ReadsEveryKey) {
  const Recipe recipe = parsed(
      "seed = 20261129\nepochs = 30\nunique = \"strict\"\n"
      "[source]\nkind = \"made_up\"\ncount = 5\n"
      "[output]\npath = \"/scratch/o\"\nencoding = \"squeezed\"\nquality = 70\nshard_rows = 4096\n"
      "[streams]\nranks = 65536\nthreads = 4096\n"
      "[[augment]]\nop = \"slice\"\nsize = [224, 200]\nstream = 239\n"
      "[[augment]]\nop = \"mirror\"\np = 1\nenabled = false\n");
  EXPECT_EQ(recipe.seed, 20261129U);
  EXPECT_EQ(recipe.epochs, 30U);
  EXPECT_EQ(recipe.unique, Uniqueness::kStrict);
  EXPECT_EQ(recipe.source.integer("count"), 5);
  EXPECT_EQ(recipe.output_path, "/scratch/o");
  EXPECT_EQ(recipe.encoding, "squeezed");
  EXPECT_EQ(recipe.encoding_params.integer("quality"), 70);
  EXPECT_EQ(recipe.shard_rows, 4096U);
  EXPECT_EQ(recipe.stream_ranks, 65536U);
  EXPECT_EQ(recipe.stream_threads, 4096U);
  ASSERT_EQ(recipe.augments.size(), 2U);
  EXPECT_EQ(recipe.augments[0].op, "slice");
  EXPECT_EQ(recipe.augments[0].stream, 239);
  EXPECT_EQ(recipe.augments[0].params.integers("size"), (std::vector<std::int64_t>{224, 200}));
  EXPECT_EQ(recipe.augments[0].where.text(), "/recipes/r.toml:15:1");
  EXPECT_TRUE(recipe.augments[0].is_enabled);
  EXPECT_FALSE(recipe.augments[1].is_enabled);
  EXPECT_FALSE(recipe.augments[1].stream.has_value());
}

TEST(ParseRecipe, TakesSeedsOf64Bits) {
  EXPECT_EQ(small_with({"seed=\"18446744073709551615\""}).seed, ~std::uint64_t{0});
  EXPECT_EQ(small_with({"seed=18446744073709551615"}).seed, ~std::uint64_t{0});
  EXPECT_EQ(small_with({"seed=\"0x8000000000000000\""}).seed, std::uint64_t{1} << 63U);
  EXPECT_EQ(small_with({"seed=0"}).seed, 0U);
}

TEST(ParseRecipe, ReadsTheThreeMeaningsOfUnique) {
  EXPECT_EQ(small_with({"unique=true"}).unique, Uniqueness::kOn);
  EXPECT_EQ(small_with({"unique=false"}).unique, Uniqueness::kOff);
  EXPECT_EQ(small_with({"unique=strict"}).unique, Uniqueness::kStrict);
}

TEST(ParseRecipe, CountsEveryOpOfAKindEvenWhenItIsDisabled) {
  const Recipe recipe =
      parsed(std::string(kSmall) +
             "[[augment]]\nop = \"mirror\"\n[[augment]]\nop = \"stir\"\n"
             "[[augment]]\nop = \"mirror\"\nenabled = false\n"
             "[[augment]]\nop = \"mirror\"\nstream = 7\n[[augment]]\nop = \"mirror\"\n");
  std::vector<int> occurrences;
  for (const Augment& augment : recipe.augments) occurrences.push_back(augment.occurrence);
  EXPECT_EQ(occurrences, (std::vector<int>{0, 0, 1, 2, 3}));
}

TEST(ParseRecipe, ResolvesPathsOfTheFileAgainstItsFolder) {
  const Recipe recipe =
      parsed(std::string(kSmall) + "[[augment]]\nop = \"stir\"\ntable = \"../t.bin\"\n",
             {.sets = {"source.path=pictures/."}});
  EXPECT_EQ(recipe.output_path, "/recipes/out");
  EXPECT_EQ(recipe.augments[0].params.text("table"), "/t.bin");
  EXPECT_EQ(recipe.source.text("path"), (fs::current_path() / "pictures").string());
  const Recipe relative = parse_recipe(kSmall, "sub/../r.toml", {}, test_vocabulary());
  EXPECT_EQ(relative.source.text("path"), (fs::current_path() / "pictures").string());
}

TEST(ParseRecipe, ResolvesPathsOfTheCommandLineAgainstTheWorkingFolder) {
  const std::string no_paths = "seed = 1\n[source]\nkind = \"shelf\"\n";
  const Recipe recipe = parsed(no_paths, {.source = "a/../b/", .output = "/abs//o"});
  EXPECT_EQ(recipe.source.text("path"), (fs::current_path() / "b").string());
  EXPECT_EQ(recipe.output_path, "/abs/o");
}

TEST(ParseRecipe, LaysTheCommandLineOverTheFile) {
  const Recipe recipe = parsed(std::string(kSmall) + "[[augment]]\nop = \"mirror\"\np = 0.5\n",
                               {.sets = {"augment.0.p=0.25", "epochs=9", "output.encoding=squeezed",
                                         "output.quality=3", "streams.ranks=2"},
                                .source = {},
                                .output = "/elsewhere"});
  EXPECT_EQ(recipe.augments[0].params.real("p"), 0.25);
  EXPECT_EQ(recipe.epochs, 9U);
  EXPECT_EQ(recipe.encoding_params.integer("quality"), 3);
  EXPECT_EQ(recipe.stream_ranks, 2U);
  EXPECT_EQ(recipe.output_path, "/elsewhere");
}

TEST(ParseRecipe, ReadsAMegabyte) {
  const std::string op =
      "[[augment]]\nop = \"slice\"\nsize = [224, 224] # " + std::string(500, 'w') + "\n";
  std::string text = kSmall;
  std::size_t ops = 0;
  for (; text.size() < (1U << 20); ++ops) text += op;
  const Recipe recipe = parsed(text);
  ASSERT_EQ(recipe.augments.size(), ops);
  EXPECT_EQ(recipe.augments.back().occurrence, static_cast<int>(ops) - 1);
}

TEST_F(LoadRecipe, ReadsAFileAndStartsRelativePathsInItsFolder) {
  const Recipe recipe = load_recipe(write("r.toml", kSmall), {}, test_vocabulary());
  EXPECT_EQ(recipe.source.text("path"), (folder_ / "pictures").lexically_normal().string());
}

TEST_F(LoadRecipe, NamesTheFileThatItCannotRead) {
  const std::string file = write("closed.toml", kSmall).string();
  fs::permissions(file, fs::perms::none);
  if (std::ifstream(file)) GTEST_SKIP() << "this user may read every file";
  EXPECT_EQ(refusal(file),
            file + ": the recipe file cannot be read; is it readable for this user?");
}

TEST_F(LoadRecipe, NamesWhatIsNoRecipeFile) {
  EXPECT_EQ(refusal(folder_ / "no.toml"),
            (folder_ / "no.toml").string() + ": there is no such recipe file");
  EXPECT_EQ(refusal(folder_), folder_.string() + ": expected a recipe file, found a folder");
  EXPECT_EQ(refusal("/dev/zero"),
            "/dev/zero: a recipe has at most 16 MiB; is this another kind of file?");
}

TEST_F(LoadRecipe, SaysWhatAnEmptyFileNeeds) {
  const std::string file = write("empty.toml", "").string();
  EXPECT_EQ(refusal(file), file + ":1:1: recipe needs `seed`: " + top_schema().params[0].meaning);
}

}  // namespace
}  // namespace epochmill::recipe
