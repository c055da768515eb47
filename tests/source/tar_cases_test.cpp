// The tars of the shared cases, each against its line there.
#include <gmock/gmock.h>

#include "capi/file.hpp"
#include "listing.hpp"
#include "source/tar.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct TarCase {
  const char* file;
  std::vector<std::string> keys;  // empty: it must be refused
  const char* says = "";          // a part of the error, or the reason of what was skipped
  std::vector<std::int64_t> labels = {};
};

std::vector<TarCase> tar_cases() {
  const std::string deep = "aaaaaaaaaaaaaaa/";
  std::string path;
  for (int i = 0; i < 12; ++i) path += deep;
  std::string umlauts;
  for (int i = 0; i < 60; ++i) umlauts += "\xC3\xA4";
  return {
      {"E01/dotted_keys.tar", {"train.v1/000000"}, "sample without a picture", {}},
      {"E04/biguid_gnu.tar", {}, "sample without a picture", {}},
      {"E04/biguid_pax.tar", {}, "sample without a picture", {}},
      {"E04/pax2.tar",
       {path + "bbbbbbbbbbbbbbb", path + "ccccccccccccccc"},
       "link in a tar",
       {0, 0}},
      {"E04/pax_size.tar", {"test"}, "", {0}},
      {"E04/pax_unicode.tar", {umlauts + "/\xE5\x9B\xBE"}, "", {}},
      {"E04/spaces.tar", {"a"}, "", {0}},
      {"E04/xattrs.tar", {"a/b"}, "", {0}},
      {"E05/7z_long_path.tar", {}, "sample without a picture", {}},
      {"E05/gnu_longname.tar", {std::string(90, 'd') + '/' + std::string(90, 'k')}, "", {}},
      {"E05/ustar_prefix.tar", {std::string(90, 'p') + '/' + std::string(60, 'k')}, "", {}},
      {"E07/evil_paths.tar", {}, "`/abs/1.jpg`", {}},
      {"E07/link.tar", {"file"}, "link in a tar", {0}},
      // Its line says that member 3 has a wrong checksum, but the byte that was changed, 2068, lies
      // in the padding of member 2, which may hold anything: see the next test.
      {"E08/bad_checksum.tar", {"0", "1"}, "", {}},
      {"E08/compressed.tar", {}, "3 x sample without a picture", {}},
      {"E08/empty.tar", {}, "no sample with a picture", {}},
      {"E08/plain.tar.gz", {}, "gunzip", {}},
      {"E08/sample.tgz", {}, "gunzip", {}},
      // Sixteen blocks of zeros end it, whatever its name says; TarReader and TarSource have tests
      // of tars that end without any.
      {"E08/simple_missing_last_header.tar", {"a", "b", "c"}, "", {0, 0, 0}},
      {"E08/truncated.tar", {}, "copy it again", {}},
      {"E08/two_concatenated.tar", {}, "end to end", {}},
  };
}

TEST(TarCases, AreTakenOrRefusedAsTheyMustBe) {
  const fs::path folder(EPOCHMILL_SHARED "/cases");
  if (!fs::exists(folder)) GTEST_SKIP() << "the shared cases are not here";
  for (const TarCase& one : tar_cases()) {
    SCOPED_TRACE(one.file);
    const fs::path file = folder / one.file;
    if (one.keys.empty()) {
      EXPECT_THAT(message_of(ErrorKind::kInput, [&] { list("tar", file); }),
                  ::testing::AllOf(HasSubstr(file.filename().native()), HasSubstr(one.says)));
      continue;
    }
    const Listing listing = list("tar", file);
    EXPECT_EQ(keys_of(listing), one.keys);
    if (!one.labels.empty()) {
      EXPECT_EQ(labels_of(listing), one.labels);
    }
    if (*one.says == '\0') {
      EXPECT_TRUE(listing.skipped.empty());
    } else {
      ASSERT_EQ(listing.skipped.size(), 1U);
      EXPECT_EQ(listing.skipped[0].first, one.says);
    }
  }
}

TEST(TarCases, AWrongChecksumIsFoundWhereTheCaseMeantIt) {
  const fs::path file(EPOCHMILL_SHARED "/cases/E08/bad_checksum.tar");
  if (!fs::exists(file)) GTEST_SKIP() << "the shared cases are not here";
  std::string bytes(as_text(capi::read_file(file)));
  ASSERT_EQ(bytes.substr(2560, 5), "1.jpg");
  bytes[2560 + 20] = 'Z';
  const TempFolder folder;
  EXPECT_THAT(
      message_of(ErrorKind::kInput, [&] { list("tar", folder.write("bad.tar", bytes)); }),
      ::testing::AllOf(HasSubstr("bad.tar"), HasSubstr("entry 3"), HasSubstr("wrong checksum")));
}

}  // namespace
}  // namespace epochmill::source
