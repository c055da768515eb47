// Samples without a row: what a shard says of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "shard/columns.hpp"
#include "shard/reader.hpp"
#include "shard/sample_shard.hpp"
#include "temp_folder.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAreArray;
using ::testing::HasSubstr;

std::vector<Rejected> some_rejected() {
  return {
      {5, "", "it is cut"}, {7, "a/long key.jpg", "0 bytes"}, {1000, "b", "it is an HTML page"}};
}

Summary write(const fs::path& path, const Layout& layout, const std::vector<Rejected>& rejected) {
  Writer writer(path, sample_header(), layout, rejected);
  write_all_rows(writer, layout);
  writer.finish(sample_order(layout));
  return writer.publish();
}

std::vector<Layout> layouts_with(std::uint64_t rows) {
  std::vector<Layout> layouts{sample_layout(), bare_layout(), files_layout(), deflated_layout()};
  for (Layout& layout : layouts) layout.rows = std::min(layout.rows, rows);
  return layouts;
}

TEST(Rejected, AreReadAsTheyWereWritten) {
  for (const std::uint64_t rows : {5, 1, 0}) {
    for (const Layout& layout : layouts_with(rows)) {
      const TempFolder folder;
      const Summary summary = write(folder / "f.h5", layout, some_rejected());
      const Reader reader(folder / "f.h5");
      EXPECT_EQ(summary.rejected, 3U);
      EXPECT_EQ(summary.rows, layout.rows);
      EXPECT_EQ(reader.layout().rows, layout.rows);
      EXPECT_THAT(reader.rejected(), ElementsAreArray(some_rejected()));
      EXPECT_EQ(reader.computed_content_digest(), summary.content_digest);
      for (std::uint64_t row = 0; row < layout.rows; ++row) {
        EXPECT_EQ(reader.row_digest(row), reader.stored_digest(row));
        EXPECT_EQ(reader.row_of(reader.sample(row)), row);
      }
      EXPECT_EQ(reader.row_of(5), std::nullopt);
    }
  }
}

TEST(Rejected, EnterNoRowsDigestAndTheContentDigest) {
  const TempFolder folder;
  const Summary without = write(folder / "a.h5", sample_layout(), {});
  const Summary with = write(folder / "b.h5", sample_layout(), some_rejected());
  EXPECT_NE(with.content_digest, without.content_digest);
  const Reader a(folder / "a.h5");
  const Reader b(folder / "b.h5");
  for (std::uint64_t row = 0; row < sample_layout().rows; ++row) {
    EXPECT_EQ(a.stored_digest(row), b.stored_digest(row));
  }
}

TEST(Rejected, AnyFlippedBitIsFound) {
  const TempFolder folder;
  const fs::path path = folder / "f.h5";
  write(path, bare_layout(), some_rejected());
  for (const char* name : {kRejectedSampleName, kRejectedKeyName, kRejectedReasonName}) {
    const capi::H5Dataset dataset = capi::H5File::open_read(path).dataset(name);
    for (std::uint64_t i = 0; i < dataset.size_bytes(); ++i) {
      const capi::File file = capi::File::open_write(path);
      Bytes byte(1);
      file.read_at(byte, dataset.offset + i);
      byte[0] ^= 4;
      file.write_at(byte, dataset.offset + i);
      const Reader reader(path);
      EXPECT_NE(reader.computed_content_digest(), reader.content_digest()) << name << " " << i;
      byte[0] ^= 4;
      file.write_at(byte, dataset.offset + i);
    }
  }
}

TEST(Rejected, OtherReadersMakeTheSameDigests) {
  constexpr const char* kProbe =
      "/usr/bin/python3 -c 'import h5py, ctypes.util as u; assert u.find_library(\"xxhash\")' "
      "2>/dev/null";
  if (std::system(kProbe) != 0) GTEST_SKIP() << "no python3 with h5py and libxxhash";
  for (const std::uint64_t rows : {5, 0}) {
    for (const Layout& layout : layouts_with(rows)) {
      const TempFolder folder;
      write(folder / "f.h5", layout, some_rejected());
      const std::string command =
          fmt::format("/usr/bin/python3 '{}/shard/read_shard.py' '{}' > '{}'", EPOCHMILL_TESTS_DIR,
                      (folder / "f.h5").string(), (folder / "out").string());
      ASSERT_EQ(std::system(command.c_str()), 0);
      const std::string out(as_text(capi::read_file(folder / "out")));
      EXPECT_THAT(out, HasSubstr("content True"));
      EXPECT_EQ(out.find("False"), std::string::npos) << out;
    }
  }
}

}  // namespace
}  // namespace epochmill::shard
