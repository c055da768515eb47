#include "shard/writer.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "shard/columns.hpp"
#include "shard/reader.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

Header long_header() {
  Header header = sample_header();
  while (header.recipe_text.size() < (1u << 20)) header.recipe_text += "# a long recipe\n";
  for (int i = 0; i < 21841; ++i) {
    header.class_names.push_back(std::string(static_cast<std::size_t>(i % 60), 'n') + "\xc3\xa4");
  }
  return header;
}

// Rows in another order, on three threads.
Summary write_in_disorder(const fs::path& path, const Header& header, const Layout& layout) {
  Writer writer(path, header, layout);
  std::vector<std::thread> threads;
  for (std::uint64_t t = 0; t < 3; ++t) {
    threads.emplace_back([&, t] {
      for (std::uint64_t i = layout.rows; i > 0; --i) {
        if (i % 3 == t) writer.write_row(i - 1, sample_row(layout, i - 1).view());
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  writer.finish(sample_order(layout));
  return writer.publish();
}

TEST(ShardWriter, GivesTheSameBytesInAnyOrderOnAnyThreadAtAnyTime) {
  const TempFolder folder;
  Layout large = sample_layout();
  large.rows = 300;
  std::vector<Layout> layouts = marked_layouts();
  layouts.insert(layouts.end(), {sample_layout(), bare_layout(), files_layout(), deflated_layout(),
                                 mixed_layout(1), mixed_layout(3), large});
  for (const Layout& layout : layouts) {
    for (const Header& header : {sample_header(), long_header()}) {
      ::mallopt(
          M_PERTURB,
          0x11);  // fresh memory is filled with this, so that none of it gets into a file unseen
      write_sample(folder / "a.h5", header, layout);
      ::mallopt(M_PERTURB, 0x77);
      write_in_disorder(folder / "another-name.h5", header, layout);
      ::mallopt(M_PERTURB, 0);
      EXPECT_TRUE(capi::read_file(folder / "a.h5") == capi::read_file(folder / "another-name.h5"));
    }
  }
  // HDF5's times are in whole seconds, so only a later second would show them.
  const Bytes before = capi::read_file(folder / "a.h5");
  std::this_thread::sleep_for(std::chrono::milliseconds(1100));
  write_sample(folder / "a.h5", long_header(), large);
  EXPECT_TRUE(capi::read_file(folder / "a.h5") == before);
}

// Of each byte of a shard, whether it belongs to a dataset.
std::vector<bool> dataset_bytes(const fs::path& path) {
  std::vector<bool> is_data(fs::file_size(path));
  const capi::H5File file = capi::H5File::open_read(path);
  for (const std::string& name : file.dataset_names()) {
    const capi::H5Dataset dataset = file.dataset(name);
    for (std::uint64_t i = 0; i < dataset.size_bytes(); ++i) {
      EXPECT_FALSE(is_data[dataset.offset + i]) << name << " lies on another dataset";
      is_data[dataset.offset + i] = true;
    }
  }
  return is_data;
}

TEST(ShardWriter, StartsLargeDatasetsAtAPage) {
  const TempFolder folder;
  Layout layout = sample_layout();
  layout.rows = 300;
  write_sample(folder / "f.h5", sample_header(), layout);
  const capi::H5File file = capi::H5File::open_read(folder / "f.h5");
  for (const char* name : {"/image", "/keep/raw", "/keep/after", "/keypoint"}) {
    EXPECT_EQ(file.dataset(name).offset % 4096, 0u) << name;
  }
}

TEST(ShardWriter, WhatIsBetweenTheDatasetsKnowsNothingOfTheRows) {
  const TempFolder folder;
  for (const std::uint64_t rows : {5, 300}) {
    Layout layout = marked_layout();
    layout.rows = rows;
    write_sample(folder / "a.h5", sample_header(), layout);
    Writer writer(folder / "b.h5", sample_header(), layout);
    for (std::uint64_t row = 0; row < rows; ++row) {
      SampleRow changed = sample_row(layout, row + 1);
      changed.boxes = sample_row(layout, row).boxes;  // their number decides the shape
      for (image::ObjectBox& box : changed.boxes) box = {9, 9, 9, 9, 9};
      writer.write_row(row, changed.view());
    }
    writer.finish(sample_order(layout));
    writer.publish();
    const Bytes a = capi::read_file(folder / "a.h5");
    const Bytes b = capi::read_file(folder / "b.h5");
    const std::vector<bool> is_data = dataset_bytes(folder / "a.h5");
    ASSERT_EQ(a.size(), b.size());
    int count = 0;
    for (std::size_t i = 0; i < a.size(); ++i) count += !is_data[i] && a[i] != b[i];
    // The content digest, and the checksum of the block of HDF5 that it stands in.
    EXPECT_GT(count, 0);
    EXPECT_LE(count, 32 + 4);
  }
}

TEST(ShardWriter, SummaryIsWhatTheReaderSees) {
  const TempFolder folder;
  const Summary summary = write_sample(folder / "f.h5", sample_header(), sample_layout());
  const Reader reader(folder / "f.h5");
  EXPECT_EQ(summary.epoch, 3u);
  EXPECT_EQ(summary.shard, 17u);
  EXPECT_EQ(summary.rows, 5u);
  EXPECT_EQ(summary.file_bytes, fs::file_size(folder / "f.h5"));
  EXPECT_EQ(summary.content_digest, reader.content_digest());
}

TEST(ShardWriter, LeavesNothingWhenItIsDestroyedBeforePublish) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  {
    Writer writer(folder / "f.h5", sample_header(), layout);
    EXPECT_FALSE(fs::exists(folder / "f.h5"));
    EXPECT_EQ(names_in(folder.path()).size(), 1u);
    write_all_rows(writer, layout);
  }
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
  {
    Writer writer(folder / "f.h5", sample_header(), layout);
    write_all_rows(writer, layout);
    writer.finish(sample_order(layout));
    EXPECT_FALSE(fs::exists(folder / "f.h5"));
  }
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

TEST(ShardWriter, KilledAtAnyStepLeavesNoFileUnderTheFinalName) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  for (int step = 0; step < 3; ++step) {
    const pid_t child = ::fork();
    if (child == 0) {
      Writer writer(folder / "f.h5", sample_header(), layout);
      if (step > 0) write_all_rows(writer, layout);
      if (step > 1) writer.finish(sample_order(layout));
      ::kill(::getpid(), SIGKILL);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    ASSERT_TRUE(WIFSIGNALED(status));
    EXPECT_FALSE(fs::exists(folder / "f.h5")) << step;
    EXPECT_EQ(capi::sweep_temp_files(folder.path(), 3600), 1) << step;
  }
  write_sample(folder / "f.h5", sample_header(), layout);
  EXPECT_THAT(names_in(folder.path()), ElementsAre("f.h5"));
}

TEST(ShardWriter, ReplacesAnOldShardAtOnce) {
  const TempFolder folder;
  std::ofstream(folder / "f.h5") << "something old";
  write_sample(folder / "f.h5", sample_header(), sample_layout());
  EXPECT_THAT(names_in(folder.path()), ElementsAre("f.h5"));
  EXPECT_EQ(Reader(folder / "f.h5").layout().rows, 5u);
}

TEST(ShardWriter, RefusesRowsThatDoNotFitTheLayout) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  Writer writer(folder / "f.h5", sample_header(), layout);
  const auto refuses = [&](auto change, const char* word) {
    SampleRow row = sample_row(layout, 0);
    change(row);
    const Error error = error_of([&] { writer.write_row(0, row.view()); });
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("f.h5"), HasSubstr("row 0"), HasSubstr(word)));
  };
  refuses([](SampleRow& r) { r.image.pop_back(); }, "/image");
  refuses([](SampleRow& r) { r.kept[1].push_back(0); }, "/keep/after");
  refuses([](SampleRow& r) { r.kept.pop_back(); }, "kept");
  refuses([](SampleRow& r) { r.keypoints.pop_back(); }, "/keypoint");
  refuses([](SampleRow& r) { r.draws.push_back(0); }, "/draws");
  refuses([](SampleRow& r) { r.key = "twelve bytes"; }, "key");
  refuses([](SampleRow& r) { r.boxes.push_back({0, 0, 1, 1, 0}); }, "/box");
  refuses([](SampleRow& r) { r.extra_labels.push_back(1); }, "extra labels");
  refuses([](SampleRow& r) { r.key = std::string("a\0", 2); }, "not zero");
  writer.write_row(0, sample_row(layout, 0).view());  // a refused row can still be written
}

TEST(ShardWriter, RefusesRowsWithoutTheMaskOrTheExtraLabelsOfTheLayout) {
  const TempFolder folder;
  for (const Layout& layout : marked_layouts()) {
    Writer writer(folder / "f.h5", sample_header(), layout);
    SampleRow row = sample_row(layout, 0);
    row.mask.clear();
    EXPECT_THAT(error_of([&] { writer.write_row(0, row.view()); }).what(), HasSubstr("/mask"));
    row = sample_row(layout, 0);
    row.extra_labels.pop_back();
    EXPECT_THAT(error_of([&] { writer.write_row(0, row.view()); }).what(),
                HasSubstr("extra labels"));
  }
}

TEST(ShardWriter, RefusesARowTwiceOrOutOfRange) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  Writer writer(folder / "f.h5", sample_header(), layout);
  const SampleRow row = sample_row(layout, 0);
  writer.write_row(4, row.view());
  EXPECT_THAT(error_of([&] { writer.write_row(4, row.view()); }).what(), HasSubstr("twice"));
  EXPECT_THAT(error_of([&] { writer.write_row(5, row.view()); }).what(), HasSubstr("no row 5"));
}

