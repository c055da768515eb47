#include "image/npy_header.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.hpp"

namespace epochmill::image {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string file_of(const std::string& text, char version = 1) {
  std::string file = "\x93NUMPY";
  file += version;
  file += '\0';
  for (int i = 0; i < (version == 1 ? 2 : 4); ++i) {
    file += static_cast<char>(text.size() >> 8 * i & 0xFF);
  }
  return file + text;
}

std::string refused(const std::string& file) {
  try {
    require_numbers(read_npy_header(as_bytes(file)));
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::kInput) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "it was read: " << file;
  return "";
}

const std::string kText = "{'descr': '<f4', 'fortran_order': False, 'shape': (3, 40), }";

TEST(NpyHeader, IsReadInEveryVersionAndSpelling) {
  for (const char version : {'\1', '\2', '\3'}) {
    for (const char* text :
         {kText.c_str(), "{'descr':'<f4','fortran_order':False,'shape':(3,40)}      \n",
          "{\"shape\": (3L, 40L), \"descr\": \"<f4\", 'fortran_order': False}"}) {
      const std::string file = file_of(text, version);
      const NpyHeader header = read_npy_header(as_bytes(file + "numbers"));
      EXPECT_EQ(header.descr, "<f4");
      EXPECT_FALSE(header.is_fortran);
      EXPECT_THAT(header.sides, ElementsAre(3, 40));
      EXPECT_EQ(header.header_bytes, file.size());
    }
  }
  EXPECT_TRUE(
      read_npy_header(as_bytes(file_of("{'descr': '|u1', 'fortran_order': True, 'shape': (), }")))
          .is_fortran);
}

TEST(NpyHeader, RefusesEveryCut) {
  const std::string file = file_of(kText, 2);
  for (std::size_t size = 0; size < file.size(); ++size) refused(file.substr(0, size));
}

TEST(NpyHeader, RefusesAnythingElseThanTheThreeEntries) {
  for (const char* text :
       {"", "{}", "{'descr': '<f4', 'fortran_order': False}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (-3,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3 4), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,) + (4,), }",
        "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551616,), }",
        "{'descr': '<f4', 'descr': '<f4', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
        "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), } exit()",
        "{'descr': '<\\x66', 'fortran_order': False, 'shape': (3,), }",
        "{'descr': __import__('os'), 'fortran_order': False, 'shape': (3,), }"}) {
    EXPECT_THAT(refused(file_of(text)), HasSubstr("NumPy array")) << text;
  }
  EXPECT_THAT(refused(file_of(kText, 4)), HasSubstr("format version 4.0"));
  EXPECT_THAT(refused(file_of(kText + std::string(70000, ' '), 2)), HasSubstr("at most"));
}

TEST(NpyHeader, NamesTypesThatAreNoNumbers) {
  const auto of_type = [](const std::string& descr) {
    return refused(file_of("{'descr': " + descr + ", 'fortran_order': False, 'shape': (3,), }"));
  };
  EXPECT_THAT(of_type("'|O'"), HasSubstr("pickled"));
  EXPECT_THAT(of_type("'<c8'"), HasSubstr("complex numbers"));
  EXPECT_THAT(of_type("'<U7'"), HasSubstr("text"));
  EXPECT_THAT(of_type("'|S3'"), HasSubstr("byte strings"));
  EXPECT_THAT(of_type("'<M8[ns]'"), HasSubstr("times"));
  EXPECT_THAT(of_type("'<f16'"), HasSubstr("longer than 64 bits"));
  EXPECT_THAT(of_type("[('x', '<f4')]"), HasSubstr("structured"));
  for (const char* descr : {"'f4'", "'=f4'", "'|f4'", "'<f1'", "'<b2'", "'<i3'", "''"}) {
    EXPECT_THAT(of_type(descr), HasSubstr("are read")) << descr;
  }
}

TEST(NpyHeader, IsMadeAsItIsRead) {
  for (const NumberType& type :
       {NumberType{NumberKind::kBool, 1}, NumberType{NumberKind::kSigned, 8, true},
        NumberType{NumberKind::kUnsigned, 1}, NumberType{NumberKind::kReal, 2}}) {
    for (const std::vector<std::uint64_t>& sides :
         {std::vector<std::uint64_t>{}, {5}, {3, 4}, {1, 2, 3000000000}}) {
      const std::string made = make_npy_header(type, sides);
      const NpyHeader header = read_npy_header(as_bytes(made));
      EXPECT_EQ(require_numbers(header), type);
      EXPECT_EQ(header.sides, sides);
      EXPECT_EQ(header.header_bytes, made.size());
      EXPECT_EQ(made.size() % 64, 0U);
    }
  }
}

}  // namespace
}  // namespace epochmill::image
