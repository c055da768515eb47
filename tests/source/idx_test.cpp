#include "source/idx.hpp"

#include <gmock/gmock.h>

#include <bit>

#include "listing.hpp"
#include "made_arrays.hpp"
#include "made_gzip.hpp"
#include "source/idx_file.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string picture(const fs::path& images, std::uint64_t sample, const std::string& more = "") {
  const TempFolder folder;
  write_catalog(folder / "catalog.h5", list("idx", images, more), {});
  const Catalog catalog(folder / "catalog.h5");
  const auto source = source_kind("idx").open(params_of("idx", images, more), catalog);
  return std::string(as_text(source->read(sample)));
}

std::vector<std::int64_t> labels_in(const std::string& bytes) {
  const TempFolder folder;
  return read_idx_labels(IdxFile(folder.write("l", bytes)));
}

std::string refused(const std::string& bytes) {
  const TempFolder folder;
  const fs::path file = folder.write("l", bytes);
  const std::string message =
      message_of(ErrorKind::kInput, [&] { read_idx_labels(IdxFile(file)); });
  EXPECT_THAT(message, HasSubstr(file.native()));
  return message;
}

TEST(IdxSource, GivesPicturesAndTheLabelsBesideThem) {
  const TempFolder folder;
  const std::string pixels = scattered(2 * 3 * 4);
  const fs::path images = folder.write("t10k-images-idx3-ubyte", idx(8, {2, 3, 4}, pixels));
  folder.write("t10k-labels-idx1-ubyte", idx(8, {2}, "\5\1"));
  const Listing listing = list("idx", images);
  EXPECT_THAT(keys_of(listing), ElementsAre("00000000", "00000001"));
  EXPECT_THAT(labels_of(listing), ElementsAre(5, 1));
  EXPECT_EQ(listing.class_names.size(), 6U);
  EXPECT_EQ(picture(images, 1), pnm(1, 3, 4, pixels.substr(12)));
}

TEST(IdxSource, TakesGzipByItsBytesWhateverTheNames) {
  const TempFolder folder;
  const std::string pixels = scattered(2 * 3 * 4);
  const fs::path images = folder.write("a-images-idx3-ubyte", made_gzip(idx(8, {2, 3, 4}, pixels)));
  folder.write("a-labels-idx1-ubyte.gz", idx(8, {2}, "\5\1"));
  EXPECT_THAT(labels_of(list("idx", images)), ElementsAre(5, 1));
  EXPECT_EQ(picture(images, 0), pnm(1, 3, 4, pixels.substr(0, 12)));
}

TEST(IdxSource, FindsLabelsThatTheRecipeNames) {
  const TempFolder folder;
  const fs::path images = folder.write("pictures", idx(8, {2, 1, 1}, "ab"));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("idx", images); }), HasSubstr("`labels`"));
  const std::string more =
      "labels = '" + folder.write("names", idx(8, {2}, "\3\4")).native() + "'\n";
  EXPECT_THAT(labels_of(list("idx", images, more)), ElementsAre(3, 4));
  EXPECT_EQ(list("idx", images, more + "num_classes = 9").class_names.size(), 9U);
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("idx", images, more + "num_classes = 4"); }),
              AllOf(HasSubstr("row 1"), HasSubstr("label 4")));
}

TEST(IdxSource, RefusesFilesThatDoNotFitEachOther) {
  const TempFolder folder;
  const fs::path images = folder.write("images", idx(8, {2, 1, 1}, "ab"));
  folder.write("labels", idx(8, {3}, "abc"));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("idx", images); }),
              AllOf(HasSubstr("3 labels"), HasSubstr("2 pictures")));
  for (const std::string& wrong :
       {idx(9, {2, 1, 1}, "ab"), idx(8, {2}, "ab"), idx(8, {0, 1, 1}, ""), idx(8, {2, 0, 1}, ""),
        idx(8, {1, 2, 1, 1}, "ab")}) {
    folder.write("images", wrong);
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("idx", images); }), HasSubstr("rank 3"));
  }
}

TEST(IdxSource, NoticesThatTheFileHasAnotherNumberOfPictures) {
  const TempFolder folder;
  const fs::path images = folder.write("images", idx(8, {2, 1, 1}, "ab"));
  folder.write("labels", idx(8, {2}, "ab"));
  write_catalog(folder / "catalog.h5", list("idx", images), {});
  const Catalog catalog(folder / "catalog.h5");
  folder.write("images", idx(8, {3, 1, 1}, "abc"));
  message_of(ErrorKind::kInput,
             [&] { source_kind("idx").open(params_of("idx", images), catalog); });
}

