// What every source of the table promises, on a small dataset of each.
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <regex>

#include "listing.hpp"
#include "made_arrays.hpp"
#include "made_hdf5.hpp"
#include "made_tar.hpp"
#include "source/parallel_each.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

// Of each source: makes a dataset in a folder, returns what `path` must be, and what more a recipe
// says, where FOLDER stands for that folder.
struct Made {
  std::function<fs::path(const TempFolder&)> make;
  std::string more = "";
};

fs::path make_tree(const TempFolder& folder) {
  for (const char* name : {"b/2.jpg", "a/1.jpg", "a/0", "c/d/e.png"}) {
    folder.write(std::string("tree/") + name, std::string("photo ") + name);
  }
  return folder / "tree";
}

fs::path make_table(const TempFolder& folder) {
  make_tree(folder);
  return folder.write("tree/t.csv", "image,label\nb/2.jpg,x\na/1.jpg,y\na/0,x\n");
}

fs::path make_coco(const TempFolder& folder) {
  make_tree(folder);
  return folder.write("tree/t.json", R"({
    "images": [{"id": 1, "file_name": "b/2.jpg", "width": 4, "height": 3},
               {"id": 7, "file_name": "a/1.jpg", "width": 2, "height": 2},
               {"id": 3, "file_name": "a/0", "width": 1, "height": 1}],
    "annotations": [{"id": 5, "image_id": 7, "category_id": 2, "bbox": [0, 0, 1, 2],
                     "segmentation": [[0, 0, 1, 0, 1, 2, 0, 2]]}],
    "categories": [{"id": 2, "name": "cat"}]})");
}

fs::path make_yolo(const TempFolder& folder) {
  for (const char* name : {"2", "a/1", "a/0"}) {
    folder.write(std::string("photos/") + name + ".jpg", std::string("photo ") + name);
    folder.write(std::string("masks/") + name + ".png", std::string("mask ") + name);
    folder.write(std::string("boxes/") + name + ".txt", "1 0.5 0.5 0.25 1\n");
  }
  return folder / "photos";
}

fs::path make_tars(const TempFolder& folder) {
  folder.write("t-0.tar", MadeTar().file("c/0.jpg", "0").file("a/1.jpg", "1").closed());
  folder.write("t-1.tar", MadeTar().file("b/2.jpg", "2").closed());
  return folder / "t-{0..1}.tar";
}

fs::path make_idx(const TempFolder& folder) {
  folder.write("t-labels-idx1-ubyte", idx(8, {3}, std::string("\2\0\1", 3)));
  return folder.write("t-images-idx3-ubyte", idx(8, {3, 4, 5}, scattered(60)));
}

fs::path make_cifar(const TempFolder& folder) {
  folder.write("data_batch_2.bin", '\7' + scattered(3072));
  folder.write("data_batch_1.bin", '\3' + scattered(3072, 1) + '\0' + scattered(3072, 2));
  return folder.path();
}

fs::path make_hdf5(const TempFolder& folder) {
  MadeHdf5(folder / "a.h5")
      .bytes("image", {3, 4, 5}, scattered(60), {.chunk = {2, 3, 3}, .deflate = 1})
      .numbers("label", {2, 0, 1});
  return folder / "*.h5";
}

fs::path make_npy(const TempFolder& folder) {
  folder.write("y.npy", npy("|u1", "(4,)", std::string("\2\0\1\0", 4)));
  return folder.write("x.npy", npy("<u2", "(4, 3, 2)", scattered(48)));
}

const std::map<std::string, Made>& datasets() {
  static const std::map<std::string, Made> kDatasets{
      {"folder", {make_tree}},
      {"csv", {make_table}},
      {"coco", {make_coco, "masks = 'class'"}},
      {"yolo", {make_yolo, "boxes = 'FOLDER/boxes'\nmasks = 'FOLDER/masks'\nnum_classes = 2"}},
      {"tar", {make_tars}},
      {"idx", {make_idx}},
      {"cifar", {make_cifar}},
      {"hdf5", {make_hdf5}},
      {"npy", {make_npy, "num_classes = 1"}},
      {"synthetic",
       {[](const TempFolder& folder) { return folder.path(); },
        "samples = 5\nheight = 4\nwidth = 6"}},
  };
  return kDatasets;
}

// One dataset, listed and opened.
class Opened {
 public:
  explicit Opened(const std::string& kind)
      : kind_(&source_kind(kind)), params_(params_at(kind, folder_)) {
    listing = list_on(2);
    write_catalog(catalog_folder_ / "catalog.h5", listing, {});
    catalog.emplace(catalog_folder_ / "catalog.h5");
    source = kind_->open(params_, *catalog);
  }

  Listing list_on(int threads) const { return kind_->list(params_, threads); }
  std::vector<Bytes> read_all() const {
    std::vector<Bytes> read;
    for (std::uint64_t i = 0; i < catalog->size(); ++i) read.push_back(source->read(i));
    return read;
  }
  void lose_files() const {
    for (const auto& entry : fs::directory_iterator(folder_.path())) fs::remove_all(entry.path());
  }
  const fs::path& folder() const { return folder_.path(); }

