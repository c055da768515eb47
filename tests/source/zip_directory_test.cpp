#include "source/zip_directory.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "made_zip.hpp"

namespace epochmill::source {
namespace {

using ::testing::HasSubstr;

std::vector<ZipMember> members_of(const std::string& zip) {
  return read_zip_directory(as_bytes(zip));
}

std::string refused(const std::string& zip) {
  return message_of(ErrorKind::kInput, [&] { members_of(zip); });
}

TEST(ZipDirectory, TellsWhereMembersLie) {
  for (const bool is_zip64 : {false, true}) {
    MadeZip made;
    made.is_zip64 = is_zip64;
    const std::string zip = made.add("a.npy", "abc").add("b", "defg", true).closed("a comment");
    const std::vector<ZipMember> members = members_of(zip);
    ASSERT_EQ(members.size(), 2U);
    EXPECT_EQ(members[0].name, "a.npy");
    EXPECT_EQ(zip.substr(members[0].data_at, members[0].stored_bytes), "abc");
    EXPECT_FALSE(members[0].is_deflated);
    EXPECT_EQ(members[1].name, "b");
    EXPECT_TRUE(members[1].is_deflated);
    EXPECT_EQ(members[1].bytes, 4U);
    EXPECT_EQ(zip.substr(members[1].data_at + 5, 4), "defg");
    EXPECT_EQ(members[1].crc32, capi::crc32(as_bytes(std::string_view("defg"))));
  }
  EXPECT_TRUE(members_of(MadeZip().closed()).empty());
}

TEST(ZipDirectory, RefusesEveryCut) {
  for (const bool is_zip64 : {false, true}) {
    MadeZip made;
    made.is_zip64 = is_zip64;
    const std::string zip = made.add("a.npy", "abc").add("b.npy", "de", true).closed();
    for (std::size_t size = 0; size < zip.size(); ++size) refused(zip.substr(0, size));
  }
}

TEST(ZipDirectory, NamesWhatItDoesNotRead) {
  MadeZip encrypted;
  encrypted.flags = 1;
  EXPECT_THAT(refused(encrypted.add("a.npy", "abc").closed()), HasSubstr("`a.npy` is encrypted"));
  EXPECT_THAT(refused(MadeZip().add("a", "1").add("a", "2").closed()),
              HasSubstr("two members `a`"));
  std::string other = MadeZip().add("a.npy", "abc").closed();
  other[other.find("PK\1\2") + 10] = 14;
  EXPECT_THAT(refused(other), HasSubstr("compressed by method 14"));
  std::string parts = MadeZip().add("a.npy", "abc").closed();
  parts[parts.find("PK\5\6") + 4] = 1;
  EXPECT_THAT(refused(parts), HasSubstr("one of several parts"));
  std::string longer = MadeZip().add("a.npy", "abc").closed();
  longer[longer.find("PK\1\2") + 24] = 4;
  EXPECT_THAT(refused(longer), HasSubstr("`a.npy` has 4 bytes, and 3 in the file"));
}

}  // namespace
}  // namespace epochmill::source
