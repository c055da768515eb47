#include "shard/reader.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "shard/attributes.hpp"
#include "shard/columns.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

void expect_row(const Reader& reader, const Layout& layout, std::uint64_t row) {
  const SampleRow expected = sample_row(layout, row);
  Bytes room;
  EXPECT_THAT(reader.image(row, room), ElementsAreArray(expected.image));
  for (std::size_t i = 0; i < expected.kept.size(); ++i) {
    EXPECT_THAT(reader.kept(i, row, room), ElementsAreArray(expected.kept[i]));
  }
  std::vector<float> points;
  std::vector<std::uint8_t> visible;
  for (const image::Keypoint& point : expected.keypoints) {
    points.insert(points.end(), {point.x, point.y});
    visible.push_back(point.is_visible);
  }
  EXPECT_THAT(reader.keypoints(row), ElementsAreArray(points));
  EXPECT_THAT(reader.keypoint_visible(row), ElementsAreArray(visible));
  EXPECT_THAT(reader.draws(row), ElementsAreArray(expected.draws));
  EXPECT_EQ(reader.key(row), expected.key);
  EXPECT_EQ(reader.sample(row), expected.sample);
  EXPECT_EQ(reader.label(row), expected.label);
  if (layout.has_masks) {
    EXPECT_THAT(reader.mask(row, room), ElementsAreArray(expected.mask));
  }
  EXPECT_EQ(reader.boxes(row), expected.boxes);
  for (std::size_t set = 0; set < layout.extra_labels.size(); ++set) {
    EXPECT_EQ(reader.extra_label(row, set), expected.extra_labels[set]);
  }
  EXPECT_EQ(reader.mix_partners(row), expected.mix_partners);
  if (layout.has_mixed_labels()) {
    EXPECT_EQ(reader.mix_label(row), expected.mix_label);
    EXPECT_EQ(reader.mix_weight(row), expected.mix_weight);
  }
  EXPECT_EQ(reader.row_digest(row), reader.stored_digest(row));
}

TEST(ShardReader, ReadsBackWhatWasWritten) {
  const TempFolder folder;
  Layout large = sample_layout();
  large.rows = 300;
  std::vector<Layout> layouts = marked_layouts();
  layouts.insert(layouts.end(), {sample_layout(), bare_layout(), large, marked_layout(),
                                 mixed_layout(1), mixed_layout(3)});
  for (const Layout& layout : layouts) {
    write_sample(folder / "f.h5", sample_header(), layout);
    const Reader reader(folder / "f.h5");
    EXPECT_EQ(reader.path(), folder / "f.h5");
    EXPECT_EQ(reader.header(), sample_header());
    EXPECT_EQ(names_of(columns_of(reader.layout())), names_of(columns_of(layout)));
    EXPECT_EQ(reader.layout().image, layout.image);
    EXPECT_EQ(reader.layout().draw_names, layout.draw_names);
    EXPECT_EQ(reader.layout().key_bytes, layout.key_bytes);
    EXPECT_EQ(reader.layout().has_masks, layout.has_masks);
    EXPECT_EQ(reader.layout().boxes, layout.boxes);
    EXPECT_EQ(reader.layout().box_class_names, layout.box_class_names);
    EXPECT_EQ(reader.layout().extra_labels, layout.extra_labels);
    EXPECT_EQ(reader.layout().mix_partners, layout.mix_partners);
    EXPECT_EQ(reader.file_bytes(), fs::file_size(folder / "f.h5"));
    EXPECT_EQ(reader.content_digest(), reader.computed_content_digest());
    EXPECT_THAT(reader.order(), ElementsAreArray(sample_order(layout)));
    ASSERT_EQ(reader.layout().rows, layout.rows);
    for (std::uint64_t row = 0; row < layout.rows; ++row) expect_row(reader, layout, row);
  }
}

