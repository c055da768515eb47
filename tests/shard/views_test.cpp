// Shards of recipes that make several rows of a sample: /view.
#include <gtest/gtest.h>

#include "capi/hdf5.hpp"
#include "shard/columns.hpp"
#include "shard/reader.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

// Three samples of two rows each.
Layout layout_with_views() {
  Layout layout = sample_layout();
  layout.rows = 6;
  layout.has_views = true;
  return layout;
}

void write_with_views(const std::filesystem::path& path) {
  const Layout layout = layout_with_views();
  Writer writer(path, sample_header(), layout);
  for (std::uint64_t row = 0; row < layout.rows; ++row) {
    SampleRow made = sample_row(layout, row);
    made.sample = 10 + row / 2;
    RowView view = made.view();
    view.view = static_cast<std::uint8_t>(row % 2);
    writer.write_row(row, view);
  }
  writer.finish(sample_order(layout));
  for (std::uint64_t row = 0; row < layout.rows; ++row) writer.check_row(row);
  writer.publish();
}

TEST(Views, AreReadBackAndInTheDigests) {
  const TempFolder folder;
  write_with_views(folder / "f.h5");
  const Reader reader(folder / "f.h5");
  EXPECT_TRUE(reader.layout().has_views);
  for (std::uint64_t row = 0; row < 6; ++row) {
    EXPECT_EQ(reader.view(row), row % 2);
    EXPECT_EQ(reader.row_digest(row), reader.stored_digest(row));
  }
  EXPECT_EQ(reader.row_of(10), 0U);
  EXPECT_EQ(reader.row_of(12), 4U);
  EXPECT_EQ(reader.row_of(13), std::nullopt);
  EXPECT_EQ(reader.computed_content_digest(), reader.content_digest());
}

TEST(Views, StandBehindTheSamples) {
  const std::vector<Column> columns = columns_of(layout_with_views());
  const Column* view = find(columns, Role::kView);
  ASSERT_NE(view, nullptr);
  EXPECT_EQ(view - find(columns, Role::kSample), 1);
  EXPECT_EQ(view->dataset.name, "/view");
  EXPECT_EQ(view->dataset.dims, std::vector<std::uint64_t>{6});
}

TEST(Views, AreNotThereInOtherShards) {
  EXPECT_EQ(find(columns_of(sample_layout()), Role::kView), nullptr);
  const TempFolder folder;
  write_sample(folder / "f.h5", sample_header(), sample_layout());
  const Reader reader(folder / "f.h5");
  EXPECT_FALSE(reader.layout().has_views);
  EXPECT_EQ(reader.view(3), 0U);
}

}  // namespace
}  // namespace epochmill::shard