TEST(IdxLabels, AreIntegersOfAnyType) {
  const auto real = [](float value) { return big_endian(std::bit_cast<std::uint32_t>(value)); };
  EXPECT_THAT(labels_in(idx(0x08, {2}, "\xFF\1")), ElementsAre(255, 1));
  EXPECT_THAT(labels_in(idx(0x09, {2}, "\xFF\1")), ElementsAre(-1, 1));
  EXPECT_THAT(labels_in(idx(0x0B, {2}, std::string("\1\2\xFF\xFE", 4))), ElementsAre(258, -2));
  EXPECT_THAT(labels_in(idx(0x0C, {1}, big_endian(70000))), ElementsAre(70000));
  EXPECT_THAT(labels_in(idx(0x0D, {2}, real(3) + real(-0.0F))), ElementsAre(3, 0));
  EXPECT_THAT(labels_in(idx(0x0E, {1}, std::string("\x40\x08\0\0\0\0\0\0", 8))), ElementsAre(3));
  EXPECT_THAT(refused(idx(0x0D, {2}, real(3) + real(1.5F))), HasSubstr("row 1 is 1.5"));
  for (const float odd :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity(), 1e30F}) {
    EXPECT_THAT(refused(idx(0x0D, {1}, real(odd))), HasSubstr("row 0"));
  }
  EXPECT_THAT(refused(idx(0x08, {1, 1}, "a")), HasSubstr("rank 2"));
}

TEST(IdxFile, RefusesWhatItsHeaderDoesNotSay) {
  const std::string whole = idx(8, {3}, "abc");
  for (const std::string& bytes : {whole, made_gzip(whole)}) {
    EXPECT_THAT(labels_in(bytes), ElementsAre('a', 'b', 'c'));
    for (std::size_t size = 0; size < bytes.size(); ++size) refused(bytes.substr(0, size));
    refused(bytes + "x");
  }
  EXPECT_THAT(refused(made_gzip(whole + "x")), HasSubstr("and more follow"));
  EXPECT_THAT(refused(made_gzip(whole.substr(0, 10))), HasSubstr("promises 3 bytes"));
  EXPECT_THAT(refused(idx(0x0A, {3}, "abc")), HasSubstr("not an IDX file"));
  EXPECT_THAT(refused(idx(8, {}, "")), HasSubstr("not an IDX file"));
  EXPECT_THAT(refused(idx(8, {1, 1, 1, 1, 1}, "a")), HasSubstr("not an IDX file"));
}

TEST(IdxFile, TakesGzipOfSeveralMembers) {
  const std::string whole = idx(8, {3}, "abc");
  EXPECT_THAT(labels_in(made_gzip(whole.substr(0, 5)) + made_gzip(whole.substr(5))),
              ElementsAre('a', 'b', 'c'));
}

TEST(IdxFile, ChecksSizesBeforeItTakesMemory) {
  const std::uint32_t most = 0xFFFFFFFF;
  for (const std::string& huge :
       {idx(8, {most}, "a"), idx(8, {most, most}, "a"), idx(8, {most, most, most, most}, "a")}) {
    refused(huge);
    refused(made_gzip(huge));
  }
}

TEST(IdxCases, AreTakenAsTheyMustBe) {
  const fs::path folder(EPOCHMILL_SHARED "/cases/E18");
  if (!fs::exists(folder)) GTEST_SKIP() << "the shared cases are not here";
  EXPECT_THAT(read_idx_labels(IdxFile(folder / "f32.idx1")), ElementsAre(1, 2, 3));
  const auto some = read_idx_labels(IdxFile(folder / "gz_named_plain.idx1"));
  EXPECT_EQ(some.size(), 100U);
  EXPECT_THAT(std::vector(some.begin(), some.begin() + 4), ElementsAre(7, 2, 1, 0));
  const auto train = read_idx_labels(IdxFile(folder / "train-labels-idx1-ubyte.gz"));
  EXPECT_EQ(train.size(), 60000U);
  EXPECT_THAT(std::vector(train.begin(), train.begin() + 4), ElementsAre(5, 0, 4, 1));
  EXPECT_EQ(std::ranges::count(train, 1), 6742);
}

TEST(IdxSource, ReadsMnist) {
  const fs::path images(EPOCHMILL_SHARED "/data/mnist/t10k-images-idx3-ubyte.gz");
  if (!fs::exists(images)) GTEST_SKIP() << "the shared data are not here";
  const Listing listing = list("idx", images);
  EXPECT_EQ(listing.samples.size(), 10000U);
  EXPECT_EQ(listing.class_names.size(), 10U);
  EXPECT_EQ(listing.samples[0].label, 7);
  const std::string first = picture(images, 0);
  EXPECT_TRUE(first.starts_with("P5\n28 28\n255\n"));
  // The first digit, a 7: 116 of its pixels are not black.
  EXPECT_EQ(784 - std::ranges::count(first.substr(13), '\0'), 116);
}

}  // namespace
}  // namespace epochmill::source