TEST(ShardWriter, RefusesToFinishWithAMissingRowOrABadOrder) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  Writer writer(folder / "f.h5", sample_header(), layout);
  EXPECT_THAT(error_of([&] { writer.finish(sample_order(layout)); }).what(), HasSubstr("row 0 of"));
  EXPECT_THAT(error_of([&] { writer.publish(); }).what(), HasSubstr("before it is finished"));
  write_all_rows(writer, layout);
  EXPECT_THAT(error_of([&] { writer.finish(std::vector<std::uint32_t>(5, 0)); }).what(),
              HasSubstr("permutation"));
  EXPECT_THAT(error_of([&] { writer.check_row(0); }).what(), HasSubstr("cannot be checked"));
}

TEST(ShardWriter, DoesEverythingOnce) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  Writer writer(folder / "f.h5", sample_header(), layout);
  write_all_rows(writer, layout);
  writer.finish(sample_order(layout));
  const SampleRow row = sample_row(layout, 0);
  EXPECT_EQ(error_of([&] { writer.write_row(0, row.view()); }).kind(), ErrorKind::kInternal);
  EXPECT_EQ(error_of([&] { writer.finish(sample_order(layout)); }).kind(), ErrorKind::kInternal);
  writer.publish();
  EXPECT_EQ(error_of([&] { writer.publish(); }).kind(), ErrorKind::kInternal);
  EXPECT_EQ(error_of([&] { writer.check_row(0); }).kind(), ErrorKind::kInternal);
}

