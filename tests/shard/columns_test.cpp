#include "shard/columns.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"
#include "shard/sample_shard.hpp"

namespace epochmill::shard {
namespace {

using ::testing::ElementsAre;

TEST(Columns, StandInTheFormatsOrder) {
  EXPECT_THAT(names_of(columns_of(sample_layout())),
              ElementsAre("/image", "/keep/raw", "/keep/after", "/keypoint", "/keypoint_visible",
                          "/draws", "/label", "/sample", "/key", "/digest", "/order"));
  EXPECT_THAT(names_of(columns_of(bare_layout())),
              ElementsAre("/image", "/label", "/sample", "/key", "/digest", "/order"));
  Layout mixed = bare_layout();
  mixed.mix_partners = 1;
  EXPECT_THAT(names_of(columns_of(mixed)),
              ElementsAre("/image", "/label", "/mix_label", "/mix_weight", "/mix_partner",
                          "/sample", "/key", "/digest", "/order"));
  mixed.mix_partners = 3;
  EXPECT_THAT(names_of(columns_of(mixed)), ElementsAre("/image", "/label", "/mix_partner",
                                                       "/sample", "/key", "/digest", "/order"));
}

TEST(Columns, KnowTheirRowsSizes) {
  const std::vector<Column> columns = columns_of(sample_layout());
  std::vector<std::size_t> sizes;
  for (const Column& column : columns) sizes.push_back(column.row_bytes);
  EXPECT_THAT(sizes, ElementsAre(990, 21, 48, 16, 2, 12, 8, 8, 11, 8, 4));
}

TEST(Columns, RefuseALayoutThatCannotBe) {
  const auto refuses = [](auto change) {
    Layout layout = sample_layout();
    change(layout);
    const Error error = error_of([&] { columns_of(layout); });
    return error.kind() == ErrorKind::kInternal &&
           error.what() != std::string("no error was thrown");
  };
  EXPECT_TRUE(refuses([](Layout& l) { l.rows = 0; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.rows = std::uint64_t{1} << 32; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.image.width = 0; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.image.channels = 0; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.kept[0].shape.height = 0; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.kept[0].name = "after"; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.kept[0].name = ""; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.kept[0].name = "a/b"; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.kept[0].name = "."; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.key_bytes = 0; }));
  EXPECT_TRUE(refuses([](Layout& l) { l.keypoints = std::uint64_t{1} << 61; }));
}

TEST(IsPermutation, WantsEachRowOnce) {
  using Order = std::vector<std::uint32_t>;
  EXPECT_TRUE(is_permutation(Order{2, 0, 1}, 3));
  EXPECT_TRUE(is_permutation(Order{}, 0));
  EXPECT_FALSE(is_permutation(Order{0, 1}, 3));
  EXPECT_FALSE(is_permutation(Order{0, 1, 1}, 3));
  EXPECT_FALSE(is_permutation(Order{0, 1, 3}, 3));
  EXPECT_FALSE(is_permutation(Order{0, 1, 4294967295}, 3));
}

TEST(ContentDigest, DiffersForEveryPartOfTheContent) {
  const Bytes digests(40, 1);
  const Bytes order(20, 2);
  const Header header = sample_header();
  const Layout layout = marked_layout();
  const std::vector<Column> columns = columns_of(layout);
  std::vector<std::string> seen = {content_digest(header, layout, columns, digests, order)};
  const auto add_header = [&](auto change) {
    Header changed = header;
    change(changed);
    seen.push_back(content_digest(changed, layout, columns, digests, order));
  };
  add_header([](Header& h) { h.recipe_text += " "; });
  add_header([](Header& h) { h.recipe_digest[0] = 'f'; });
  add_header([](Header& h) { h.catalog_digest[0] = '0'; });
  add_header([](Header& h) { h.seed = 8; });
  add_header([](Header& h) { h.epoch = 4; });
  add_header([](Header& h) { h.shard = 18; });
  add_header([](Header& h) { h.class_names = {"ca", "t", "Gr\xc3\xbc\xc3\x9f", "bad\xff"}; });
  add_header([](Header& h) { h.class_names.emplace_back(); });
  add_header([](Header& h) { h.stream_version = "philox4x32-10/2"; });
  add_header([](Header& h) { h.versions = ""; });
  const auto add_layout = [&](auto change) {
    Layout changed = layout;
    change(changed);
    seen.push_back(content_digest(header, changed, columns_of(changed), digests, order));
  };
  add_layout([](Layout& l) { std::swap(l.image.height, l.image.width); });
  add_layout([](Layout& l) { std::swap(l.kept[0], l.kept[1]); });
  add_layout([](Layout& l) { l.draw_names = {"crop.top", "crop.leftflip", ""}; });
  add_layout([](Layout& l) { l.has_masks = false; });
  add_layout([](Layout& l) { ++l.boxes; });
  add_layout([](Layout& l) { l.mix_partners = 1; });
  add_layout([](Layout& l) { l.mix_partners = 3; });
  add_layout([](Layout& l) { l.box_class_names = {"bike", "bus"}; });
  add_layout([](Layout& l) { l.box_class_names.clear(); });
  add_layout([](Layout& l) { std::swap(l.extra_labels[0], l.extra_labels[1]); });
  add_layout([](Layout& l) { l.extra_labels[1].name = "other"; });
  add_layout([](Layout& l) { l.extra_labels[1].class_names[0] = "other"; });
  seen.push_back(content_digest(header, layout, columns, Bytes(40, 3), order));
  seen.push_back(content_digest(header, layout, columns, digests, Bytes(20, 1)));
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::unique(seen.begin(), seen.end()), seen.end());
}

}  // namespace
}  // namespace epochmill::shard
