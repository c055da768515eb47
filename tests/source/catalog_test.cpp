#include "source/catalog.hpp"

#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <set>

#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "listing.hpp"
#include "source/catalog_format.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

// Odd in every way that a listing can be.
Listing small_listing() {
  Listing listing;
  listing.samples = {
      {.key = "", .locator = "elsewhere/1", .label = 1, .keypoints = {{1.5F, -2, true, true}, {}}},
      {.key = "a\nb",
       .locator = "",
       .label = 0,
       .keypoints = {{3, 4, true, false}, {5, 6, true, true}}},
      {.key = "bad\xFF", .locator = "x", .label = 2, .keypoints = {{}, {}}},
  };
  listing.class_names = {"cat", "caf\xC3\xA9", "bad\xFE"};
  listing.keypoints = {.count = 2, .flip_pairs = std::vector<std::pair<int, int>>{{0, 1}}};
  listing.skipped = {{"name starts with a dot", 3}, {"other", 1}};
  return listing;
}

// With extra labels, boxes and masks of any bytes too.
Listing annotated_listing() {
  Listing listing = small_listing();
  listing.extra_labels = {{"colour", {"red"}}, {"make", {"a", "bad\xFF", "c"}}};
  listing.box_class_names = {"cat", "", "dog"};
  listing.has_masks = true;
  for (std::size_t i = 0; i < 3; ++i) {
    listing.samples[i].extra_labels = {0, static_cast<std::int64_t>(2 - i)};
    listing.samples[i].mask = std::string(2 * i, '\0');
  }
  listing.samples[0].boxes = {{-1, 0, 2.5F, 3, 2}, {0, 0, 1, 1, 0}};
  listing.samples[2].boxes = {{5, 6, 7, 8, 1}};
  return listing;
}

Listing plain_listing(std::size_t count) {
  Listing listing;
  listing.class_names = {"all"};
  for (std::size_t i = 0; i < count; ++i) {
    listing.samples.push_back({.key = fmt::format("class/{}.jpg", 1000000 + i),
                               .locator = "",
                               .label = 0,
                               .keypoints = {}});
  }
  return listing;
}

const Notes kNotes{{"recipe", "seed = 1\n"}, {"made by", "epochmill"}, {"empty", ""}};

TEST(Catalog, ReadsBackWhatWasWritten) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  const Listing listing = small_listing();
  write_catalog(file, listing, kNotes);
  const Catalog catalog(file);
  ASSERT_EQ(catalog.size(), 3u);
  for (std::uint64_t i = 0; i < 3; ++i) {
    const Listed& sample = listing.samples[i];
    EXPECT_EQ(catalog.key(i), sample.key);
    EXPECT_EQ(catalog.locator(i), sample.locator.empty() ? sample.key : sample.locator);
    EXPECT_EQ(catalog.label(i), sample.label);
    EXPECT_EQ(catalog.keypoints(i), sample.keypoints);
  }
  EXPECT_EQ(catalog.class_names(), listing.class_names);
  EXPECT_EQ(catalog.keypoint_traits().count, 2);
  EXPECT_EQ(catalog.keypoint_traits().flip_pairs, listing.keypoints.flip_pairs);
  EXPECT_EQ(catalog.skipped(), listing.skipped);
  EXPECT_EQ(catalog.notes(), kNotes);
  EXPECT_EQ(catalog.note("recipe"), "seed = 1\n");
  EXPECT_EQ(catalog.note("none such"), "");
  EXPECT_EQ(catalog.digest(), digest_of(listing));
  EXPECT_EQ(catalog.compute_digest(), catalog.digest());
}

TEST(Catalog, ReadsBackExtraLabelsBoxesAndMasks) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  const Listing listing = annotated_listing();
  write_catalog(file, listing, kNotes);
  const Catalog catalog(file);
  EXPECT_EQ(catalog.extra_labels(), listing.extra_labels);
  EXPECT_EQ(catalog.box_class_names(), listing.box_class_names);
  EXPECT_TRUE(catalog.has_masks());
  for (std::uint64_t i = 0; i < 3; ++i) {
    const Listed& sample = listing.samples[i];
    for (std::size_t set = 0; set < 2; ++set) {
      EXPECT_EQ(catalog.extra_label(i, set), sample.extra_labels[set]);
    }
    EXPECT_EQ(catalog.boxes(i), sample.boxes);
    EXPECT_EQ(catalog.mask(i), sample.mask);
  }
  message_of(ErrorKind::kInternal, [&] { catalog.extra_label(0, 2); });
  message_of(ErrorKind::kInternal, [&] { catalog.boxes(3); });
  message_of(ErrorKind::kInternal, [&] { catalog.mask(3); });
  EXPECT_EQ(catalog.compute_digest(), digest_of(listing));
}

