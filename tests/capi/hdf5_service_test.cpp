#include "capi/hdf5_service.hpp"

#include <gmock/gmock.h>

#include "capi/hdf5_reading.hpp"
#include "error_of.hpp"
#include "temp_folder.hpp"

namespace epochmill::capi {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::filesystem::path make_file(const std::filesystem::path& path) {
  H5File file = H5File::create(path);
  file.create_dataset({"/a/x", H5Type::kU8, {3, 2}});
  file.create_dataset({"/b", H5Type::kText, {4}, 5});
  file.set_dataset_texts("/a/x", "names", {"one", ""});
  file.set_dataset_numbers("/b", "sides", {7, 8});
  file.set_text("text", "a text");
  file.set_texts("texts", {"p", "q"});
  file.set_u64("number", 1ULL << 60);
  file.close();
  return path;
}

// Whoever made the file, the answers are the same.
TEST(Hdf5Service, AnswersAsHdf5Does) {
  const TempFolder folder;
  const auto path = make_file(folder / "file.h5");
  for (const H5Maker maker : {H5Maker::kThisProgram, H5Maker::kAnyone}) {
    const auto file = open_finished(path, maker);
    EXPECT_THAT(file->dataset_names(), ElementsAre("/a/x", "/b"));
    EXPECT_TRUE(file->has_dataset("/a/x"));
    EXPECT_FALSE(file->has_dataset("/a/y"));
    EXPECT_THAT(file->dataset("/a/x").dims, ElementsAre(3, 2));
    EXPECT_GT(file->dataset("/a/x").offset, 0U);
    EXPECT_EQ(file->dataset("/b").text_bytes, 5U);
    EXPECT_THAT(file->dataset_texts("/a/x", "names"), ElementsAre("one", ""));
    EXPECT_THAT(file->dataset_numbers("/b", "sides"), ElementsAre(7, 8));
    EXPECT_TRUE(file->has_dataset_attribute("/b", "sides"));
    EXPECT_FALSE(file->has_dataset_attribute("/b", "names"));
    EXPECT_EQ(file->text("text"), "a text");
    EXPECT_THAT(file->texts("texts"), ElementsAre("p", "q"));
    EXPECT_EQ(file->u64("number"), 1ULL << 60);
    EXPECT_TRUE(file->has_attribute("text"));
    EXPECT_FALSE(file->has_attribute("none"));
    EXPECT_THAT(error_of([&] { file->dataset("/a/y"); }).what(), HasSubstr("no dataset '/a/y'"));
    EXPECT_EQ(error_of([&] { file->text("number"); }).kind(), ErrorKind::kInput);
  }
}

// Not those of a file that was in its place before.
TEST(Hdf5Service, SeesAFileThatWasWrittenAnewInPlace) {
  const TempFolder folder;
  const auto path = make_file(folder / "file.h5");
  for (std::uint64_t number = 1; number < 20; ++number) {
    H5File file = H5File::open_write(path);
    file.set_u64("number", number);
    file.close();
    EXPECT_EQ(open_finished(path, H5Maker::kAnyone)->u64("number"), number);
  }
}

TEST(Hdf5Service, RefusesAnotherFileThanWasMeant) {
  const TempFolder folder;
  const H5Name name{
      .file = make_file(folder / "file.h5").string(), .identity = "another", .dataset = "/a/x"};
  for (int i = 0; i < 2; ++i) {
    const Error error = error_of([&] { ask_facts(name); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), HasSubstr("has changed while it was read"));
  }
}

}  // namespace
}  // namespace epochmill::capi