TEST(ShardReader, AShardWithoutASingleBoxIsWhole) {
  const TempFolder folder;
  for (Layout layout : marked_layouts()) {
    layout.rows = 1;  // the row without boxes
    write_sample(folder / "f.h5", sample_header(), layout);
    const Reader reader(folder / "f.h5");
    EXPECT_EQ(reader.layout().boxes, 0U);
    EXPECT_EQ(reader.layout().box_class_names, layout.box_class_names);
    EXPECT_TRUE(reader.boxes(0).empty());
    EXPECT_EQ(reader.row_digest(0), reader.stored_digest(0));
    EXPECT_EQ(reader.content_digest(), reader.computed_content_digest());
  }
}

TEST(ShardReader, WhatIsNotThereIsTheCallersFaultOrNone) {
  const TempFolder folder;
  write_sample(folder / "f.h5", sample_header(), sample_layout());
  const Reader reader(folder / "f.h5");
  Bytes room;
  EXPECT_TRUE(reader.boxes(0).empty());
  const Error no_mask = error_of([&] { reader.mask(0, room); });
  EXPECT_EQ(no_mask.kind(), ErrorKind::kInternal);
  const Error no_set = error_of([&] { reader.extra_label(0, 0); });
  EXPECT_EQ(no_set.kind(), ErrorKind::kInternal);
  EXPECT_TRUE(reader.mix_partners(0).empty());
  EXPECT_EQ(error_of([&] { reader.mix_label(0); }).kind(), ErrorKind::kInternal);
  EXPECT_EQ(error_of([&] { reader.mix_weight(0); }).kind(), ErrorKind::kInternal);
  const Error no_row = error_of([&] { reader.boxes(5); });
  EXPECT_EQ(no_row.kind(), ErrorKind::kInternal);
}

TEST(ShardReader, OffsetsOfBoxesThatDoNotFitAreBadInput) {
  const TempFolder folder;
  const Layout layout = marked_layout();
  for (const std::uint64_t place : {0, 3, 5}) {  // the first, one in the middle, the last
    write_sample(folder / "f.h5", sample_header(), layout);
    const auto offset = capi::H5File::open_read(folder / "f.h5").dataset("/box_offset").offset;
    capi::File::open_write(folder / "f.h5")
        .write_at(bytes_of(std::uint64_t{1} << 60), offset + 8 * place);
    const Error error = error_of([&] { Reader reader(folder / "f.h5"); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput);
    EXPECT_THAT(error.what(), AllOf(HasSubstr("/box_offset"), HasSubstr("f.h5")));
  }
}

TEST(ShardReader, RowDigestIsThatOfTheRowsBytesInTheDatasetsOrder) {
  const TempFolder folder;
  const Layout layout = marked_layout();
  write_sample(folder / "f.h5", sample_header(), layout);
  const SampleRow row = sample_row(layout, 1);
  Bytes bytes;
  const auto add = [&bytes](ByteView more) { bytes.insert(bytes.end(), more.begin(), more.end()); };
  add(row.image);
  for (const Bytes& kept : row.kept) add(kept);
  add(row.mask);
  for (const image::Keypoint& point : row.keypoints) {
    add(bytes_of(point.x));
    add(bytes_of(point.y));
  }
  for (const image::Keypoint& point : row.keypoints) bytes.push_back(point.is_visible ? 1 : 0);
  for (const image::ObjectBox& box : row.boxes) {
    for (const float edge : {box.x0, box.y0, box.x1, box.y1}) add(bytes_of(edge));
  }
  for (const image::ObjectBox& box : row.boxes) add(bytes_of(box.label));
  add(as_bytes(row.draws));
  add(bytes_of(row.label));
  for (const std::int64_t label : row.extra_labels) add(bytes_of(label));
  add(bytes_of(row.sample));
  add(as_bytes(row.key));
  bytes.resize(bytes.size() + layout.key_bytes - row.key.size());
  EXPECT_EQ(Reader(folder / "f.h5").stored_digest(1), digest64(bytes));
}

TEST(ShardReader, RowDigestHasWhatWasMixedInBeforeTheSample) {
  const TempFolder folder;
  for (const std::uint64_t partners : {1, 3}) {
    Layout layout = mixed_layout(partners);
    layout.kept.clear();
    layout.keypoints = 0;
    write_sample(folder / "f.h5", sample_header(), layout);
    const SampleRow row = sample_row(layout, 1);
    Bytes bytes = row.image;
    const auto add = [&bytes](ByteView more) {
      bytes.insert(bytes.end(), more.begin(), more.end());
    };
    add(as_bytes(row.draws));
    add(bytes_of(row.label));
    if (partners == 1) {
      add(bytes_of(row.mix_label));
      add(bytes_of(row.mix_weight));
    }
    add(as_bytes(row.mix_partners));
    add(bytes_of(row.sample));
    add(as_bytes(row.key));
    bytes.resize(bytes.size() + layout.key_bytes - row.key.size());
    EXPECT_EQ(Reader(folder / "f.h5").stored_digest(1), digest64(bytes));
  }
}

TEST(ShardReader, MovesAndOutlivesTheName) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  write_sample(folder / "f.h5", sample_header(), layout);
  Reader first(folder / "f.h5");
  fs::remove(folder / "f.h5");
  const Reader second = std::move(first);
  expect_row(second, layout, 4);
}