TEST(Catalog, MayHaveClassesOfBoxesAndNoBox) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  Listing listing = plain_listing(2);
  listing.box_class_names = {"cat"};
  listing.has_masks = true;
  write_catalog(file, listing, {});
  const Catalog catalog(file);
  EXPECT_TRUE(catalog.boxes(1).empty());
  EXPECT_EQ(catalog.mask(1), "");
  EXPECT_EQ(catalog.compute_digest(), digest_of(listing));
}

TEST(Catalog, ReadsBackTheLeastThatThereCanBe) {
  const TempFolder folder;
  for (const std::size_t count : {0u, 1u}) {
    const fs::path file = folder.path() / fmt::format("catalog{}.h5", count);
    const Listing listing = plain_listing(count);
    write_catalog(file, listing, {});
    const Catalog catalog(file);
    EXPECT_EQ(catalog.size(), count);
    EXPECT_FALSE(catalog.keypoint_traits().flip_pairs.has_value());
    EXPECT_TRUE(catalog.notes().empty());
    EXPECT_TRUE(catalog.extra_labels().empty());
    EXPECT_TRUE(catalog.box_class_names().empty());
    EXPECT_FALSE(catalog.has_masks());
    EXPECT_TRUE(catalog.skipped().empty());
    EXPECT_EQ(catalog.compute_digest(), digest_of(listing));
    message_of(ErrorKind::kInternal, [&] { catalog.key(count); });
    message_of(ErrorKind::kInternal, [&] { catalog.label(count); });
    message_of(ErrorKind::kInternal, [&] { catalog.keypoints(count); });
    message_of(ErrorKind::kInternal, [&] { catalog.locator(count); });
  }
}

TEST(Catalog, MayBeMoved) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  write_catalog(file, small_listing(), {});
  Catalog first(file);
  const Catalog second = std::move(first);
  EXPECT_EQ(second.key(1), "a\nb");
}

TEST(Catalog, KeepsTwentyThousandClassNames) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  Listing listing = plain_listing(1);
  listing.class_names.clear();
  for (int i = 0; i < 21841; ++i) listing.class_names.push_back(fmt::format("n{}", 10000000 + i));
  write_catalog(file, listing, {{"recipe", std::string(200000, 'r')}});
  const Catalog catalog(file);
  EXPECT_EQ(catalog.class_names(), listing.class_names);
  EXPECT_EQ(catalog.note("recipe").size(), 200000u);
}

TEST(WriteCatalog, GivesEqualBytesForEqualListings) {
  const TempFolder folder;
  for (const Listing& listing : {small_listing(), annotated_listing(), plain_listing(5000)}) {
    const fs::path a = folder.path() / "a.h5";
    const fs::path b = folder.path() / "b.h5";
    write_catalog(a, listing, kNotes);
    write_catalog(b, listing, kNotes);
    EXPECT_EQ(capi::read_file(a), capi::read_file(b));
  }
}

TEST(WriteCatalog, LeavesAnotherRunsFileAloneAndNothingElse) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  write_catalog(file, small_listing(), {});
  write_catalog(file, small_listing(), {{"note", "of a slower run"}});
  EXPECT_EQ(Catalog(file).size(), 3u);
  EXPECT_EQ(Catalog(file).note("note"), "");
  EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), fs::directory_iterator{}), 1);
}

TEST(WriteCatalog, LeavesNothingWhenItFails) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  Listing bad_label = small_listing();
  bad_label.samples[0].label = 3;
  Listing bad_points = small_listing();
  bad_points.samples[2].keypoints.pop_back();
  for (const auto& spoil : std::vector<std::function<void(Listing&)>>{
           [](Listing& l) { l.samples[1].extra_labels.pop_back(); },
           [](Listing& l) { l.samples[1].extra_labels[0] = 1; },
           [](Listing& l) { l.samples[0].boxes[0].label = 3; },
           [](Listing& l) { l.samples[0].boxes[0].x1 = -1; },
           [](Listing& l) { l.samples[0].boxes[0].y0 = std::numeric_limits<float>::quiet_NaN(); },
           [](Listing& l) { l.has_masks = false; },
           [](Listing& l) {
             for (Listed& sample : l.samples) sample.boxes.clear();
             l.box_class_names.clear();
             l.boxes_are_relative = true;
           }}) {
    Listing spoilt = annotated_listing();
    spoil(spoilt);
    message_of(ErrorKind::kInternal, [&] { write_catalog(file, spoilt, {}); });
  }
  for (const char* name :
       {"box_class_names", "extra_label_names", "extra_class_names_7", "boxes_are_relative"}) {
    message_of(ErrorKind::kInternal, [&] { write_catalog(file, small_listing(), {{name, "x"}}); });
  }
  message_of(ErrorKind::kInternal, [&] { write_catalog(file, bad_label, {}); });
  message_of(ErrorKind::kInternal, [&] { write_catalog(file, bad_points, {}); });
  message_of(ErrorKind::kInternal, [&] {
    write_catalog(file, small_listing(), {{"class_names", "x"}});
  });
  message_of(ErrorKind::kInternal, [&] {
    write_catalog(file, small_listing(), {{"a", "x"}, {"a", "y"}});
  });
  message_of(ErrorKind::kIo,
             [&] { write_catalog(folder.path() / "none/catalog.h5", small_listing(), {}); });
  EXPECT_TRUE(fs::is_empty(folder.path()));
}

