// What damage to a shard does: it is an Error, or the digests find it, or nothing that can be read
// has changed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "shard/columns.hpp"
#include "shard/reader.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

void flip(const fs::path& path, std::uint64_t offset, std::uint8_t mask) {
  const capi::File file = capi::File::open_write(path);
  Bytes byte(1);
  file.read_at(byte, offset);
  byte[0] ^= mask;
  file.write_at(byte, offset);
}

std::vector<std::uint64_t> damaged_rows(const Reader& reader) {
  std::vector<std::uint64_t> rows;
  for (std::uint64_t row = 0; row < reader.layout().rows; ++row) {
    if (reader.row_digest(row) != reader.stored_digest(row)) rows.push_back(row);
  }
  return rows;
}

TEST(ShardDamage, AFlippedBitOfAnyDatasetIsFoundInItsRow) {
  const TempFolder folder;
  const fs::path path = folder / "f.h5";
  write_sample(path, sample_header(), sample_layout());
  for (const Column& column : columns_of(sample_layout())) {
    if (column.role == Role::kOrder) continue;
    const std::uint64_t offset = capi::H5File::open_read(path).dataset(column.dataset.name).offset;
    for (const std::uint64_t row : {0, 3, 4}) {
      for (const std::uint64_t byte : {std::uint64_t{0}, std::uint64_t{column.row_bytes - 1}}) {
        const std::uint64_t place = offset + row * column.row_bytes + byte;
        flip(path, place, 1);
        const Reader reader(path);
        EXPECT_EQ(damaged_rows(reader), std::vector{row}) << column.dataset.name;
        EXPECT_EQ(reader.computed_content_digest() != reader.content_digest(),
                  column.role == Role::kDigest)
            << column.dataset.name;
        flip(path, place, 1);
      }
    }
  }
  EXPECT_TRUE(damaged_rows(Reader(path)).empty());
}

TEST(ShardDamage, AnyOtherOrderIsFoundByTheContentDigest) {
  const TempFolder folder;
  const fs::path path = folder / "f.h5";
  write_sample(path, sample_header(), sample_layout());
  const std::uint64_t offset = capi::H5File::open_read(path).dataset("/order").offset;
  const std::vector<std::uint32_t> another = {0, 1, 2, 3, 4};
  capi::File::open_write(path).write_at(as_bytes(another), offset);
  const Reader reader(path);
  EXPECT_TRUE(damaged_rows(reader).empty());
  EXPECT_NE(reader.computed_content_digest(), reader.content_digest());

  flip(path, offset + 3, 0x80);  // names a row that is not there
  const Reader broken(path);
  EXPECT_NE(broken.computed_content_digest(), broken.content_digest());
}

// Everything of a shard that can be read, laid end to end.
std::string all_of(const Reader& reader) {
  const auto text = [](ByteView bytes) { return std::string(as_text(bytes)); };
  std::string all = reader.content_digest() + reader.computed_content_digest();
  for (const std::string& name : names_of(columns_of(reader.layout()))) all += name;
  for (const std::string& name : reader.layout().box_class_names) all += name;
  for (const LabelSet& set : reader.layout().extra_labels)
    for (const std::string& name : set.class_names) all += name;
  for (std::uint64_t row = 0; row < reader.layout().rows; ++row) {
    Bytes room;
    all += text(reader.image(row, room));
    for (std::size_t i = 0; i < reader.layout().kept.size(); ++i)
      all += text(reader.kept(i, row, room));
    if (reader.layout().has_masks) all += text(reader.mask(row, room));
    for (const image::ObjectBox& box : reader.boxes(row)) {
      all += fmt::format("{} {} {} {} {} ", box.x0, box.y0, box.x1, box.y1, box.label);
    }
    for (std::size_t set = 0; set < reader.layout().extra_labels.size(); ++set)
      all += fmt::format("{} ", reader.extra_label(row, set));
    all +=
        text(as_bytes(reader.keypoints(row))) + text(reader.keypoint_visible(row)) +
        text(as_bytes(reader.draws(row))) + std::string(reader.key(row)) +
        fmt::format("{} {} {}", reader.sample(row), reader.label(row), reader.stored_digest(row));
  }
  return all + text(as_bytes(reader.order()));
}

// Damages the file at every `step`th byte. A crash of HDF5 or of ours would end the test program.
void expect_all_damage_found(const fs::path& path, std::uint64_t step) {
  const std::string whole = all_of(Reader(path));
  const Header header = Reader(path).header();
  for (std::uint64_t offset = 0; offset < fs::file_size(path); offset += step) {
    for (const int mask : {0x01, 0xff}) {
      flip(path, offset, static_cast<std::uint8_t>(mask));
      try {
        const Reader reader(path);
        const bool is_found = !damaged_rows(reader).empty() ||
                              reader.computed_content_digest() != reader.content_digest();
        const bool is_same = all_of(reader) == whole && reader.header() == header;
        EXPECT_TRUE(is_found || is_same) << "byte " << offset << " ^ " << mask;
      } catch (const Error& error) {
        EXPECT_NE(error.kind(), ErrorKind::kInternal) << error.what();
        EXPECT_THAT(error.what(), HasSubstr(path.string()));
      }
      flip(path, offset, static_cast<std::uint8_t>(mask));
    }
  }
  EXPECT_EQ(all_of(Reader(path)), whole);
}

TEST(ShardDamage, OfAnyByteIsNeverACrashAndNeverUnseen) {
  const TempFolder folder;
  for (const Layout& layout : {sample_layout(), files_layout(), deflated_layout()}) {
    write_sample(folder / "f.h5", sample_header(), layout);
    expect_all_damage_found(folder / "f.h5", 13);
  }
}

TEST(ShardDamage, OfMasksBoxesAndExtraLabelsIsNeverACrashAndNeverUnseen) {
  const TempFolder folder;
  for (Layout layout : marked_layouts()) {
    layout.image = {3, 4, 3, image::PixelType::kU8};
    layout.kept.clear();
    write_sample(folder / "f.h5", sample_header(), layout);
    expect_all_damage_found(folder / "f.h5", 17);
  }
}

TEST(ShardDamage, OfLongAttributesIsNeverACrashAndNeverUnseen) {
  const TempFolder folder;
  Header header = sample_header();
  header.recipe_text = std::string(70000, 'r');  // a dataset in /meta
  header.class_names.assign(1000, "a class");    // a large attribute
  write_sample(folder / "f.h5", header, bare_layout());
  expect_all_damage_found(folder / "f.h5", 131);
}

TEST(ShardDamage, CutAnywhereIsAnError) {
  const TempFolder folder;
  write_sample(folder / "whole.h5", sample_header(), sample_layout());
  const std::string whole(as_text(capi::read_file(folder / "whole.h5")));
  for (std::size_t size = 0; size < whole.size(); size += 61) {
    std::ofstream(folder / "cut.h5", std::ios::binary) << whole.substr(0, size);
    const Error error = error_of([&] { Reader reader(folder / "cut.h5"); });
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << size << ": " << error.what();
    EXPECT_THAT(error.what(), HasSubstr("cut.h5"));
  }
}

}  // namespace
}  // namespace epochmill::shard