TEST(ShardReader, ARowOutOfRangeIsTheCallersFault) {
  const TempFolder folder;
  write_sample(folder / "f.h5", sample_header(), sample_layout());
  const Reader reader(folder / "f.h5");
  Bytes room;
  const Error errors[] = {error_of([&] { reader.image(5, room); }),
                          error_of([&] { reader.kept(0, 5, room); }),
                          error_of([&] { reader.kept(2, 0, room); }),
                          error_of([&] { reader.keypoints(5); }),
                          error_of([&] { reader.keypoint_visible(5); }),
                          error_of([&] { reader.draws(5); }),
                          error_of([&] { reader.key(5); }),
                          error_of([&] { reader.sample(5); }),
                          error_of([&] { reader.label(5); }),
                          error_of([&] { reader.stored_digest(5); }),
                          error_of([&] { reader.row_digest(~std::uint64_t{0}); })};
  for (const Error& error : errors) {
    EXPECT_EQ(error.kind(), ErrorKind::kInternal);
    EXPECT_THAT(error.what(), HasSubstr("f.h5"));
  }
}

Error error_of_reading(const fs::path& path) {
  return error_of([&] { Reader reader(path); });
}

TEST(ShardReader, MissingFileIsAnIoError) {
  const TempFolder folder;
  const Error error = error_of_reading(folder / "none.h5");
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), HasSubstr("none.h5"));
}

TEST(ShardReader, OtherFilesAreBadInput) {
  const TempFolder folder;
  std::ofstream(folder / "text") << "label,path\n0,a.jpg\n";
  std::ofstream(folder / "empty").flush();
  capi::H5File::create(folder / "foreign").close();
  for (const char* name : {"text", "empty", "foreign", "."}) {
    const Error error = error_of_reading(folder / name);
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(folder / name));
  }
  EXPECT_THAT(error_of_reading(folder / "foreign").what(), HasSubstr("no epochmill shard"));
}

TEST(ShardReader, AnotherVersionIsSaidToBeOne) {
  const TempFolder folder;
  write_sample(folder / "f.h5", sample_header(), sample_layout());
  capi::H5File file = capi::H5File::open_write(folder / "f.h5");
  file.set_u64("format_version", 2);
  file.close();
  const Error error = error_of_reading(folder / "f.h5");
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), AllOf(HasSubstr("f.h5"), HasSubstr("version 2")));
}

TEST(ShardReader, AShardThatWasNeverFinishedIsRefused) {
  const TempFolder folder;
  const Layout layout = sample_layout();
  Writer writer(folder / "f.h5", sample_header(), layout);
  write_all_rows(writer, layout);
  const Error error = error_of_reading(folder / names_in(folder.path()).front());
  EXPECT_EQ(error.kind(), ErrorKind::kInput);
  EXPECT_THAT(error.what(), HasSubstr("never finished"));
}

