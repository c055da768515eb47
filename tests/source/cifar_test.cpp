#include "source/cifar.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "made_arrays.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string interleaved(const std::string& planes) {
  std::string pixels;
  for (std::size_t i = 0; i < 1024; ++i) {
    for (std::size_t c = 0; c < 3; ++c) pixels += planes[1024 * c + i];
  }
  return pixels;
}

std::string picture(const fs::path& path, std::uint64_t sample, const std::string& more = "") {
  const TempFolder folder;
  write_catalog(folder / "catalog.h5", list("cifar", path, more), {});
  const Catalog catalog(folder / "catalog.h5");
  const auto source = source_kind("cifar").open(params_of("cifar", path, more), catalog);
  return std::string(as_text(source->read(sample)));
}

std::string lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) text += "class " + std::to_string(i) + '\n';
  return text;
}

TEST(CifarSource, ReadsTheBatchesOfAFolder) {
  const TempFolder folder;
  const std::string third = scattered(3072, 3);
  folder.write("data_batch_1.bin", '\1' + scattered(3072, 1) + '\2' + scattered(3072, 2));
  folder.write("data_batch_2.bin", '\x09' + third);
  folder.write("test_batch.bin", '\0' + scattered(3072, 9));
  folder.write("batches.meta.txt", lines(10) + "\n\n");
  const Listing listing = list("cifar", folder.path());
  EXPECT_THAT(keys_of(listing), ElementsAre("data_batch_1/00000000", "data_batch_1/00000001",
                                            "data_batch_2/00000000"));
  EXPECT_THAT(labels_of(listing), ElementsAre(1, 2, 9));
  EXPECT_EQ(listing.class_names.size(), 10U);
  EXPECT_EQ(listing.class_names[9], "class 9");
  EXPECT_EQ(picture(folder.path(), 2), pnm(3, 32, 32, interleaved(third)));
  EXPECT_THAT(keys_of(list("cifar", folder.path(), "split = 'test'")),
              ElementsAre("test_batch/00000000"));
  EXPECT_THAT(labels_of(list("cifar", folder / "data_batch_2.bin")), ElementsAre(9));
}

TEST(CifarSource, ReadsBothLabelsOfCifar100) {
  const TempFolder folder;
  const std::string planes = scattered(3072, 5);
  folder.write("train.bin", "\x13\x63" + planes);
  folder.write("coarse_label_names.txt", lines(20));
  EXPECT_THAT(labels_of(list("cifar", folder.path())), ElementsAre(0x63));
  EXPECT_EQ(list("cifar", folder.path()).class_names.size(), 100U);
  const Listing coarse = list("cifar", folder / "train.bin", "label = 'coarse'");
  EXPECT_THAT(labels_of(coarse), ElementsAre(0x13));
  EXPECT_EQ(coarse.class_names[19], "class 19");
  EXPECT_EQ(picture(folder.path(), 0), pnm(3, 32, 32, interleaved(planes)));
}

TEST(CifarSource, RefusesLabelsThatHaveNoClass) {
  const TempFolder folder;
  folder.write("data_batch_1.bin", '\x09' + scattered(3072) + '\x0A' + scattered(3072));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("cifar", folder.path()); }),
              AllOf(HasSubstr("data_batch_1.bin"), HasSubstr("record 1"), HasSubstr("label 10")));
  folder.write("100/train.bin", "\x14\x01" + scattered(3072));
  EXPECT_THAT(
      message_of(ErrorKind::kInput, [&] { list("cifar", folder / "100", "label = 'coarse'"); }),
      HasSubstr("label 20"));
}

TEST(CifarSource, RefusesFilesThatAreNotWhole) {
  const TempFolder folder;
  for (const std::size_t size : {0U, 1U, 3072U, 3074U, 6145U}) {
    const fs::path file = folder.write("data_batch_1.bin", std::string(size, '\0'));
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("cifar", file); }),
                HasSubstr("records of 3073 bytes"));
  }
  fs::remove(folder / "data_batch_1.bin");
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("cifar", folder.path()); }),
              HasSubstr("neither data_batch_1.bin"));
  folder.write("data_batch_2.bin", std::string(3073, '\0'));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("cifar", folder.path()); }),
              HasSubstr("no data_batch_1.bin"));
  folder.write("data_batch_1.bin", std::string(3073, '\0'));
  folder.write("train.bin", std::string(3074, '\0'));
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("cifar", folder.path()); }),
              HasSubstr("both"));
}

TEST(CifarSource, AsksWhatANameDoesNotTell) {
  const TempFolder folder;
  const fs::path file = folder.write("mine.bin", '\1' + scattered(3072));
  EXPECT_THAT(message_of(ErrorKind::kUsage, [&] { list("cifar", file); }), HasSubstr("variant"));
  EXPECT_THAT(keys_of(list("cifar", file, "variant = '10'")), ElementsAre("mine/00000000"));
  message_of(ErrorKind::kInput, [&] { list("cifar", file, "variant = '100'"); });
  EXPECT_THAT(message_of(ErrorKind::kUsage,
                         [&] { list("cifar", file, "variant = '10'\nlabel = 'coarse'"); }),
              HasSubstr("recipe.toml:3"));
}

TEST(CifarSource, RefusesNamesThatDoNotFit) {
  const TempFolder folder;
  folder.write("test_batch.bin", std::string(3073, '\0'));
  for (const std::string& names : {lines(9), lines(11), std::string(), std::string("\n") + lines(9),
                                   lines(9) + "class 0\n", lines(9) + "\xFF\n"}) {
    folder.write("batches.meta.txt", names);
    EXPECT_THAT(
        message_of(ErrorKind::kInput, [&] { list("cifar", folder.path(), "split = 'test'"); }),
        HasSubstr("batches.meta.txt"));
  }
}

TEST(CifarCases, AreRefusedAsTheyMustBe) {
  const fs::path folder(EPOCHMILL_SHARED "/cases/E19");
  if (!fs::exists(folder)) GTEST_SKIP() << "the shared cases are not here";
  EXPECT_THAT(
      message_of(ErrorKind::kInput,
                 [&] { list("cifar", folder / "cifar10_label_255.bin", "variant = '10'"); }),
      HasSubstr("label 255"));
  EXPECT_THAT(message_of(ErrorKind::kInput,
                         [&] { list("cifar", folder / "cifar10_short.bin", "variant = '10'"); }),
              HasSubstr("30723 bytes"));
}

}  // namespace
}  // namespace epochmill::source
