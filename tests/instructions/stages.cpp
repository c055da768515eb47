// stages NAME TIMES: does one stage of making a row TIMES times, so that its instructions can be
// counted. stages --list: the names.
#include <fmt/format.h>

#include <array>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>

#include "base/digest.hpp"
#include "codec/codec.hpp"
#include "codec/deflate.hpp"
#include "image/color.hpp"
#include "image/filter.hpp"
#include "image/layout.hpp"
#include "image/resample.hpp"
#include "photo.hpp"
#include "streams/bulk.hpp"

// Highway measures its clock when it is loaded, by an instruction (RDTSCP) that callgrind lacks.
// Nothing here asks for the time, so this stands in its place.
namespace hwy::platform {
std::uint64_t TimerResolution();
std::uint64_t TimerResolution() { return 1; }
}  // namespace hwy::platform

namespace {

using namespace epochmill;
using image::ImageU8;

const std::array<image::ColorChange, 4> kJitter = {{
    {.kind = image::ColorChange::Kind::kBrightness, .factor = 1.1F, .shift = 0},
    {.kind = image::ColorChange::Kind::kSaturation, .factor = 0.9F, .shift = 0},
    {.kind = image::ColorChange::Kind::kContrast, .factor = 1.2F, .shift = 0},
    {.kind = image::ColorChange::Kind::kHue, .factor = 1, .shift = 9},
}};

// What each stage works on, made before.
struct Material {
  ImageU8 large = photo(375, 500);
  ImageU8 row = photo(224, 224);
  image::Image any_row = row;
  Bytes jpeg = codec::encode_jpeg(large, 90);
  image::ImageF32 floats{224, 224, 3};
  std::vector<float> normals = std::vector<float>(row.values().size());
};

std::map<std::string, std::function<void(Material&)>> stages() {
  const streams::Stream stream(1, {.sample = 9, .op = 2});
  return {
      {"decode", [](Material& m) { codec::decode(m.jpeg, {}); }},
      {"decode_part",
       [](Material& m) {
         codec::decode(m.jpeg, {}, [](image::Size) { return image::Box{60, 80, 200, 220}; });
       }},
      {"crop_and_resize",
       [](Material& m) {
         image::resize(m.large, {40, 60, 270, 270}, {224, 224}, image::Interpolation::kBilinear);
       }},
      {"mirror", [](Material& m) { image::flip_horizontal(m.any_row); }},
      {"color_jitter", [](Material& m) { image::adjust_colors(m.row, kJitter); }},
      {"normals", [=](Material& m) { streams::fill_normal(stream, 0, m.normals); }},
      {"add_noise",
       [](Material& m) { image::add_noise(m.floats.values(), m.normals, 0.0F, 0.1F, true); }},
      {"digest", [](Material& m) { digest64(as_bytes(m.row.values())); }},
      {"encode_jpeg", [](Material& m) { codec::encode_jpeg(m.row, 95); }},
      {"deflate", [](Material& m) { codec::deflate(as_bytes(m.row.values()), 1, 4); }},
  };
}

}  // namespace

int main(int argc, char** argv) {
  const auto all = stages();
  if (argc == 2 && std::string(argv[1]) == "--list") {
    for (const auto& [name, stage] : all) fmt::print("{}\n", name);
    return 0;
  }
  if (argc != 3 || !all.contains(argv[1])) {
    fmt::print(stderr, "usage: stages NAME TIMES, or stages --list\n");
    return 64;
  }
  Material material;
  for (int i = 0; i < std::atoi(argv[2]); ++i) all.at(argv[1])(material);
}