// A file with a shard's attributes and the datasets of `columns`, all zero.
void write_datasets(const fs::path& path, const std::vector<Column>& columns,
                    const std::vector<std::string>& names) {
  capi::H5File file = capi::H5File::create(path);
  for (const Column& column : columns) {
    file.create_dataset(column.dataset);
    if (column.role == Role::kDraws) {
      file.set_dataset_texts("/draws", "columns", sample_layout().draw_names);
    }
  }
  write_attributes(file, sample_header(), names);
  write_content_digest(file, std::string(32, 'a'));
  file.close();
}

TEST(ShardReader, AMissingDatasetIsBadInputAndSoIsOneTooMany) {
  const TempFolder folder;
  const std::vector<Column> columns = columns_of(sample_layout());
  write_datasets(folder / "whole.h5", columns, names_of(columns));
  EXPECT_NO_THROW(Reader(folder / "whole.h5"));
  for (std::size_t i = 0; i < columns.size(); ++i) {
    std::vector<Column> fewer = columns;
    fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
    const fs::path path = folder / ("without" + std::to_string(i));
    write_datasets(path, fewer, names_of(columns));
    EXPECT_EQ(error_of_reading(path).kind(), ErrorKind::kInput) << columns[i].dataset.name;
    EXPECT_THAT(error_of_reading(path).what(), HasSubstr(path));
  }
  std::vector<Column> more = columns;
  more.push_back({Role::kImage, 0, {"/extra", capi::H5Type::kU8, {5}}, 1});
  for (const auto& names : {names_of(columns), names_of(more)}) {
    const fs::path path = folder / ("extra" + std::to_string(names.size()));
    write_datasets(path, more, names);
    EXPECT_EQ(error_of_reading(path).kind(), ErrorKind::kInput);
  }
}

TEST(ShardReader, AWrongTypeOrShapeIsBadInput) {
  const TempFolder folder;
  const std::vector<Column> columns = columns_of(sample_layout());
  int count = 0;
  const auto expect_refused = [&](std::size_t i, auto change) {
    std::vector<Column> changed = columns;
    change(changed[i].dataset);
    const fs::path path = folder / ("f" + std::to_string(count++));
    write_datasets(path, changed, names_of(columns));
    const Error error = error_of_reading(path);
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << columns[i].dataset.name << ": " << error.what();
    EXPECT_THAT(error.what(), HasSubstr(path));
  };
  for (std::size_t i = 0; i < columns.size(); ++i) {
    expect_refused(i, [](capi::H5Dataset& d) { d.type = capi::H5Type::kU32, d.dims.push_back(1); });
    expect_refused(i, [](capi::H5Dataset& d) { d.dims[0] = 4; });
    expect_refused(i, [](capi::H5Dataset& d) { d.dims[0] = 0; });
    expect_refused(i, [](capi::H5Dataset& d) { d.dims.insert(d.dims.begin(), 1); });
    expect_refused(i, [](capi::H5Dataset& d) { d.dims.clear(); });
    expect_refused(i, [](capi::H5Dataset& d) {
      d.type = d.type == capi::H5Type::kI64 ? capi::H5Type::kU64 : capi::H5Type::kI64;
    });
  }
}

TEST(ShardReader, ABadListOfDatasetsIsBadInput) {
  const TempFolder folder;
  const std::vector<Column> columns = columns_of(sample_layout());
  std::vector<std::string> swapped = names_of(columns);
  std::swap(swapped[6], swapped[7]);
  std::vector<std::string> twice = names_of(columns);
  twice.insert(twice.begin() + 1, "/keep/raw");
  std::vector<std::string> path_name = names_of(columns);
  path_name[1] = "/keep/../image";
  std::vector<std::string> group = names_of(columns);
  group[1] = "/keep/";
  int count = 0;
  for (const auto& names : {swapped, twice, path_name, group, std::vector<std::string>{}}) {
    const fs::path path = folder / ("f" + std::to_string(count++));
    write_datasets(path, columns, names);
    const Error error = error_of_reading(path);
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    EXPECT_THAT(error.what(), HasSubstr(path));
  }
}

}  // namespace
}  // namespace epochmill::shard