TEST(ShardWriter, CheckRowFindsABitThatTheDiskLost) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  Writer writer(folder / "f.h5", sample_header(), layout);
  write_all_rows(writer, layout);
  writer.finish(sample_order(layout));
  for (std::uint64_t row = 0; row < layout.rows; ++row) EXPECT_NO_THROW(writer.check_row(row));

  const fs::path temp = folder / names_in(folder.path()).front();
  const capi::H5Dataset dataset = capi::H5File::open_read(temp).dataset("/keep/after");
  const capi::File file = capi::File::open_write(temp);
  Bytes byte(1);
  file.read_at(byte, dataset.offset + 2 * 48);
  byte[0] ^= 4;
  file.write_at(byte, dataset.offset + 2 * 48);
  for (std::uint64_t row = 0; row < layout.rows; ++row) {
    if (row == 2) continue;
    EXPECT_NO_THROW(writer.check_row(row));
  }
  const Error error = error_of([&] { writer.check_row(2); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("row 2"), HasSubstr("f.h5")));
}

TEST(ShardWriter, RefusesAZeroRowShardAndAMissingFolder) {
  const TempFolder folder;
  Layout empty = sample_layout();
  empty.rows = 0;
  EXPECT_EQ(error_of([&] { Writer(folder / "f.h5", sample_header(), empty); }).kind(),
            ErrorKind::kInternal);
  const Error error =
      error_of([&] { Writer(folder / "none/f.h5", sample_header(), sample_layout()); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("none"), HasSubstr("No such file")));
  EXPECT_THAT(names_in(folder.path()), IsEmpty());
}

}  // namespace
}  // namespace epochmill::shard
