#include "codec/foreign.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace epochmill::codec {
namespace {

using std::string_literals::operator""s;

struct Sample {
  std::string head;
  const char* name;
  bool is_picture;
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> kSamples{
      {"", "0 bytes", false},
      {"\0\0\0\x1C"
       "ftypheic\0\0\0\0mif1heic"s,
       "a HEIC picture", true},
      {"\0\0\0\x18"
       "ftypmif1\0\0\0\0mif1heic"s,
       "a HEIF picture", true},
      {"\0\0\0\x1C"
       "ftypavif\0\0\0\0avifmif1"s,
       "an AVIF picture", true},
      {"\0\0\0\x18"
       "ftypisom\0\0\2\0isommp41"s,
       "an MP4 video", false},
      {"\0\0\0\x14"
       "ftypqt  \0\0\0\0qt  "s,
       "a QuickTime video", false},
      {"\0\0\0\x0C"
       "ftypisom"
       "heic"s,
       "an MP4 video", false},  // behind the box
      {"RIFF\x10\0\0\0AVI LIST"s, "an AVI video", false},
      {"II*\0\x10\0\0\0CR\2\0"s, "a CR2 raw photo", true},
      {"BM is how this text starts, by chance", "plain text", false},
      {"\0\0\1\0\1\0\x10\x10"s, "an ICO picture", true},
      {"\x89PNG\n\x1A\n", "a PNG picture spoilt by a transfer in text mode", true},
      {"\x1F\x8B\x08\0"s, "gzip-compressed data", false},
      {"PK\3\4\x14\0"s, "a zip archive", false},
      {"%PDF-1.7\n", "a PDF document", false},
      {"\x89HDF\r\n\x1A\n", "an HDF5 file", false},
      {std::string(257, '\0') + "ustar\0"s, "a tar archive", false},
      {"\0\5\x16\7\0\2\0\0"s, "an AppleDouble file (macOS metadata)", false},
      {"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer (run `git lfs pull`)",
       false},
      {"<!DOCTYPE HTML PUBLIC>", "an HTML page", false},
      {"\xEF\xBB\xBF \r\n<!doctype html>", "an HTML page", false},
      {"<!-- gone --><HTML><body>404", "an HTML page", false},
      {"<?xml version=\"1.0\"?><svg xmlns=", "an SVG drawing", true},
      {"<?xml version=\"1.0\"?><Error>", "an XML text", false},
      {"Not found", "plain text", false},
      {"Z\xC3\xBCrich", "plain text", false},
      {" \n", "blank text", false},
      {std::string(40, '\0'), "a file of zeros", false},
      {"\1\2\3\xFE", "an unknown kind of file (it starts with 01 02 03 FE)", false},
  };
  return kSamples;
}

TEST(ForeignKind, NamesBytesByTheirMagic) {
  for (const Sample& sample : samples()) {
    const ForeignKind kind = foreign_kind(as_bytes(sample.head));
    EXPECT_EQ(kind.name, sample.name);
    EXPECT_EQ(kind.is_picture, sample.is_picture) << sample.name;
  }
}

TEST(ForeignKind, TakesAnyStartOfAnyFile) {
  for (const Sample& sample : samples()) {
    for (std::size_t size = 0; size <= sample.head.size(); ++size) {
      EXPECT_NE(foreign_kind(as_bytes(sample.head).first(size)).name, "");
    }
  }
}

}  // namespace
}  // namespace epochmill::codec