TEST(DigestOf, CoversAllButLocatorsAndNotes) {
  const std::string digest = digest_of(small_listing());
  const auto changed = [](auto&& change) {
    Listing listing = small_listing();
    change(listing);
    return digest_of(listing);
  };
  EXPECT_EQ(changed([](Listing& l) { l.samples[0].locator = "moved"; }), digest);
  EXPECT_EQ(changed([](Listing& l) { l.skipped.clear(); }), digest);
  EXPECT_NE(changed([](Listing& l) { l.samples[0].key = "k"; }), digest);
  EXPECT_NE(changed([](Listing& l) { l.samples[0].label = 0; }), digest);
  EXPECT_NE(changed([](Listing& l) { l.samples[0].keypoints[0].x = 2; }), digest);
  EXPECT_NE(changed([](Listing& l) { l.samples[0].keypoints[0].is_visible = false; }), digest);
  EXPECT_NE(changed([](Listing& l) { l.class_names[2] = "dog"; }), digest);
  EXPECT_NE(changed([](Listing& l) { std::swap(l.samples[0], l.samples[1]); }), digest);
}

TEST(DigestOf, CoversExtraLabelsBoxesAndMasks) {
  std::set<std::string> digests{digest_of(small_listing()), digest_of(annotated_listing())};
  const std::vector<std::function<void(Listing&)>> changes{
      [](Listing& l) { l.samples[0].extra_labels[1] = 0; },
      [](Listing& l) { l.samples[0].boxes[0].x0 = 0; },
      [](Listing& l) { l.samples[0].boxes[0].label = 1; },
      [](Listing& l) { std::swap(l.samples[0].boxes[0], l.samples[0].boxes[1]); },
      [](Listing& l) { std::swap(l.samples[0].boxes, l.samples[1].boxes); },
      [](Listing& l) { l.samples[1].mask[0] = 'm'; },
      [](Listing& l) { l.extra_labels[0].name = "hue"; },
      [](Listing& l) { l.extra_labels[1].class_names[0] = "b"; },
      [](Listing& l) { l.box_class_names[1] = "cow"; },
      [](Listing& l) { l.boxes_are_relative = true; },
  };
  for (const auto& change : changes) {
    Listing listing = annotated_listing();
    change(listing);
    digests.insert(digest_of(listing));
  }
  EXPECT_EQ(digests.size(), changes.size() + 2);
}

TEST(DigestOf, StaysWhatItWasForSourcesWithoutAnnotations) {
  EXPECT_EQ(digest_of(small_listing()), "1991ed39ba9c0a6a6c78596269697474");
}

// Reads all that a catalog says. Returns whether its digest still holds.
bool read_everything(const Catalog& catalog) {
  for (std::uint64_t i = 0; i < catalog.size(); ++i) {
    catalog.key(i);
    catalog.locator(i);
    catalog.label(i);
    catalog.keypoints(i);
    for (std::size_t set = 0; set < catalog.extra_labels().size(); ++set) {
      catalog.extra_label(i, set);
    }
    catalog.boxes(i);
    catalog.mask(i);
  }
  return catalog.compute_digest() == catalog.digest();
}

void expect_bad_input_or_io(const fs::path& file) {
  try {
    read_everything(Catalog(file));
  } catch (const Error& error) {
    EXPECT_TRUE(error.kind() == ErrorKind::kInput || error.kind() == ErrorKind::kIo)
        << error.what();
  }
}

