#include "capi/png.hpp"

#include <spng.h>
#include <zlib.h>

#include <cstdlib>
#include <memory>
#include <new>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::capi {
namespace {

// Bytes of a chunk, and of all chunks, that libspng may keep.
constexpr std::size_t kMaxChunkBytes = std::size_t{1} << 20;

[[noreturn]] void throw_decode_error(int code) {
  switch (code) {
    case SPNG_EMEM:
      throw std::bad_alloc();
    case SPNG_IO_EOF:
    case SPNG_EIDAT_TOO_SHORT:
      throw input_error("the PNG is cut: its pixel data end too early");
    case SPNG_ECHUNK_CRC:
      throw input_error("the PNG is damaged: a chunk's checksum (CRC) is wrong");
    default:
      throw input_error("the PNG is damaged: {}", spng_strerror(code));
  }
}

void check_decode(int code) {
  if (code != SPNG_OK) throw_decode_error(code);
}

void check_encode(int code) {
  if (code == SPNG_EMEM) throw std::bad_alloc();
  if (code != SPNG_OK) throw internal_error("libspng cannot encode: {}", spng_strerror(code));
}

Handle<SpngTraits> new_context(int flags) {
  Handle<SpngTraits> context(spng_ctx_new(flags));
  if (!context) throw std::bad_alloc();
  return context;
}

int channels_of(const spng_ihdr& ihdr) {
  switch (ihdr.color_type) {
    case SPNG_COLOR_TYPE_TRUECOLOR:
      return 3;
    case SPNG_COLOR_TYPE_GRAYSCALE_ALPHA:
      return 2;
    case SPNG_COLOR_TYPE_TRUECOLOR_ALPHA:
      return 4;
    default:
      return 1;
  }
}

}  // namespace

void SpngTraits::free(spng_ctx* context) { spng_ctx_free(context); }

PngDecoder::PngDecoder(ByteView png) : context_(new_context(0)) {
  if (png.empty()) throw input_error("the PNG is cut: it has no bytes");
  spng_ctx* context = context_.get();
  check_decode(spng_set_crc_action(context, SPNG_CRC_ERROR, SPNG_CRC_ERROR));
  check_decode(spng_set_chunk_limits(context, kMaxChunkBytes, kMaxChunkBytes));
  check_decode(spng_set_png_buffer(context, png.data(), png.size()));
  spng_ihdr ihdr{};
  check_decode(spng_get_ihdr(context, &ihdr));
  header_.width = ihdr.width;
  header_.height = ihdr.height;
  header_.bit_depth = ihdr.bit_depth;
  header_.channels = channels_of(ihdr);
  header_.is_palette = ihdr.color_type == SPNG_COLOR_TYPE_INDEXED;
  header_.has_alpha = header_.channels == 2 || header_.channels == 4;
}

bool PngDecoder::has_trns() {
  spng_trns trns{};
  const int code = spng_get_trns(context_.get(), &trns);
  if (code == SPNG_ECHUNKAVAIL) return false;
  check_decode(code);
  return true;
}

void PngDecoder::read_rgb8(std::span<std::uint8_t> out) {
  read(out.data(), out.size_bytes(), SPNG_FMT_RGB8, 0);
}

void PngDecoder::read_rgba8(std::span<std::uint8_t> out) {
  read(out.data(), out.size_bytes(), SPNG_FMT_RGBA8, SPNG_DECODE_TRNS);
}

void PngDecoder::read_rgba16(std::span<std::uint16_t> out) {
  read(out.data(), out.size_bytes(), SPNG_FMT_RGBA16, SPNG_DECODE_TRNS);
}

void PngDecoder::read_indices8(std::span<std::uint8_t> out) {
  const std::size_t width = header_.width;
  const auto depth = static_cast<std::size_t>(header_.bit_depth);
  if (header_.channels != 1 || depth > 8 || out.size() != width * header_.height) {
    throw internal_error("{} indices of a PNG of {} x {} pixels, {} channels of {} bits",
                         out.size(), width, header_.height, header_.channels, depth);
  }
  // Rows start at a byte, and hold samples from the high bits down.
  const std::size_t row_bytes = (width * depth + 7) / 8;
  Bytes packed(row_bytes * header_.height);
  read(packed.data(), packed.size(), SPNG_FMT_PNG, 0);
  const unsigned most = (1U << depth) - 1;
  for (std::size_t y = 0; y < header_.height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      const std::size_t bit = x * depth;
      const unsigned byte = packed[y * row_bytes + bit / 8];
      out[y * width + x] = static_cast<std::uint8_t>((byte >> (8 - depth - bit % 8)) & most);
    }
  }
}

void PngDecoder::read(void* out, std::size_t bytes, int format, int flags) {
  std::size_t needed = 0;
  check_decode(spng_decoded_image_size(context_.get(), format, &needed));
  if (bytes != needed) throw internal_error("{} bytes for a PNG that needs {}", bytes, needed);
  check_decode(spng_decode_image(context_.get(), out, bytes, format, flags));
  // Up to IEND: the rest of the pixel data has checksums, too.
  check_decode(spng_decode_chunks(context_.get()));
}

Bytes encode_png(std::span<const std::uint8_t> values, int width, int height, int channels,
                 int level) {
  const auto pixels =
      checked_mul(checked_cast<std::size_t>(width), checked_cast<std::size_t>(height));
  if (pixels == 0 || (channels != 1 && channels != 3) || level < 0 || level > 9 ||
      values.size() != checked_mul(pixels, static_cast<std::size_t>(channels))) {
    throw internal_error("no PNG of {} values, {} x {} pixels, {} channels", values.size(), width,
                         height, channels);
  }
  const Handle<SpngTraits> context = new_context(SPNG_CTX_ENCODER);
  check_encode(spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1));
  check_encode(spng_set_option(context.get(), SPNG_IMG_COMPRESSION_LEVEL, level));
  spng_ihdr ihdr{};
  ihdr.width = static_cast<std::uint32_t>(width);
  ihdr.height = static_cast<std::uint32_t>(height);
  ihdr.bit_depth = 8;
  ihdr.color_type = channels == 1 ? SPNG_COLOR_TYPE_GRAYSCALE : SPNG_COLOR_TYPE_TRUECOLOR;
  check_encode(spng_set_ihdr(context.get(), &ihdr));
  check_encode(spng_encode_image(context.get(), values.data(), values.size(), SPNG_FMT_PNG,
                                 SPNG_ENCODE_FINALIZE));
  std::size_t size = 0;
  int code = SPNG_OK;
  struct Free {
    void operator()(void* buffer) const { std::free(buffer); }
  };
  const std::unique_ptr<void, Free> png(spng_get_png_buffer(context.get(), &size, &code));
  check_encode(code);
  if (!png) throw internal_error("libspng gave no PNG");
  const auto* bytes = static_cast<const std::uint8_t*>(png.get());
  return Bytes(bytes, bytes + size);
}

std::string png_compressor() { return fmt::format("zlib {}", zlibVersion()); }

std::string png_library() { return fmt::format("libspng {}", spng_version_string()); }

}  // namespace epochmill::capi
