// A part of a JPEG, decoded alone, is that part of the whole, to the last bit.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <filesystem>
#include <random>

#include "capi/file.hpp"
#include "codec/codec.hpp"
#include "image/layout.hpp"
#include "made_picture.hpp"

namespace epochmill::codec {
namespace {

using testing::JpegSpec;
using testing::make_jpeg;

image::Box random_box(std::mt19937& random, image::Size size) {
  const auto up_to = [&](int limit) {
    return 1 + static_cast<int>(random() % static_cast<unsigned>(limit));
  };
  image::Box box{.top = 0, .left = 0, .height = up_to(size.height), .width = up_to(size.width)};
  box.top = up_to(size.height - box.height + 1) - 1;
  box.left = up_to(size.width - box.width + 1) - 1;
  return box;
}

image::Image part_of(const image::ImageU8& picture, const image::Box& box) {
  return image::crop(image::Image(picture), box);
}

// Some parts of `jpeg`; says how many were decoded without the rest.
void expect_parts_of(const Bytes& jpeg, int parts, std::mt19937& random, const std::string& what) {
  const image::ImageU8 whole = decode(jpeg, {}).image;
  for (int i = 0; i < parts; ++i) {
    image::Box box;
    const Decoded decoded = decode(jpeg, {}, [&](image::Size size) {
      box = random_box(random, size);
      return box;
    });
    if (box == image::Box{}) box = {0, 0, whole.height(), whole.width()};  // was not asked
    ASSERT_EQ(part_of(decoded.image, box), part_of(whole, box))
        << what << ": " << box.height << " x " << box.width << " at (" << box.top << ", "
        << box.left << ")";
  }
}

image::ImageU8 noisy(std::mt19937& random, int height, int width, int channels) {
  image::ImageU8 picture(height, width, channels);
  for (std::uint8_t& value : picture.values()) value = static_cast<std::uint8_t>(random());
  return picture;
}

TEST(JpegRegion, IsThatPartOfTheWholeForEverySampling) {
  std::mt19937 random(3);
  for (const auto& [across, down] : {std::pair{1, 1}, {2, 1}, {2, 2}, {4, 1}, {1, 2}, {4, 2}}) {
    for (const image::Size size : {image::Size{64, 64}, {131, 97}, {200, 333}, {17, 400}, {8, 8}}) {
      JpegSpec spec;
      spec.chroma_across = across;
      spec.chroma_down = down;
      expect_parts_of(make_jpeg(spec, noisy(random, size.height, size.width, 3)), 40, random,
                      fmt::format("{} x {} to one chroma value, {} x {} pixels", across, down,
                                  size.height, size.width));
    }
  }
}

TEST(JpegRegion, IsThatPartOfTheWholeForEveryCoding) {
  std::mt19937 random(4);
  const auto expect = [&](const JpegSpec& spec, const std::string& what) {
    expect_parts_of(make_jpeg(spec, noisy(random, 150, 211, spec.channels)), 40, random, what);
  };
  JpegSpec spec;
  spec.channels = 1;
  expect(spec, "grey");
  spec = {};
  spec.is_progressive = true;
  expect(spec, "progressive");
  spec = {};
  spec.is_arithmetic = true;
  expect(spec, "arithmetic");
  spec = {};
  spec.has_separate_scans = true;
  expect(spec, "separate scans");
  spec = {};
  spec.restart_rows = 1;
  expect(spec, "restart markers");
  spec = {};
  spec.is_rgb_coded = true;
  expect(spec, "RGB");
  spec = {};
  spec.channels = 4;
  expect(spec, "inks");
  spec = {};
  spec.exif = testing::exif_with_orientation(6, true);
  expect(spec, "turned by EXIF");
}

TEST(JpegRegion, IsThatPartOfTheWholeForPhotos) {
  const std::filesystem::path folder = EPOCHMILL_SHARED "/data/imagenet-sample";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << folder << " is not there";
  std::mt19937 random(5);
  int photos = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || ++photos % 4 != 0) continue;
    const Bytes bytes = capi::read_file(entry.path());
    if (bytes.size() < 2 || bytes[0] != 0xFF || bytes[1] != 0xD8) continue;
    expect_parts_of(bytes, 4, random, entry.path().filename().string());
  }
  EXPECT_GT(photos, 100);
}

TEST(JpegRegion, ReadsLessThanTheWhole) {
  std::mt19937 random(6);
  const image::ImageU8 picture = noisy(random, 256, 256, 3);
  const Bytes jpeg = make_jpeg({}, picture);
  // First: memory that held the whole picture would look like it.
  const Decoded part = decode(jpeg, {}, [](image::Size) { return image::Box{0, 0, 64, 64}; });
  const Decoded whole = decode(jpeg, {});
  int equal = 0;
  for (int y = 128; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) equal += part.image.pixel(y, x)[0] == whole.image.pixel(y, x)[0];
  }
  EXPECT_LT(equal, 128 * 256 / 2);
}

TEST(JpegRegion, NoticesAFileThatIsCutBelowThePart) {
  std::mt19937 random(7);
  Bytes jpeg = make_jpeg({}, noisy(random, 256, 256, 3));
  jpeg.resize(jpeg.size() * 3 / 4);
  const std::string error = testing::input_error_of([&] {
    decode(jpeg, {}, [](image::Size) { return image::Box{0, 0, 64, 64}; });
  });
  EXPECT_THAT(error, ::testing::HasSubstr("cut"));
}

}  // namespace
}  // namespace epochmill::codec
