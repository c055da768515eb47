#include "base/digest.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <utility>

namespace epochmill {
namespace {

// The buffer of xxHash's published self-test: high bytes of a multiplicative sequence.
Bytes self_test_bytes(std::size_t size) {
  Bytes bytes(size);
  std::uint64_t state = 2654435761U;
  for (std::uint8_t& byte : bytes) {
    byte = static_cast<std::uint8_t>(state >> 56);
    state *= 11400714785074694797ULL;
  }
  return bytes;
}

// Its results, seed 0; every length takes another path through the algorithm.
struct Known {
  std::size_t size;
  std::uint64_t digest64;
  const char* digest128;
};
constexpr Known kKnown[] = {
    {0, 0x2D06800538D394C2, "99aa06d3014798d86001c324468d497f"},
    {1, 0xC44BDFF4074EECDB, "a6cd5e9392000f6ac44bdff4074eecdb"},
    {6, 0x27B56A84CD2D7325, "082afe0b8162d12a3e7039bdda43cfc6"},
    {12, 0xA713DAF0DFBB77E7, "6e3efd8fc7802b18061a192713f69ad9"},
    {24, 0xA3FE70BF9D3510EB, "0ce966e4678d37611e7044d28b1b901d"},
    {48, 0x397DA259ECBA1F11, "a002ac4e5478227ef942219aed80f67b"},
    {403, 0xCDEB804D65C6DEA4, "1b6de21e332dd73dcdeb804d65c6dea4"},
    {512, 0x617E49599013CB6B, "18d2d110dcc9bca1617e49599013cb6b"},
    {2048, 0xDD59E2C3A5F038E0, "f736557fd47073a5dd59e2c3a5f038e0"},
    {2240, 0x6E73A90539CF2948, "ccb134fbfa7ce49d6e73a90539cf2948"},
    {2367, 0xCB37AEB9E5D361ED, "e89c0f6ff369b427cb37aeb9e5d361ed"},
};

Digester fed_in_pieces(const Bytes& bytes, std::size_t piece) {
  Digester digester;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    digester.add(ByteView(bytes).subspan(at, std::min(piece, bytes.size() - at)));
  }
  return digester;
}

TEST(Digest, GivesThePublishedValues) {
  for (const Known& known : kKnown) {
    const Bytes bytes = self_test_bytes(known.size);
    EXPECT_EQ(digest64(bytes), known.digest64) << known.size;
    EXPECT_EQ(digest128_hex(bytes), known.digest128) << known.size;
  }
}

TEST(Digester, OfNothingIsTheDigestOfNoBytes) {
  const Digester digester;
  EXPECT_EQ(digester.value64(), digest64({}));
  EXPECT_EQ(digester.value128_hex(), digest128_hex({}));
}

TEST(Digester, InPiecesEqualsTheWhole) {
  for (std::size_t size : {1U, 240U, 241U, 1024U, 1025U, 100000U}) {
    const Bytes bytes = self_test_bytes(size);
    for (std::size_t piece : {1U, 3U, 64U, 239U, 256U, 1000U, 100000U}) {
      const Digester digester = fed_in_pieces(bytes, piece);
      ASSERT_EQ(digester.value64(), digest64(bytes)) << size << " by " << piece;
      ASSERT_EQ(digester.value128_hex(), digest128_hex(bytes)) << size << " by " << piece;
    }
  }
}

TEST(Digester, CanBeReadAndFedOn) {
  const Bytes bytes = self_test_bytes(2000);
  Digester digester;
  digester.add(ByteView(bytes).first(700));
  EXPECT_EQ(digester.value64(), digest64(ByteView(bytes).first(700)));
  digester.add({});
  digester.add(ByteView(bytes).subspan(700));
  EXPECT_EQ(digester.value64(), digest64(bytes));
  EXPECT_EQ(digester.value128_hex(), digest128_hex(bytes));
}

TEST(Digester, KeepsItsStateWhenMoved) {
  const Bytes bytes = self_test_bytes(2000);
  Digester first;
  first.add(ByteView(bytes).first(999));
  Digester second = std::move(first);
  second.add(ByteView(bytes).subspan(999));
  EXPECT_EQ(second.value64(), digest64(bytes));
}

TEST(Digester, TellsTextsApartByTheirBorders) {
  Digester ab_c;
  ab_c.add_text("ab");
  ab_c.add_text("c");
  Digester a_bc;
  a_bc.add_text("a");
  a_bc.add_text("bc");
  EXPECT_NE(ab_c.value64(), a_bc.value64());
  Digester nothing;
  Digester empty_text;
  empty_text.add_text("");
  EXPECT_NE(nothing.value64(), empty_text.value64());
}

TEST(Digester, PutsTheLengthBeforeATextInEightLittleEndianBytes) {
  Digester text;
  text.add_text("abc");
  EXPECT_EQ(text.value64(), digest64(as_bytes(std::string_view("\3\0\0\0\0\0\0\0abc", 11))));
}

}  // namespace
}  // namespace epochmill
