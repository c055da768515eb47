#include "picture_corpus.hpp"

#include <fmt/format.h>

#include <string_view>

#include "codec/made_formats.hpp"
#include "codec/made_picture.hpp"

namespace epochmill::fuzz {
namespace {

using namespace codec::testing;
using Seeds = std::vector<Seed>;

void add_webps(Seeds& seeds) {
  for (const int channels : {3, 4}) {
    for (const bool is_lossless : {false, true}) {
      WebpSpec spec;
      spec.is_lossless = is_lossless;
      const char* coding = is_lossless ? "lossless" : "lossy";
      const image::ImageU8 picture = ramp_picture(9, 11, channels);
      seeds.push_back({"webp", fmt::format("{}_{}", coding, channels), make_webp(spec, picture)});
      if (!is_lossless) continue;
      spec.is_animated = true;
      spec.exif = exif_with_orientation(6, false);
      seeds.push_back({"webp", fmt::format("animated_{}", channels), make_webp(spec, picture)});
    }
  }
}

TiffSpec tiff_of(int photometric, int bits, int samples) {
  TiffSpec spec;
  spec.width = 11;
  spec.height = 9;
  spec.photometric = photometric;
  spec.bits = bits;
  spec.samples = samples;
  spec.rows_per_strip = 8;
  if (photometric == 3) {
    const auto values = scattered_values(std::size_t{3} << bits, 65536, 1);
    spec.palette.assign(values.begin(), values.end());
  }
  spec.values = scattered_values(static_cast<std::size_t>(99 * samples), 1U << bits, 2);
  return spec;
}

void add_tiffs(Seeds& seeds) {
  const auto add = [&](const char* name, const TiffSpec& spec) {
    seeds.push_back({"tiff", name, make_tiff(spec)});
  };
  add("grey", tiff_of(1, 4, 1));
  add("palette", tiff_of(3, 4, 1));
  add("inks", tiff_of(5, 8, 4));
  add("brightness_and_color", tiff_of(6, 8, 3));
  TiffSpec spec = tiff_of(2, 16, 4);
  spec.extra = 1;
  spec.is_planar = true;
  spec.is_big_endian = true;
  add("planes", spec);
  spec = tiff_of(2, 8, 3);
  spec.tile = 16;
  spec.orientation = 6;
  spec.is_big_tiff = true;
  add("tiles", spec);
  for (const int compression : {5, 7, 8, 32773}) {
    spec = tiff_of(compression == 7 ? 6 : 2, 8, 3);
    spec.compression = compression;
    spec.rows_per_strip = 16;  // as JPEG needs them
    add(fmt::format("compression_{}", compression).c_str(), spec);
  }
  for (const int compression : {2, 3, 4}) {
    spec = tiff_of(0, 1, 1);
    spec.compression = compression;
    add(fmt::format("compression_{}", compression).c_str(), spec);
  }
}

void add_gifs(Seeds& seeds) {
  for (const bool is_interlaced : {false, true}) {
    GifSpec spec;
    spec.canvas_width = spec.canvas_height = 12;
    spec.left = 2;
    spec.width = 11;
    spec.height = 9;
    spec.is_interlaced = spec.has_local_palette = is_interlaced;
    spec.transparent_index = is_interlaced ? 3 : -1;
    spec.palette = scattered_values(16, 1U << 24, 3);
    spec.indices = scattered_values(99, 16, 4);
    seeds.push_back({"gif", is_interlaced ? "interlaced" : "plain", make_gif(spec)});
  }
}

void add_bmps(Seeds& seeds) {
  const auto add = [&](const char* name, auto change) {
    BmpSpec spec;
    spec.width = 5;
    spec.height = 3;
    for (const std::uint32_t value : scattered_values(60, 256, 5)) {
      spec.pixels.push_back(static_cast<std::uint8_t>(value));
    }
    change(spec);
    if (spec.bits <= 8) spec.palette = scattered_values(std::size_t{1} << spec.bits, 1U << 24, 6);
    seeds.push_back({"bmp", name, make_bmp(spec)});
  };
  add("bits_1", [](BmpSpec& spec) { spec.bits = 1; });
  add("bits_4", [](BmpSpec& spec) { spec.bits = 4; });
  add("bits_24", [](BmpSpec& spec) { spec.height = -3; });
  add("os2", [](BmpSpec& spec) { spec.info_bytes = 12; });
  add("masks", [](BmpSpec& spec) {
    spec.bits = 32;
    spec.compression = 3;
    spec.info_bytes = 124;
    spec.masks = {0xFF, 0xFF00, 0xFF0000, 0xFF000000};
  });
  add("runs_8", [](BmpSpec& spec) {
    spec.bits = 8;
    spec.compression = 1;
    spec.pixels = {5, 7, 0, 0, 0, 3, 1, 2, 3, 0, 0, 2, 0, 1, 1, 9, 0, 1};
  });
  add("runs_4", [](BmpSpec& spec) {
    spec.bits = 4;
    spec.compression = 2;
    spec.pixels = {5, 0x12, 0, 0, 0, 5, 0x34, 0x56, 0x70, 0, 0, 1};
  });
}

void add_pnms(Seeds& seeds) {
  using std::string_view_literals::operator""sv;
  constexpr std::string_view kPictures[] = {
      "P1 3 2 0 1 0 # one\n111"sv,
      "P2\n# grey\n3 2 15 1 2 3 4 5 15"sv,
      "P3 1 2 1000 1 2 3 1000 500 0"sv,
      "P4 9 2 abcd"sv,
      "P5 3 2 200 abcdef"sv,
      "P6 1 2 65535 abcdefghijkl"sv,
      "P7\nWIDTH 2\nHEIGHT 1\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\nENDHDR\nabcdefgh"sv};
  for (const std::string_view text : kPictures) {
    const ByteView bytes = as_bytes(text);
    seeds.push_back({"pnm", fmt::format("p{}", text[1]), Bytes(bytes.begin(), bytes.end())});
  }
}

}  // namespace

std::vector<Seed> picture_seeds() {
  Seeds seeds;
  add_webps(seeds);
  add_tiffs(seeds);
  add_gifs(seeds);
  add_bmps(seeds);
  add_pnms(seeds);
  return seeds;
}

}  // namespace epochmill::fuzz
