#include "source/tar_reader.hpp"

#include <gmock/gmock.h>

#include "listing.hpp"
#include "made_tar.hpp"
#include "temp_folder.hpp"

namespace epochmill::source {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Seen {
  std::vector<std::string> names;
  std::vector<std::string> data;
  bool has_end_mark = false;
};

Seen read_all(const std::string& tar) {
  const TempFolder folder;
  TarReader reader(folder.write("t.tar", tar));
  Seen seen;
  while (reader.next()) {
    seen.names.push_back(reader.member().name);
    seen.data.emplace_back(as_text(reader.read()));
  }
  EXPECT_FALSE(reader.next());
  seen.has_end_mark = reader.has_end_mark();
  return seen;
}

std::string refused(const std::string& tar) {
  const TempFolder folder;
  const auto file = folder.write("t.tar", tar);
  std::string message = message_of(ErrorKind::kInput, [&] {
    for (TarReader reader(file); reader.next();) {
    }
  });
  EXPECT_THAT(message, HasSubstr(file.native()));
  return message;
}

TEST(TarReader, GivesMembersWithTheirDataInOrder) {
  const std::string block(512, 'b');
  const Seen seen = read_all(MadeTar().file("a", "").file("d/b", block).file("c", "tail").closed());
  EXPECT_THAT(seen.names, ElementsAre("a", "d/b", "c"));
  EXPECT_THAT(seen.data, ElementsAre("", block, "tail"));
  EXPECT_TRUE(seen.has_end_mark);
}

TEST(TarReader, JoinsTheNamesOfEveryFormat) {
  const std::string name_field(100, 'n');
  const std::string deep = std::string(90, 'd') + '/' + std::string(200, 'k') + ".jpg";
  const Seen seen = read_all(MadeTar()
                                 .add({.name = name_field, .data = "1", .prefix = "pre/fix"})
                                 // GNU keeps times where ustar has the prefix.
                                 .add({.name = "gnu",
                                       .data = "2",
                                       .prefix = "14325676543",
                                       .magic = std::string("ustar  \0", 8)})
                                 .add({.name = "v7", .data = "3", .type = '\0', .magic = ""})
                                 .long_name(deep)
                                 .file("cut", "4")
                                 .pax(MadeTar::record("path", deep + "x"))
                                 .file("cut", "5")
                                 .file("last", "6")
                                 .closed());
  EXPECT_THAT(seen.names,
              ElementsAre("pre/fix/" + name_field, "gnu", "v7", deep, deep + "x", "last"));
  EXPECT_THAT(seen.data, ElementsAre("1", "2", "3", "4", "5", "6"));
}

TEST(TarReader, ReadsSizesInOctalBase256AndPax) {
  std::string base_256(12, '\0');
  base_256[0] = '\x80';
  base_256[11] = '\x02';
  const Seen seen = read_all(MadeTar()
                                 .add({.name = "spaces", .data = "ab", .size_field = "         2 "})
                                 .add({.name = "full", .data = "ab", .size_field = "000000000002"})
                                 .add({.name = "gnu", .data = "ab", .size_field = base_256})
                                 .pax(MadeTar::record("size", "2"))
                                 .add({.name = "pax", .data = "ab", .size_field = "00000000000"})
                                 .closed());
  EXPECT_THAT(seen.data, ElementsAre("ab", "ab", "ab", "ab"));
}

TEST(TarReader, TellsKindsApartAndSkipsNoDataOfLinks) {
  const TempFolder folder;
  MadeTar made;
  for (const char type : {'1', '2', '3', '4', '6', '5'}) {
    // Old programs write the size of the file that a link leads to.
    made.add({.name = "n", .data = "", .type = type, .size_field = "00000001750"});
  }
  made.file("folder/", "").pax(MadeTar::record("comment", "all"), 'g').file("end");
  TarReader reader(folder.write("t.tar", made.closed()));
  std::vector<TarMemberKind> kinds;
  while (reader.next()) kinds.push_back(reader.member().kind);
  using enum TarMemberKind;
  EXPECT_THAT(kinds,
              ElementsAre(kLink, kLink, kSpecial, kSpecial, kSpecial, kFolder, kFolder, kRegular));
}

TEST(TarReader, RefusesEveryCut) {
  const std::string whole = MadeTar()
                                .file("a", std::string(700, 'a'))
                                .pax(MadeTar::record("path", "b.jpg"))
                                .file("b")
                                .open();
  // Between two members nothing tells a cut from an archive without end blocks.
  const std::size_t after_a = 512 + 1024;
  for (std::size_t size = 0; size < whole.size(); size += 64) {
    if (size == after_a) continue;
    EXPECT_THAT(refused(whole.substr(0, size)),
                ::testing::AnyOf(HasSubstr("copy it again"), HasSubstr("is this a tar")))
        << size;
  }
  EXPECT_FALSE(read_all(whole).has_end_mark);
  EXPECT_FALSE(read_all(whole.substr(0, after_a)).has_end_mark);
}

TEST(TarReader, FindsEveryFlippedBitOfAHeader) {
  const std::string whole = MadeTar().file("a").file("b").closed();
  for (std::size_t byte = 1024; byte < 1024 + 512; ++byte) {
    std::string damaged = whole;
    damaged[byte] = static_cast<char>(damaged[byte] ^ 4);
    const bool is_behind_checksum = byte == 1024 + 155;
    if (!is_behind_checksum) {
      EXPECT_THAT(refused(damaged), HasSubstr("entry 2")) << byte;
    }
  }
}

TEST(TarReader, ChecksSizesBeforeItTakesMemory) {
  std::string huge(12, '\xFF');
  huge[0] = '\x80';
  const std::string most = "\x80" + std::string(3, '\0') + "\x7F" + std::string(7, '\xFF');
  for (const std::string& field : {std::string("77777777777"), huge, most}) {
    EXPECT_THAT(refused(MadeTar().file("0").add({.name = "a.jpg", .size_field = field}).closed()),
                HasSubstr("entry 2"));
    for (const char type : {'x', 'g', 'L', 'K'}) {
      EXPECT_THAT(refused(MadeTar().add({.name = "e", .type = type, .size_field = field}).closed()),
                  HasSubstr("entry 1"));
    }
  }
  EXPECT_THAT(
      refused(
          MadeTar().pax(MadeTar::record("size", "18446744073709551615")).file("a.jpg").closed()),
      HasSubstr("a.jpg"));
  EXPECT_THAT(refused(MadeTar().long_name(std::string(5000, 'n')).file("a").closed()),
              HasSubstr("at most 4097"));
  EXPECT_THAT(
      refused(MadeTar().pax(MadeTar::record("path", std::string(5000, 'n'))).file("a").closed()),
      HasSubstr("5000 bytes"));
}

TEST(TarReader, RefusesMalformedPaxRecords) {
  for (const std::string record :
       {"x", "3\n", "0 a=b\n", "6 a=b\nrest", "99 a=b\n", "6 a=bc\n", "7 abcd\n", "-6 a=b\n",
        "18446744073709551616 a=b\n", "10 size=x\n"}) {
    EXPECT_THAT(refused(MadeTar().pax(record).file("a").closed()), HasSubstr("pax")) << record;
  }
  EXPECT_THAT(
      refused(MadeTar().pax(MadeTar::record("path", std::string("a\0b", 3))).file("a").closed()),
      HasSubstr("NUL"));
  EXPECT_THAT(refused(MadeTar().pax(MadeTar::record("path", "")).file("a").closed()),
              HasSubstr("no name"));
}

TEST(TarReader, RefusesWhatCannotBeReadInPlace) {
  EXPECT_THAT(refused(MadeTar().add({.name = "a", .type = 'S'}).closed()), HasSubstr("sparse"));
  EXPECT_THAT(refused(MadeTar().pax(MadeTar::record("GNU.sparse.major", "1")).file("a").closed()),
              HasSubstr("sparse"));
  EXPECT_THAT(refused(MadeTar().add({.name = "a", .type = 'M'}).closed()), HasSubstr("type `M`"));
  EXPECT_THAT(refused(MadeTar().pax(MadeTar::record("path", "a"), 'g').file("a").closed()),
              HasSubstr("global"));
  EXPECT_THAT(refused(std::string("\x1F\x8B\x08 and more")), HasSubstr("gunzip"));
  EXPECT_THAT(refused(std::string("\x28\xB5\x2F\xFD and more")), HasSubstr("unzstd"));
  EXPECT_THAT(refused(""), HasSubstr("empty"));
  EXPECT_THAT(refused(std::string(600, 'x')), HasSubstr("is this a tar file?"));
}

TEST(TarReader, RefusesDataBehindTheEnd) {
  const std::string tar = MadeTar().file("a").closed();
  EXPECT_THAT(refused(tar + tar), HasSubstr("end to end"));
  EXPECT_THAT(read_all(tar + std::string(100000, '\0')).names, ElementsAre("a"));
  EXPECT_THAT(refused(MadeTar().pax(MadeTar::record("path", "a")).closed()),
              HasSubstr("after an extended header"));
}

}  // namespace
}  // namespace epochmill::source