TEST(Catalog, RefusesForeignFiles) {
  const TempFolder folder;
  EXPECT_THAT(message_of(ErrorKind::kIo, [&] { Catalog(folder.path() / "none.h5"); }),
              HasSubstr("none.h5"));
  message_of(ErrorKind::kInput, [&] { Catalog(folder.write("text.h5", "not HDF5")); });
  message_of(ErrorKind::kInput, [&] { Catalog(folder.write("empty.h5", "")); });
  const fs::path other = folder.path() / "other.h5";
  capi::H5File::create(other).close();
  EXPECT_THAT(message_of(ErrorKind::kInput, [&] { const Catalog catalog(other); }),
              HasSubstr("not a catalog of epochmill"));
}

TEST(Catalog, RefusesAFileThatWasCutAnywhere) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  write_catalog(file, plain_listing(400), kNotes);
  for (std::uintmax_t size = fs::file_size(file); size-- > 0;
       size -= std::min<std::uintmax_t>(size, 96)) {
    fs::resize_file(file, size);
    message_of(ErrorKind::kInput, [&] { const Catalog catalog(file); });
  }
}

TEST(Catalog, SurvivesAnyDamagedByte) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  write_catalog(file, annotated_listing(), kNotes);
  const Bytes whole = capi::read_file(file);
  const capi::File bytes = capi::File::open_write(file);
  for (std::size_t at = 0; at < whole.size(); at += 1 + at / 499) {
    for (const int flip : {0x01, 0xFF}) {
      const auto damaged = static_cast<std::uint8_t>(whole[at] ^ flip);
      bytes.write_at(bytes_of(damaged), at);
      expect_bad_input_or_io(file);
    }
    bytes.write_at(bytes_of(whole[at]), at);
  }
  EXPECT_TRUE(read_everything(Catalog(file)));
}

TEST(Catalog, NoticesDamagedOffsetsLabelsStatesAndKeys) {
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  write_catalog(file, annotated_listing(), kNotes);
  const auto damage = [&](const char* name, std::uint64_t at, std::uint8_t value) {
    const std::uint64_t offset = capi::H5File::open_read(file).dataset(name).offset;
    Bytes bytes = capi::read_file(file);
    bytes.at(offset + at) = value;
    return folder.write("damaged.h5", as_text(bytes));
  };
  for (const auto& [name, at] : {std::pair{kKeyOffset, 8u + 7},
                                 {kLocatorOffset, 15u},
                                 {kKeyOffset, 8u},
                                 {kLabels, 0u},
                                 {kLabels, 7u},
                                 {kKeypointStates, 1u},
                                 {kExtraLabels, 0u},
                                 {kBoxLabels, 8u},
                                 {kBoxOffset, 0u},
                                 {kBoxOffset, 8u},
                                 {kBoxOffset, 8u + 7},
                                 {kMaskOffset, 8u},
                                 {kMaskOffset, 15u},
                                 {kBoxes, 16u + 11}}) {
    const Catalog catalog(damage(name, at, 0x99));
    EXPECT_THAT(message_of(ErrorKind::kInput, [&] { read_everything(catalog); }),
                HasSubstr("is damaged"));
  }
  EXPECT_FALSE(read_everything(Catalog(damage(kKeyBytes, 0, 'z'))));
  EXPECT_FALSE(read_everything(Catalog(damage(kKeypoints, 0, 0x77))));
  EXPECT_FALSE(read_everything(Catalog(damage(kBoxes, 0, 0x77))));
  EXPECT_FALSE(read_everything(Catalog(damage(kMaskBytes, 0, 'z'))));
  EXPECT_FALSE(read_everything(Catalog(damage(kExtraLabels, 8, 0))));
}

std::uint64_t private_bytes() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t total = 0;
  std::uint64_t resident = 0;
  std::uint64_t shared = 0;
  statm >> total >> resident >> shared;
  return (resident - shared) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

TEST(Catalog, CostsLittlePrivateMemoryForAMillionSamples) {
  constexpr std::size_t kCount = 1000000;
  const TempFolder folder;
  const fs::path file = folder.path() / "catalog.h5";
  std::string digest;
  {
    const Listing listing = plain_listing(kCount);
    digest = digest_of(listing);
    write_catalog(file, listing, kNotes);
  }
  const std::uint64_t before = private_bytes();
  const Catalog catalog(file);
  EXPECT_EQ(catalog.size(), kCount);
  EXPECT_TRUE(read_everything(catalog));
  EXPECT_EQ(catalog.digest(), digest);
  const std::uint64_t after = private_bytes();
  EXPECT_LT(after, before + 20 * 1000 * 1000);
}

}  // namespace
}  // namespace epochmill::source
