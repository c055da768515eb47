#include "capi/hdf5_facts.hpp"

#include <gmock/gmock.h>

#include "error_of.hpp"

namespace epochmill::capi {
namespace {

H5Facts some_facts() {
  return {.element = {.kind = H5ElementKind::kText,
                      .size_bytes = 7,
                      .is_big_endian = true,
                      .padding = ' ',
                      .name = "a text of 7 bytes"},
          .sizes = {.address_bytes = 4, .length_bytes = 2, .base_address = 512},
          .dims = {1000, 3},
          .storage = H5Storage::kChunked,
          .is_written = false,
          .offset = 4096,
          .chunk = {10, 3},
          .filters = {{.id = 2, .element_bytes = 4}, {.id = 1}}};
}

TEST(Hdf5Facts, AreTheSameBehindAMessage) {
  const Bytes message = encode(some_facts());
  const H5Facts found = decode_facts(message);
  EXPECT_EQ(encode(found), message);
  EXPECT_EQ(found.element.name, "a text of 7 bytes");
  EXPECT_EQ(found.element.padding, ' ');
  EXPECT_EQ(found.filters.size(), 2U);
  EXPECT_EQ(found.filters[0].element_bytes, 4U);
}

// Whoever wrote the message may be in the hands of a forged file.
TEST(Hdf5Facts, AreRefusedWhenTheyAreCutOrLonger) {
  const Bytes message = encode(some_facts());
  for (std::size_t size = 0; size < message.size(); ++size) {
    const ByteView part = ByteView(message).first(size);
    EXPECT_EQ(error_of([&] { decode_facts(part); }).kind(), ErrorKind::kInternal) << size;
  }
  Bytes longer = message;
  longer.push_back(0);
  EXPECT_EQ(error_of([&] { decode_facts(longer); }).kind(), ErrorKind::kInternal);
}

TEST(Hdf5Facts, AreRefusedWhenANumberIsNoKind) {
  Bytes message = encode(some_facts());
  message[0] = 99;  // the element's kind
  EXPECT_EQ(error_of([&] { decode_facts(message); }).kind(), ErrorKind::kInternal);
}

}  // namespace
}  // namespace epochmill::capi
