#include <gif_lib.h>
#include <gtest/gtest.h>

#include "made_formats.hpp"

namespace epochmill::codec::testing {
namespace {

int write(GifFileType* gif, const GifByteType* from, int size) {
  auto& bytes = *static_cast<Bytes*>(gif->UserData);
  bytes.insert(bytes.end(), from, from + size);
  return size;
}

ColorMapObject* map_of(const std::vector<std::uint32_t>& palette) {
  if (palette.empty()) return nullptr;
  std::vector<GifColorType> colors;
  for (const std::uint32_t entry : palette) {
    colors.push_back({static_cast<GifByteType>(entry >> 16), static_cast<GifByteType>(entry >> 8),
                      static_cast<GifByteType>(entry)});
  }
  return GifMakeMapObject(static_cast<int>(colors.size()), colors.data());
}

void put_rows(GifFileType* gif, const GifSpec& spec) {
  const auto put = [&](int y) {
    std::vector<GifPixelType> row;
    for (int x = 0; x < spec.width; ++x) {
      row.push_back(
          static_cast<GifPixelType>(spec.indices[static_cast<std::size_t>(y * spec.width + x)]));
    }
    EXPECT_EQ(EGifPutLine(gif, row.data(), spec.width), GIF_OK);
  };
  constexpr int kFirst[] = {0, 4, 2, 1};
  constexpr int kStep[] = {8, 8, 4, 2};
  for (int pass = 0; pass < (spec.is_interlaced ? 4 : 1); ++pass) {
    const int step = spec.is_interlaced ? kStep[pass] : 1;
    for (int y = spec.is_interlaced ? kFirst[pass] : 0; y < spec.height; y += step) put(y);
  }
}

}  // namespace

Bytes make_gif(const GifSpec& spec) {
  Bytes bytes;
  int code = 0;
  GifFileType* gif = EGifOpen(&bytes, write, &code);
  ColorMapObject* map = map_of(spec.palette);
  EGifSetGifVersion(gif, true);
  EXPECT_EQ(EGifPutScreenDesc(gif, spec.canvas_width, spec.canvas_height, 8, 0,
                              spec.has_local_palette ? nullptr : map),
            GIF_OK);
  if (spec.transparent_index >= 0) {
    const GraphicsControlBlock control{0, false, 0, spec.transparent_index};
    GifByteType extension[4];
    const std::size_t size = EGifGCBToExtension(&control, extension);
    EXPECT_EQ(EGifPutExtension(gif, GRAPHICS_EXT_FUNC_CODE, static_cast<int>(size), extension),
              GIF_OK);
  }
  EXPECT_EQ(EGifPutImageDesc(gif, spec.left, spec.top, spec.width, spec.height, spec.is_interlaced,
                             spec.has_local_palette ? map : nullptr),
            GIF_OK);
  put_rows(gif, spec);
  if (map != nullptr) GifFreeMapObject(map);
  EXPECT_EQ(EGifCloseFile(gif, &code), GIF_OK);
  return bytes;
}

}  // namespace epochmill::codec::testing