 private:
  static recipe::Params params_at(const std::string& kind, const TempFolder& folder) {
    const Made& made = datasets().at(kind);
    const std::regex folder_word("FOLDER");
    return params_of(kind, made.make(folder),
                     std::regex_replace(made.more, folder_word, folder.path().string()));
  }

  TempFolder folder_;
  TempFolder catalog_folder_;
  const SourceKind* kind_;
  recipe::Params params_;

 public:
  Listing listing;
  std::optional<Catalog> catalog;
  std::unique_ptr<Source> source;
};

class SourceContract : public ::testing::TestWithParam<std::string> {
  void SetUp() override {
    ASSERT_TRUE(datasets().contains(GetParam())) << "a source needs a dataset for its contract";
  }
};

TEST_P(SourceContract, ListsSamplesByKeyEachWithAClass) {
  const Opened opened(GetParam());
  const Listing& listing = opened.listing;
  ASSERT_GE(listing.samples.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(listing.samples, {}, &Listed::key));
  EXPECT_FALSE(listing.class_names.empty());
  for (const Listed& sample : listing.samples) {
    EXPECT_FALSE(sample.key.empty());
    EXPECT_EQ(sample.key.find('\0'), std::string::npos);
    EXPECT_GE(sample.label, 0);
    EXPECT_LT(sample.label, std::ssize(listing.class_names));
    EXPECT_EQ(std::ssize(sample.keypoints), listing.keypoints.count);
    EXPECT_EQ(sample.extra_labels.size(), listing.extra_labels.size());
    for (const image::ObjectBox& box : sample.boxes) {
      EXPECT_LT(box.label, std::ssize(listing.box_class_names));
    }
  }
}

TEST_P(SourceContract, ListsTheSameOnAnyThreads) {
  const Opened opened(GetParam());
  for (const int threads : {1, 5}) {
    const Listing again = opened.list_on(threads);
    EXPECT_EQ(digest_of(again), digest_of(opened.listing));
    for (std::size_t i = 0; i < again.samples.size(); ++i) {
      EXPECT_EQ(again.samples[i].locator, opened.listing.samples[i].locator);
      EXPECT_EQ(again.samples[i].mask, opened.listing.samples[i].mask);
    }
  }
}

TEST_P(SourceContract, ReadsTheSameAgainFromAnyThread) {
  const Opened opened(GetParam());
  const std::vector<Bytes> first = opened.read_all();
  std::vector<Bytes> again(8 * first.size());
  parallel_each(again.size(), 4,
                [&](std::size_t i) { again[i] = opened.source->read((i * 7) % first.size()); });
  for (std::size_t i = 0; i < again.size(); ++i) EXPECT_EQ(again[i], first[(i * 7) % first.size()]);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_FALSE(first[i].empty());
    EXPECT_EQ(std::ranges::count(first, first[i]), 1) << "sample " << i;
  }
}

TEST_P(SourceContract, MovesToAnotherPlaceAsItIs) {
  const Opened here(GetParam());
  const Opened there(GetParam());
  ASSERT_NE(here.folder(), there.folder());
  EXPECT_EQ(here.catalog->digest(), there.catalog->digest());
  EXPECT_EQ(here.read_all(), there.read_all());
  for (std::uint64_t i = 0; i < here.catalog->size(); ++i) {
    EXPECT_EQ(here.catalog->locator(i), there.catalog->locator(i));
    EXPECT_EQ(here.catalog->locator(i).find(here.folder().native()), std::string_view::npos);
  }
}

TEST_P(SourceContract, ReadsAMaskOfEverySampleOrHasNone) {
  const Opened opened(GetParam());
  EXPECT_EQ(opened.catalog->has_masks(), opened.listing.has_masks);
  for (std::uint64_t i = 0; i < opened.catalog->size(); ++i) {
    if (opened.listing.has_masks) {
      EXPECT_FALSE(opened.source->read_mask(i).empty());
    } else {
      message_of(ErrorKind::kInternal, [&] { opened.source->read_mask(i); });
    }
  }
}

TEST_P(SourceContract, SaysSoWhenItsFilesAreGone) {
  if (!has_path(GetParam())) GTEST_SKIP() << "it has no files";
  const Opened opened(GetParam());
  opened.lose_files();
  const std::string message = message_of(ErrorKind::kInput, [&] { opened.list_on(1); });
  EXPECT_THAT(message, ::testing::HasSubstr(opened.folder().native()));
}

TEST_P(SourceContract, RefusesASampleThatIsNotThere) {
  const Opened opened(GetParam());
  EXPECT_THROW(opened.source->read(opened.catalog->size()), Error);
  EXPECT_THROW(opened.source->read(std::uint64_t{1} << 63), Error);
}

std::vector<std::string> all_kinds() {
  std::vector<std::string> names;
  for (const SourceKind& kind : source_kinds()) names.push_back(kind.schema.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(EverySource, SourceContract, ::testing::ValuesIn(all_kinds()),
                         [](const auto& row) { return row.param; });

}  // namespace
}  // namespace epochmill::source
