#include "capi/webp.hpp"

#include <fmt/format.h>
#include <webp/decode.h>
#include <webp/demux.h>

#include <algorithm>

#include "base/error.hpp"

namespace epochmill::capi {
namespace {

void check(VP8StatusCode status) {
  switch (status) {
    case VP8_STATUS_OK:
      return;
    case VP8_STATUS_OUT_OF_MEMORY:
      // Also what damaged data may ask for.
      throw input_error("the WebP needs more memory than there is");
    case VP8_STATUS_NOT_ENOUGH_DATA:
      throw input_error("the WebP is cut: its data end too early");
    case VP8_STATUS_UNSUPPORTED_FEATURE:
      throw input_error("the WebP is coded in a way that {} does not know", webp_library());
    default:
      throw input_error("the WebP is damaged (libwebp's status {})", static_cast<int>(status));
  }
}

// A frame or chunk that was found, as long as it is looked at.
struct Frame {
  Frame(const WebPDemuxer* demuxer, int number)
      : is_found(WebPDemuxGetFrame(demuxer, number, &at)) {}
  ~Frame() { WebPDemuxReleaseIterator(&at); }
  Frame(const Frame&) = delete;
  Frame& operator=(const Frame&) = delete;

  WebPIterator at{};
  int is_found;
};

ByteView chunk_of(const WebPDemuxer* demuxer, const char* name) {
  WebPChunkIterator at{};
  const bool is_found = WebPDemuxGetChunk(demuxer, name, 1, &at) != 0;
  // The bytes are those of the file, whatever becomes of the iterator.
  const ByteView bytes = is_found ? ByteView(at.chunk.bytes, at.chunk.size) : ByteView();
  WebPDemuxReleaseChunkIterator(&at);
  return bytes;
}

}  // namespace

void WebpDemuxTraits::free(WebPDemuxer* demuxer) { WebPDemuxDelete(demuxer); }

WebpDecoder::WebpDecoder(ByteView webp) {
  WebPBitstreamFeatures features{};
  check(WebPGetFeatures(webp.data(), webp.size(), &features));
  const WebPData data{webp.data(), webp.size()};
  WebPDemuxState state = WEBP_DEMUX_PARSE_ERROR;
  demuxer_ = Handle<WebpDemuxTraits>(WebPDemuxPartial(&data, &state));
  if (state == WEBP_DEMUX_PARSE_ERROR)
    throw input_error("the WebP is damaged: its chunks are wrong");
  if (!demuxer_ || state != WEBP_DEMUX_DONE) {
    throw input_error("the WebP is cut: {} bytes do not hold all its chunks", webp.size());
  }
  header_.width = WebPDemuxGetI(demuxer_.get(), WEBP_FF_CANVAS_WIDTH);
  header_.height = WebPDemuxGetI(demuxer_.get(), WEBP_FF_CANVAS_HEIGHT);
  header_.has_alpha = features.has_alpha != 0;
  header_.has_color_profile =
      (WebPDemuxGetI(demuxer_.get(), WEBP_FF_FORMAT_FLAGS) & ICCP_FLAG) != 0;
}

ByteView WebpDecoder::exif() const {
  const ByteView chunk = chunk_of(demuxer_.get(), "EXIF");
  // Some writers put JPEG's prefix before it.
  constexpr std::string_view kPrefix("Exif\0\0", 6);
  return as_text(chunk).starts_with(kPrefix) ? chunk.subspan(kPrefix.size()) : chunk;
}

void WebpDecoder::read_pixels(std::span<std::uint8_t> out) const {
  const std::size_t channels = header_.has_alpha ? 4 : 3;
  const std::size_t row_bytes = header_.width * channels;
  if (out.size() != row_bytes * header_.height) {
    throw internal_error("{} bytes for a WebP of {} x {} pixels", out.size(), header_.width,
                         header_.height);
  }
  const Frame first(demuxer_.get(), 1);
  if (!first.is_found) throw input_error("the WebP holds no picture");
  const WebPIterator& frame = first.at;
  const auto left = static_cast<std::size_t>(frame.x_offset);
  const auto top = static_cast<std::size_t>(frame.y_offset);
  const auto width = static_cast<std::size_t>(frame.width);
  const auto height = static_cast<std::size_t>(frame.height);
  if (left + width > header_.width || top + height > header_.height || width * height == 0) {
    throw input_error("the WebP is damaged: its first frame is not on its canvas");
  }
  if (width != header_.width || height != header_.height) std::ranges::fill(out, std::uint8_t{0});

  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0) {
    throw internal_error("libwebp is not the version whose headers were compiled");
  }
  const std::span<std::uint8_t> part = out.subspan(top * row_bytes + left * channels);
  config.output.colorspace = header_.has_alpha ? MODE_RGBA : MODE_RGB;
  config.output.is_external_memory = 1;
  config.output.u.RGBA = {part.data(), static_cast<int>(row_bytes), part.size()};
  check(WebPDecode(frame.fragment.bytes, frame.fragment.size, &config));
}

std::string webp_library() {
  const int version = WebPGetDecoderVersion();
  return fmt::format("libwebp {}.{}.{}", version >> 16, version >> 8 & 0xFF, version & 0xFF);
}

}  // namespace epochmill::capi
