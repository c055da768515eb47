#include "capi/hdf5.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <hdf5.h>
#include <malloc.h>
#include <sys/file.h>
#include <sys/stat.h>

#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "error_of.hpp"
#include "temp_folder.hpp"

namespace epochmill::capi {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// As many names as the largest ImageNet has, from 0 to 199 bytes long: plain, UTF-8, not UTF-8.
std::vector<std::string> many_names() {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < 21841; ++i) {
    const char* middle = i % 3 == 0 ? "plain" : i % 3 == 1 ? "Gr\xc3\xbc\xc3\x9f" : "bad\xff\xfe";
    std::string name = std::to_string(i) + middle + std::string(i % 190, 'x');
    names.push_back(i % 1000 == 7 ? std::string() : name);
  }
  return names;
}

std::string long_text() {
  std::string text;
  for (std::size_t i = 0; text.size() < (1u << 20); ++i) text += "line " + std::to_string(i) + "\n";
  return text;
}

// A file with something of everything.
void write_sample(const fs::path& path) {
  H5File file = H5File::create(path);
  file.create_dataset({"/image", H5Type::kU8, {3, 40, 50, 3}});
  file.create_dataset({"/keep/deep/other", H5Type::kF32, {3, 2, 2, 1}});
  file.create_dataset({"/key", H5Type::kText, {3}, 7});
  file.create_dataset({"/draws", H5Type::kF32, {3, 21841}});
  file.set_text("recipe", long_text());
  file.set_texts("class_names", many_names());
  file.set_u64("seed", 7);
  file.set_text("digest", std::string(32, '0'));
  file.set_dataset_texts("/draws", "columns", many_names());
  file.close();
}

TEST(H5File, GivesEveryDatasetItsPlace) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  const H5Dataset large = file.create_dataset({"/large", H5Type::kU8, {100, 100}});
  const H5Dataset small = file.create_dataset({"/keep/small", H5Type::kI64, {5}});
  const H5Dataset text = file.create_dataset({"/text", H5Type::kText, {5}, 11});
  file.close();
  EXPECT_EQ(large.offset % 4096, 0u);
  EXPECT_GT(small.offset, 0u);
  EXPECT_EQ(text.size_bytes(), 55u);

  const H5File again = H5File::open_read(folder / "f.h5");
  for (const H5Dataset& made : {large, small, text}) {
    const H5Dataset found = again.dataset(made.name);
    EXPECT_EQ(found.type, made.type);
    EXPECT_EQ(found.dims, made.dims);
    EXPECT_EQ(found.text_bytes, made.text_bytes);
    EXPECT_EQ(found.offset, made.offset);
  }
  EXPECT_THAT(again.dataset_names(), ElementsAre("/keep/small", "/large", "/text"));
  EXPECT_GE(File::open_read(folder / "f.h5").size(), text.offset + text.size_bytes());
}

TEST(H5File, BytesWrittenAtTheToldPlaceAreTheDatasetsValues) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  const H5Dataset made = file.create_dataset({"/v", H5Type::kU32, {3}});
  file.close();
  const std::vector<std::uint32_t> values = {1, 20, 300};
  File::open_write(folder / "f.h5").write_at(as_bytes(values), made.offset);

  const hid_t plain = H5Fopen((folder / "f.h5").c_str(), H5F_ACC_RDONLY, H5P_DEFAULT);
  const hid_t data = H5Dopen2(plain, "/v", H5P_DEFAULT);
  std::vector<std::uint32_t> read(3);
  EXPECT_GE(H5Dread(data, H5T_NATIVE_UINT32, H5S_ALL, H5S_ALL, H5P_DEFAULT, read.data()), 0);
  H5Dclose(data);
  H5Fclose(plain);
  EXPECT_EQ(read, values);
}

TEST(H5File, DatasetWithoutBytesHasNoPlace) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  EXPECT_EQ(file.create_dataset({"/none", H5Type::kF32, {0, 5}}).offset, 0u);
  EXPECT_EQ(file.dataset("/none").size_bytes(), 0u);
}

TEST(H5File, EqualContentIsEqualBytes) {
  const TempFolder folder;
  ::mallopt(M_PERTURB,
            0x11);  // fresh memory is filled with this, so that none of it gets into a file unseen
  write_sample(folder / "a.h5");
  ::mallopt(M_PERTURB, 0x77);
  std::thread([&] { write_sample(folder / "b.h5"); }).join();
  ::mallopt(M_PERTURB, 0);
  EXPECT_TRUE(read_file(folder / "a.h5") == read_file(folder / "b.h5"));
}

TEST(H5File, AttributesOfAnyLengthComeBack) {
  const TempFolder folder;
  write_sample(folder / "f.h5");
  const H5File file = H5File::open_read(folder / "f.h5");
  EXPECT_TRUE(file.text("recipe") == long_text());
  EXPECT_TRUE(file.texts("class_names") == many_names());
  EXPECT_TRUE(file.dataset_texts("/draws", "columns") == many_names());
  EXPECT_EQ(file.u64("seed"), 7u);
}

