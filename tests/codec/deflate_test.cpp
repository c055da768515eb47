#include "codec/deflate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>

#include "base/error.hpp"

namespace epochmill::codec {
namespace {

// Values as they come from a photo: not random, and not alike.
Bytes values_of(std::size_t size) {
  Bytes values(size);
  for (std::size_t i = 0; i < size; ++i) {
    values[i] = static_cast<std::uint8_t>((i * i / 97 + i % 13) % 251);
  }
  return values;
}

TEST(Deflate, ComesBackAsItWas) {
  for (const std::size_t element : {1U, 2U, 4U}) {
    for (const std::size_t count : {1U, 7U, 5000U}) {
      for (const int level : {1, 4, 12}) {
        const Bytes values = values_of(count * element);
        const Bytes stored = deflate(values, element, level);
        EXPECT_EQ(inflate(stored, element, values.size()), values) << element << " " << count;
        EXPECT_EQ(deflate(values, element, level), stored);
      }
    }
  }
}

// HDF5's filters are zlib after a shuffle: what zlib makes of our bytes, unshuffled by hand.
TEST(Deflate, IsWhatZlibInflates) {
  const Bytes values = values_of(4 * 1000);
  const Bytes stored = deflate(values, 4, 6);
  Bytes shuffled(values.size());
  uLongf size = shuffled.size();
  ASSERT_EQ(uncompress(shuffled.data(), &size, stored.data(), stored.size()), Z_OK);
  ASSERT_EQ(size, values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(shuffled[(i % 4) * 1000 + i / 4], values[i]);
  }
}

TEST(Deflate, DamageAndOtherSizesAreErrors) {
  const Bytes values = values_of(3000);
  const Bytes stored = deflate(values, 1, 4);
  EXPECT_THROW(inflate(stored, 1, values.size() - 1), Error);
  EXPECT_THROW(inflate(stored, 1, values.size() + 1), Error);
  EXPECT_THROW(inflate(ByteView(stored).first(stored.size() / 2), 1, values.size()), Error);
  EXPECT_THROW(inflate({}, 1, values.size()), Error);
  Bytes damaged = stored;
  damaged[stored.size() / 2] ^= 0x10;
  EXPECT_THROW(inflate(damaged, 1, values.size()), Error);
  EXPECT_THROW(deflate(values, 7, 4), Error);
  EXPECT_THROW(deflate(values, 1, 0), Error);
  EXPECT_THROW(deflate(values, 1, 13), Error);
}

TEST(Deflate, TakesNoMemoryForWhatTheBytesCannotHold) {
  const Bytes stored = deflate(values_of(3000), 1, 4);
  for (const std::size_t claim : {std::size_t{1} << 40, std::size_t{1} << 62}) {
    try {
      inflate(stored, 4, claim);
      FAIL() << "no error was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::kInput);
      EXPECT_THAT(error.what(), ::testing::HasSubstr("cannot hold"));
    }
  }
  // As good as deflate gets is not too good.
  const Bytes zeros(1 << 20);
  EXPECT_EQ(inflate(deflate(zeros, 1, 12), 1, zeros.size()), zeros);
}

}  // namespace
}  // namespace epochmill::codec
