// A shard as other programs see it: h5py, and HDF5's own h5dump.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <functional>

#include "capi/file.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

using ::testing::HasSubstr;

const std::string kPython = "/usr/bin/python3";

std::string hex(ByteView bytes) {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

// One line of read_shard.py: `row_bytes` of all rows end to end.
std::string line(const Layout& layout, const std::string& start,
                 const std::function<std::string(const SampleRow&)>& row_hex) {
  std::string values;
  for (std::uint64_t row = 0; row < layout.rows; ++row) values += row_hex(sample_row(layout, row));
  return start + " contiguous " + values + "\n";
}

std::string expected_lines(const Layout& layout) {
  std::string lines;
  const auto add = [&](const char* start, auto row_hex) { lines += line(layout, start, row_hex); };
  add("/image u8 5,10,33,3", [](const SampleRow& r) { return hex(r.image); });
  add("/keep/raw u8 5,7,3,1", [](const SampleRow& r) { return hex(r.kept[0]); });
  add("/keep/after f32 5,2,2,3", [](const SampleRow& r) { return hex(r.kept[1]); });
  add("/keypoint f32 5,2,2", [](const SampleRow& r) {
    std::string points;
    for (const image::Keypoint& p : r.keypoints) points += hex(bytes_of(p.x)) + hex(bytes_of(p.y));
    return points;
  });
  add("/keypoint_visible u8 5,2", [](const SampleRow& r) {
    std::string visible;
    for (const image::Keypoint& p : r.keypoints) visible += p.is_visible ? "01" : "00";
    return visible;
  });
  add("/draws f32 5,3", [](const SampleRow& r) { return hex(as_bytes(r.draws)); });
  add("/label i64 5", [](const SampleRow& r) { return hex(bytes_of(r.label)); });
  add("/sample u64 5", [](const SampleRow& r) { return hex(bytes_of(r.sample)); });
  add("/key text 5", [&](const SampleRow& r) {
    std::string key = r.key;
    key.resize(layout.key_bytes, '\0');
    return hex(as_bytes(key));
  });
  return lines;
}

bool has_h5py() {
  const std::string probe =
      kPython +
      " -c 'import h5py, ctypes.util as u; assert u.find_library(\"xxhash\")' 2>/dev/null";
  return std::system(probe.c_str()) == 0;
}

// What read_shard.py prints for a shard with this header.
std::string read_by_h5py(const Header& header, const Layout& layout) {
  const TempFolder folder;
  write_sample(folder / "f.h5", header, layout);
  const std::string command =
      fmt::format("{} '{}/shard/read_shard.py' '{}' > '{}'", kPython, EPOCHMILL_TESTS_DIR,
                  (folder / "f.h5").string(), (folder / "out").string());
  EXPECT_EQ(std::system(command.c_str()), 0);
  return std::string(as_text(capi::read_file(folder / "out")));
}

TEST(OtherReaders, H5pySeesTheSameShapesTypesValuesAndDigests) {
  if (!has_h5py()) GTEST_SKIP() << "no python3 with h5py and libxxhash";
  const Layout layout = sample_layout();
  const std::string out = read_by_h5py(sample_header(), layout);
  EXPECT_EQ(out.substr(0, out.find("/digest")), expected_lines(layout));
  EXPECT_THAT(out, HasSubstr("/order u32 5 contiguous " + hex(as_bytes(sample_order(layout)))));
  for (std::uint64_t row = 0; row < layout.rows; ++row) {
    EXPECT_THAT(out, HasSubstr(fmt::format("row {} True\n", row)));
  }
  EXPECT_THAT(out, HasSubstr("content True\nseed 7 classes 4\n"));
}

TEST(OtherReaders, H5pySeesPicturesInFilesAndDeflatedOnes) {
  if (!has_h5py()) GTEST_SKIP() << "no python3 with h5py and libxxhash";
  const Layout files = files_layout();
  std::string all_files;
  for (std::uint64_t row = 0; row < files.rows; ++row)
    all_files += hex(sample_row(files, row).image);
  const std::string as_files = read_by_h5py(sample_header(), files);
  EXPECT_THAT(as_files, HasSubstr(fmt::format("/image_bytes u8 {} contiguous {}\n",
                                              all_files.size() / 2, all_files)));
  EXPECT_THAT(as_files, HasSubstr("/image_offset u64 6 contiguous 0000000000000000"));
  Layout raw = deflated_layout();
  raw.storage = {};
  std::string pixels;
  for (std::uint64_t row = 0; row < raw.rows; ++row) pixels += hex(sample_row(raw, row).image);
  const std::string deflated = read_by_h5py(sample_header(), deflated_layout());
  EXPECT_THAT(deflated, HasSubstr("/image u8 5,10,33,3 gzip " + pixels + "\n"));
  for (const std::string& out : {as_files, deflated}) {
    for (std::uint64_t row = 0; row < raw.rows; ++row) {
      EXPECT_THAT(out, HasSubstr(fmt::format("row {} True\n", row)));
    }
    EXPECT_THAT(out, HasSubstr("content True\n"));
  }
}

// What comes from masks, boxes and extra labels, and the digests of all that.
void expect_marks(const Layout& layout, const std::string& mask_line) {
  const std::string out = read_by_h5py(sample_header(), layout);
  std::string edges;
  std::string labels;
  std::vector<std::uint64_t> offsets = {0};
  std::string years;
  for (std::uint64_t row = 0; row < layout.rows; ++row) {
    const SampleRow made = sample_row(layout, row);
    for (const image::ObjectBox& box : made.boxes) {
      for (const float edge : {box.x0, box.y0, box.x1, box.y1}) edges += hex(bytes_of(edge));
      labels += hex(bytes_of(box.label));
    }
    offsets.push_back(offsets.back() + made.boxes.size());
    years += hex(bytes_of(made.extra_labels[1]));
    EXPECT_THAT(out, HasSubstr(fmt::format("row {} True\n", row)));
  }
  ASSERT_EQ(offsets.back(), layout.boxes);
  ASSERT_GT(layout.boxes, 1U);
  EXPECT_THAT(out, HasSubstr("\n" + mask_line));
  EXPECT_THAT(out, HasSubstr(fmt::format("\n/box f32 {},4 contiguous {}\n", layout.boxes, edges)));
  EXPECT_THAT(out,
              HasSubstr(fmt::format("\n/box_label i64 {} contiguous {}\n", layout.boxes, labels)));
  EXPECT_THAT(out, HasSubstr(fmt::format("\n/box_offset u64 6 contiguous {}\n",
                                         hex(as_bytes(std::span(std::as_const(offsets)))))));
  EXPECT_THAT(out, HasSubstr("\n/extra_label/year i64 5 contiguous " + years + "\n"));
  EXPECT_THAT(out, HasSubstr("content True\n"));
}

TEST(OtherReaders, H5pySeesMasksBoxesAndExtraLabels) {
  if (!has_h5py()) GTEST_SKIP() << "no python3 with h5py and libxxhash";
  const auto masks = [](const Layout& layout) {
    std::string all;
    for (std::uint64_t row = 0; row < layout.rows; ++row) all += hex(sample_row(layout, row).mask);
    return all;
  };
  const std::vector<Layout> layouts = marked_layouts();
  const std::string pixels = masks(layouts[0]);
  const std::string files = masks(layouts[1]);
  expect_marks(layouts[0], "/mask u8 5,10,33 contiguous " + pixels + "\n");
  expect_marks(layouts[1],
               fmt::format("/mask_bytes u8 {} contiguous {}\n", files.size() / 2, files));
  expect_marks(layouts[2], "/mask u8 5,10,33 gzip " + pixels + "\n");
}

TEST(OtherReaders, H5pySeesWhatWasMixedIn) {
  if (!has_h5py()) GTEST_SKIP() << "no python3 with h5py and libxxhash";
  for (const std::uint64_t partners : {1, 3}) {
    const Layout layout = mixed_layout(partners);
    const std::string out = read_by_h5py(sample_header(), layout);
    std::string indices;
    std::string weights;
    for (std::uint64_t row = 0; row < layout.rows; ++row) {
      const SampleRow made = sample_row(layout, row);
      indices += hex(as_bytes(made.mix_partners));
      weights += hex(bytes_of(made.mix_weight));
      EXPECT_THAT(out, HasSubstr(fmt::format("row {} True\n", row)));
    }
    EXPECT_THAT(out, HasSubstr(fmt::format("\n/mix_partner u64 5{} contiguous {}\n",
                                           partners == 1 ? "" : ",3", indices)));
    if (partners == 1) {
      EXPECT_THAT(out, HasSubstr(fmt::format("\n/mix_weight f32 5 contiguous {}\n", weights)));
    }
    EXPECT_THAT(out, HasSubstr("content True\n"));
  }
}

TEST(OtherReaders, H5pyFindsLongListsOfBoxesAndExtraLabels) {
  if (!has_h5py()) GTEST_SKIP() << "no python3 with h5py and libxxhash";
  Layout layout = marked_layout();
  layout.box_class_names.assign(9000, "one of many");
  layout.extra_labels[0].class_names.assign(9000, "another");
  EXPECT_THAT(read_by_h5py(sample_header(), layout), HasSubstr("content True\n"));
}

TEST(OtherReaders, H5pyFindsLongAttributesInMeta) {
  if (!has_h5py()) GTEST_SKIP() << "no python3 with h5py and libxxhash";
  Header header = sample_header();
  header.recipe_text.append(100000, '#');
  header.class_names.assign(21841, "one of many");
  EXPECT_THAT(read_by_h5py(header, bare_layout()),
              HasSubstr("content True\nseed 7 classes 21841\n"));
}

TEST(OtherReaders, H5dumpSeesContiguousDatasets) {
  if (std::system("h5dump --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "no h5dump";
  const TempFolder folder;
  write_sample(folder / "f.h5", sample_header(), sample_layout());
  const std::string command = fmt::format("h5dump -p '{}' > '{}' 2>&1", (folder / "f.h5").string(),
                                          (folder / "out").string());
  ASSERT_EQ(std::system(command.c_str()), 0);
  const std::string out(as_text(capi::read_file(folder / "out")));
  EXPECT_THAT(out, HasSubstr("DATASET \"image\" {\n      DATATYPE  H5T_STD_U8LE\n"
                             "      DATASPACE  SIMPLE { ( 5, 10, 33, 3 ) / ( 5, 10, 33, 3 ) }\n"
                             "      STORAGE_LAYOUT {\n         CONTIGUOUS\n         SIZE 4950\n"));
  EXPECT_THAT(out, HasSubstr("CSET H5T_CSET_UTF8"));
}

}  // namespace
}  // namespace epochmill::shard