TEST(H5File, EmptyTextsAndListsComeBack) {
  const TempFolder folder;
  const std::vector<std::vector<std::string>> lists = {
      {}, {""}, {"", ""}, {"a", "", "abc"}, {std::string("in\0side", 7)}};
  H5File file = H5File::create(folder / "f.h5");
  file.create_dataset({"/d", H5Type::kU8, {1}});
  file.set_text("empty", "");
  for (std::size_t i = 0; i < lists.size(); ++i) {
    file.set_texts("list" + std::to_string(i), lists[i]);
    file.set_dataset_texts("/d", "list" + std::to_string(i), lists[i]);
  }
  file.close();
  const H5File again = H5File::open_read(folder / "f.h5");
  EXPECT_EQ(again.text("empty"), "");
  for (std::size_t i = 0; i < lists.size(); ++i) {
    EXPECT_EQ(again.texts("list" + std::to_string(i)), lists[i]);
    EXPECT_EQ(again.dataset_texts("/d", "list" + std::to_string(i)), lists[i]);
  }
}

TEST(H5File, RefusesATextThatWouldNotComeBack) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  EXPECT_EQ(error_of([&] { file.set_text("t", std::string("a\0", 2)); }).kind(),
            ErrorKind::kInternal);
}

TEST(H5File, OverwritesAnAttributeOfEqualSizeInPlace) {
  const TempFolder folder;
  write_sample(folder / "f.h5");
  const Bytes before = read_file(folder / "f.h5");
  H5File file = H5File::open_write(folder / "f.h5");
  file.set_text("digest", std::string(32, 'a'));
  file.set_u64("seed", 9);
  EXPECT_EQ(error_of([&] { file.set_text("digest", "short"); }).kind(), ErrorKind::kInternal);
  EXPECT_EQ(error_of([&] { file.set_texts("digest", {}); }).kind(), ErrorKind::kInternal);
  file.close();
  EXPECT_EQ(read_file(folder / "f.h5").size(), before.size());
  const H5File again = H5File::open_read(folder / "f.h5");
  EXPECT_EQ(again.text("digest"), std::string(32, 'a'));
  EXPECT_EQ(again.u64("seed"), 9u);
  EXPECT_TRUE(again.texts("class_names") == many_names());
}

TEST(H5File, OverwritesALongTextTooAndHidesWhereItIs) {
  const TempFolder folder;
  write_sample(folder / "f.h5");
  H5File file = H5File::open_write(folder / "f.h5");
  std::string other = long_text();
  other[5] = '!';
  file.set_text("recipe", other);
  for (const std::string& text : {other + "x", std::string("short"), std::string(60001, 'x')}) {
    EXPECT_EQ(error_of([&] { file.set_text("recipe", text); }).kind(), ErrorKind::kInternal);
    EXPECT_EQ(error_of([&] { file.set_texts("recipe", {text}); }).kind(), ErrorKind::kInternal);
  }
  EXPECT_EQ(error_of([&] { file.set_text("digest", other); }).kind(), ErrorKind::kInternal);
  EXPECT_TRUE(file.text("recipe") == other);
  EXPECT_TRUE(file.has_attribute("recipe"));
  EXPECT_THAT(file.dataset_names(), ElementsAre("/draws", "/image", "/keep/deep/other", "/key"));
}

TEST(H5File, TextsOfAnyLengthAroundTheLimitComeBack) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  for (const std::size_t size : {4095, 4096, 59999, 60000, 60001, 65536}) {
    const std::string text(size, 't');
    file.set_text("text" + std::to_string(size), text);
    EXPECT_TRUE(file.text("text" + std::to_string(size)) == text) << size;
  }
}

TEST(H5File, AnswersWhetherThingsAreThere) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  file.create_dataset({"/keep/a", H5Type::kU8, {1}});
  file.set_u64("here", 1);
  EXPECT_TRUE(file.has_dataset("/keep/a"));
  EXPECT_FALSE(file.has_dataset("/keep/b"));
  EXPECT_FALSE(file.has_dataset("/gone/a"));
  EXPECT_TRUE(file.has_attribute("here"));
  EXPECT_FALSE(file.has_attribute("gone"));
}

TEST(H5File, MissingOrOtherThingsAreBadInputWithTheirNames) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  file.create_dataset({"/keep/a", H5Type::kU8, {1}});
  file.set_u64("number", 1);
  file.set_text("text", "t");
  const std::pair<const char*, Error> errors[] = {
      {"/none", error_of([&] { file.dataset("/none"); })},
      {"/keep", error_of([&] { file.dataset("/keep"); })},
      {"none", error_of([&] { file.text("none"); })},
      {"number", error_of([&] { file.text("number"); })},
      {"text", error_of([&] { file.u64("text"); })},
      {"text", error_of([&] { file.texts("text"); })},
      {"/none", error_of([&] { file.dataset_texts("/none", "x"); })}};
  for (const auto& [name, error] : errors) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_THAT(error.what(), AllOf(HasSubstr("f.h5"), HasSubstr(name)));
  }
}

