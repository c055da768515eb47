#include "streams/stream.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <vector>

#include "base/error.hpp"
#include "streams/example.hpp"
#include "streams/philox.hpp"

namespace epochmill::streams {
namespace {

TEST(Stream, KeepsItsSeedAndAddress) {
  EXPECT_EQ(example_stream().seed(), kExampleSeed);
  EXPECT_EQ(example_stream().address(), kExampleAddress);
}

TEST(Stream, PutsRedrawRetryAndDrawInTheScalarBlockNumber) {
  const Stream stream(kFullSeed, kFullAddress, 0x7f);
  EXPECT_EQ(stream.scalar_block(0xbeef, 0xa5), philox(pack(kFullAddress, 0x7fa5beef), kFullSeed));
  EXPECT_EQ(example_stream().scalar_block(0), philox(pack(kExampleAddress, 0), kExampleSeed));
}

TEST(Stream, PutsBulkBlocksInTheUpperHalf) {
  EXPECT_EQ(full_stream().bulk_block(0), philox(pack(kFullAddress, 0x80000000), kFullSeed));
  EXPECT_EQ(full_stream().bulk_block(0x7fffffff),
            philox(pack(kFullAddress, 0xffffffff), kFullSeed));
}

TEST(Stream, GivesTheGoldenBlocks) {
  const Stream full = full_stream();
  EXPECT_EQ(full.scalar_block(0), (Block{0x72ea740b, 0x1ff873b8, 0x7307d613, 0x3dfd7dca}));
  EXPECT_EQ(full.scalar_block(3), (Block{0x5f1dd43b, 0x0d590e9c, 0xc3bd1751, 0xbd0793e0}));
  EXPECT_EQ(full.bulk_block(0), (Block{0x988af3a2, 0x764c032f, 0x953fc71e, 0x9bd907d0}));
}

TEST(Stream, MakesSixtyFourBitsOfTheFirstTwoWords) {
  EXPECT_EQ(full_stream().bits64(0), 0x1ff873b872ea740bU);
  const Block block = example_stream().scalar_block(9, 2);
  EXPECT_EQ(example_stream().bits64(9, 2), std::uint64_t{block[1]} << 32 | block[0]);
}

TEST(Stream, GivesRedrawsRetriesAndDrawsBlocksOfTheirOwn) {
  std::vector<Block> blocks;
  for (std::uint32_t redraw : {0U, 1U, 2U, 126U, 127U}) {
    const Stream stream(kExampleSeed, kExampleAddress, redraw);
    for (std::uint32_t retry : {0U, 1U, 2U, 254U, 255U}) {
      for (std::uint32_t draw : {0U, 1U, 2U, 65534U, 65535U}) {
        blocks.push_back(stream.scalar_block(static_cast<DrawNumber>(draw), retry));
      }
    }
  }
  for (std::uint32_t index : {0U, 1U, 2U, 0x7ffffffeU, 0x7fffffffU}) {
    blocks.push_back(example_stream().bulk_block(index));
  }
  std::sort(blocks.begin(), blocks.end());
  EXPECT_EQ(std::adjacent_find(blocks.begin(), blocks.end()), blocks.end());
  EXPECT_EQ(blocks.size(), 130U);
}

TEST(Stream, HasTheSameBulkFieldInEveryRedraw) {
  const Stream redrawn(kExampleSeed, kExampleAddress, 5);
  EXPECT_EQ(redrawn.bulk_block(17), example_stream().bulk_block(17));
}

TEST(Stream, GivesTheSameDrawsInAnyOrder) {
  const Stream stream = example_stream();
  std::vector<std::uint64_t> forwards;
  for (std::uint32_t draw = 0; draw < 100; ++draw) {
    forwards.push_back(stream.bits64(static_cast<DrawNumber>(draw)));
  }
  for (std::uint32_t draw = 100; draw-- > 0;) {
    (void)stream.bulk_block(draw);
    EXPECT_EQ(stream.bits64(static_cast<DrawNumber>(draw)), forwards[draw]);
  }
}

TEST(Stream, RefusesAnAddressOrARedrawOutOfRange) {
  const auto kind_of = [](const Address& address, std::uint32_t redraw) {
    try {
      const Stream stream(1, address, redraw);
    } catch (const Error& error) {
      return error.kind();
    }
    return ErrorKind::kStopped;
  };
  EXPECT_EQ(kind_of({.op = 256}, 0), ErrorKind::kUsage);
  EXPECT_EQ(kind_of({.sample = kSampleLimit}, 0), ErrorKind::kUsage);
  EXPECT_EQ(kind_of({}, Stream::kRedrawLimit), ErrorKind::kUsage);
  EXPECT_EQ(kind_of({}, Stream::kRedrawLimit - 1), ErrorKind::kStopped);
}

TEST(Stream, GivesThatOfAnotherOpAtTheSameAddress) {
  const Stream stream(9, {.rank = 1, .thread = 2, .epoch = 3, .sample = 4, .op = 5}, 6);
  const Stream expected(9, {.rank = 1, .thread = 2, .epoch = 3, .sample = 4, .op = 77}, 6);
  EXPECT_EQ(stream.of_op(77).address(), expected.address());
  EXPECT_EQ(stream.of_op(77).bits64(3), expected.bits64(3));
  EXPECT_EQ(stream.of_op(77).bulk_block(3), expected.bulk_block(3));
  EXPECT_EQ(stream.of_op(5).bits64(3), stream.bits64(3));
  EXPECT_THROW((void)stream.of_op(256), Error);
}

TEST(Stream, RefusesBlocksThatBelongToOthers) {
  EXPECT_THROW(example_stream().scalar_block(0, Stream::kRetryLimit), Error);
  EXPECT_THROW(example_stream().bulk_block(0x80000000), Error);
}

}  // namespace
}  // namespace epochmill::streams
