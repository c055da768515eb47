#include "capi/gif.hpp"

#include <fmt/format.h>
#include <gif_lib.h>

#include <algorithm>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/handle.hpp"

namespace epochmill::capi {
namespace {

struct GifTraits {
  using Value = GifFileType*;
  static constexpr GifFileType* kNone = nullptr;
  static void free(GifFileType* gif) { DGifCloseFile(gif, nullptr); }
};

struct Input {
  ByteView bytes;
  std::size_t at = 0;
};

int read(GifFileType* gif, GifByteType* to, int size) {
  auto& input = *static_cast<Input*>(gif->UserData);
  const std::size_t count =
      std::min(static_cast<std::size_t>(std::max(size, 0)), input.bytes.size() - input.at);
  std::copy_n(input.bytes.data() + input.at, count, to);
  input.at += count;
  return static_cast<int>(count);
}

[[noreturn]] void throw_error(int code) {
  switch (code) {
    case D_GIF_ERR_NOT_ENOUGH_MEM:
      // Also what damaged data may ask for.
      throw input_error("the GIF needs more memory than there is");
    case D_GIF_ERR_READ_FAILED:
    case D_GIF_ERR_EOF_TOO_SOON:
      throw input_error("the GIF is cut: its data end too early");
    default: {
      const char* reason = GifErrorString(code);
      throw input_error("the GIF is damaged: {}", reason == nullptr ? "it cannot be read" : reason);
    }
  }
}

std::uint32_t side(GifWord value) { return checked_cast<std::uint32_t>(value); }

}  // namespace

struct GifDecoder::State {
  void check(int result) const {
    if (result == GIF_ERROR) throw_error(gif.get()->Error);
  }

  // An extension before the first frame, of which one kind matters.
  void read_extension() {
    int kind = 0;
    GifByteType* block = nullptr;
    check(DGifGetExtension(gif.get(), &kind, &block));
    while (block != nullptr) {
      // The block's length stands before it.
      if (kind == GRAPHICS_EXT_FUNC_CODE && block[0] >= 4) {
        header.transparent_index = (block[1] & 1) != 0 ? block[4] : -1;
      }
      check(DGifGetExtensionNext(gif.get(), &block));
    }
  }

  void read_to_first_frame() {
    for (GifRecordType type = UNDEFINED_RECORD_TYPE; type != IMAGE_DESC_RECORD_TYPE;) {
      check(DGifGetRecordType(gif.get(), &type));
      if (type == EXTENSION_RECORD_TYPE) read_extension();
      if (type == TERMINATE_RECORD_TYPE) throw input_error("the GIF holds no picture");
    }
    check(DGifGetImageDesc(gif.get()));
  }

  void keep_header() {
    const GifImageDesc& frame = gif.get()->Image;
    header.canvas_width = side(gif.get()->SWidth);
    header.canvas_height = side(gif.get()->SHeight);
    header.left = side(frame.Left);
    header.top = side(frame.Top);
    header.width = side(frame.Width);
    header.height = side(frame.Height);
    header.is_interlaced = frame.Interlace;
    const ColorMapObject* map = frame.ColorMap != nullptr ? frame.ColorMap : gif.get()->SColorMap;
    if (map == nullptr) return;
    for (int i = 0; i < map->ColorCount; ++i) {
      const GifColorType& color = map->Colors[i];
      header.palette.insert(header.palette.end(), {color.Red, color.Green, color.Blue});
    }
  }

  Input input;
  Handle<GifTraits> gif;
  GifHeader header;
};

GifDecoder::GifDecoder(ByteView gif) : state_(std::make_unique<State>()) {
  state_->input.bytes = gif;
  int code = 0;
  state_->gif = Handle<GifTraits>(DGifOpen(&state_->input, read, &code));
  if (!state_->gif) throw_error(code);
  state_->read_to_first_frame();
  state_->keep_header();
}

GifDecoder::~GifDecoder() = default;

const GifHeader& GifDecoder::header() const { return state_->header; }

void GifDecoder::read_row(std::span<std::uint8_t> row) {
  state_->check(DGifGetLine(state_->gif.get(), row.data(), checked_cast<int>(row.size())));
}

std::string gif_library() {
  return fmt::format("giflib {}.{}.{}", GIFLIB_MAJOR, GIFLIB_MINOR, GIFLIB_RELEASE);
}

}  // namespace epochmill::capi