// Made with plain HDF5: what other programs write.
void write_foreign(const fs::path& path) {
  const hid_t file = H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
  const hsize_t dims[] = {10};
  const hid_t space = H5Screate_simple(1, dims, nullptr);
  const hid_t chunked = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_chunk(chunked, 1, dims);
  const hid_t words = H5Tcopy(H5T_C_S1);
  H5Tset_size(words, H5T_VARIABLE);
  const auto make = [&](const char* name, hid_t type, hid_t creation) {
    H5Dclose(H5Dcreate2(file, name, type, space, H5P_DEFAULT, creation, H5P_DEFAULT));
  };
  make("chunked", H5T_STD_U8LE, chunked);
  make("big_endian", H5T_STD_U32BE, H5P_DEFAULT);
  make("words", words, H5P_DEFAULT);
  make("never_allocated", H5T_STD_U8LE, H5P_DEFAULT);
  const hid_t null = H5Screate(H5S_NULL);
  H5Dclose(H5Dcreate2(file, "null", H5T_STD_U8LE, null, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT));
  H5Aclose(H5Acreate2(file, "words", words, space, H5P_DEFAULT, H5P_DEFAULT));
  for (const hid_t id : {space, null}) H5Sclose(id);
  H5Pclose(chunked);
  H5Tclose(words);
  H5Fclose(file);
}

TEST(H5File, ForeignDatasetsAndAttributesAreBadInput) {
  const TempFolder folder;
  hdf5_version();  // first, so that plain HDF5 calls below come second
  write_foreign(folder / "f.h5");
  const H5File file = H5File::open_read(folder / "f.h5");
  for (const char* name : {"/chunked", "/big_endian", "/words", "/never_allocated", "/null"}) {
    const Error error = error_of([&] { file.dataset(name); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_THAT(error.what(), AllOf(HasSubstr("f.h5"), HasSubstr(name)));
  }
  EXPECT_EQ(error_of([&] { file.texts("words"); }).kind(), ErrorKind::kInput);
}

TEST(H5File, WhatIsNotHdf5IsBadInputAndWhatCannotBeReadIsNot) {
  const TempFolder folder;
  std::ofstream(folder / "text") << "just a text file, long enough to hold a superblock of HDF5\n";
  std::ofstream(folder / "empty").flush();
  write_sample(folder / "cut");
  fs::resize_file(folder / "cut", fs::file_size(folder / "cut") - 1);
  ASSERT_EQ(::mkfifo((folder / "pipe").c_str(), 0600), 0);
  for (const char* name : {"text", "empty", "cut", "pipe", "."}) {
    const Error error = error_of([&] { H5File::open_read(folder / name); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(folder / name));
  }
  const Error error = error_of([&] { H5File::open_read(folder / "none"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), HasSubstr("/none'"));
}

TEST(H5File, CreateRefusesAnExistingFileAndAMissingFolder) {
  const TempFolder folder;
  std::ofstream(folder / "old") << "old";
  EXPECT_EQ(error_of([&] { H5File::create(folder / "old"); }).kind(), ErrorKind::kIo);
  EXPECT_EQ(read_file(folder / "old").size(), 3u);
  const Error error = error_of([&] { H5File::create(folder / "none/f.h5"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("none/f.h5"), HasSubstr("No such file")));
}

TEST(H5File, RefusesADatasetWhoseSizeOverflows) {
  const TempFolder folder;
  H5File file = H5File::create(folder / "f.h5");
  const std::uint64_t half = std::uint64_t{1} << 32;
  EXPECT_EQ(error_of([&] {
              file.create_dataset({"/d", H5Type::kU64, {half, half}});
            }).kind(),
            ErrorKind::kInternal);
}

TEST(H5File, LocksOfOthersAreNotInTheWay) {
  if (::getenv("HDF5_USE_FILE_LOCKING") != nullptr) GTEST_SKIP() << "the user decides on locks";
  const TempFolder folder;
  write_sample(folder / "f.h5");
  const File other = File::open_read(folder / "f.h5");
  ASSERT_EQ(::flock(other.fd(), LOCK_EX | LOCK_NB), 0);
  EXPECT_EQ(H5File::open_read(folder / "f.h5").u64("seed"), 7u);
  H5File::open_write(folder / "f.h5").close();
}

TEST(Hdf5Version, HasThreeNumbers) {
  EXPECT_THAT(hdf5_version(), ::testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+"));
}

}  // namespace
}  // namespace epochmill::capi
