#include "codec/gif_codec.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "base/error.hpp"
#include "capi/gif.hpp"
#include "codec/picture_size.hpp"
#include "codec/rgb.hpp"

namespace epochmill::codec {
namespace {

using capi::GifHeader;
using Colors = std::array<std::array<std::uint8_t, 3>, 256>;

bool is_gif(ByteView head) {
  const std::string_view text = as_text(head);
  return text.starts_with("GIF87a") || text.starts_with("GIF89a");
}

image::Size stored_size(const GifHeader& header, const DecodeOptions& options) {
  if (header.width == 0 || header.height == 0) {
    throw input_error("the GIF is damaged: its first frame has {} x {} pixels", header.width,
                      header.height);
  }
  return checked_size(std::max(header.canvas_width, header.left + header.width),
                      std::max(header.canvas_height, header.top + header.height), options);
}

// A header may claim a large frame over a few bytes of data: refused before memory is taken for it.
// A code has at least 3 bits, and stands for at most 4096 pixels.
void check_data_bytes(ByteView gif, const GifHeader& header) {
  if (std::uint64_t{header.width} * header.height / (3 * 4096) > gif.size()) {
    throw input_error("the GIF is cut: its {} bytes cannot hold {} x {} pixels", gif.size(),
                      header.width, header.height);
  }
}

Colors colors_of(const GifHeader& header, const Background& background) {
  Colors colors;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    colors[i].fill(static_cast<std::uint8_t>(i));
    if (3 * i + 2 < header.palette.size()) {
      std::copy_n(header.palette.begin() + static_cast<std::ptrdiff_t>(3 * i), 3,
                  colors[i].begin());
    }
  }
  if (header.transparent_index >= 0) {
    colors[static_cast<std::size_t>(header.transparent_index)] = background;
  }
  return colors;
}

// The rows of a frame in the order of the file: all, or every eighth, and then those between.
std::vector<int> rows_in_order(const GifHeader& header) {
  struct Pass {
    int first;
    int step;
  };
  constexpr std::array kPasses{Pass{0, 8}, Pass{4, 8}, Pass{2, 4}, Pass{1, 2}};
  const int height = static_cast<int>(header.height);
  std::vector<int> rows;
  if (!header.is_interlaced) {
    for (int y = 0; y < height; ++y) rows.push_back(y);
    return rows;
  }
  for (const Pass& pass : kPasses) {
    for (int y = pass.first; y < height; y += pass.step) rows.push_back(y);
  }
  return rows;
}

void fill(image::ImageU8& image, const std::array<std::uint8_t, 3>& color) {
  for (std::size_t i = 0; i < image.values().size(); i += 3) {
    std::copy(color.begin(), color.end(), image.values().data() + i);
  }
}

Decoded decode_gif(ByteView bytes, const DecodeOptions& options, const ChoosePart&) {
  capi::GifDecoder decoder(bytes);
  const GifHeader& header = decoder.header();
  const image::Size size = stored_size(header, options);
  check_data_bytes(bytes, header);
  const Colors colors = colors_of(header, options.background);
  Decoded decoded;
  decoded.image = image::ImageU8(size.height, size.width, 3, image::Unfilled{});
  fill(decoded.image, colors[static_cast<std::size_t>(std::max(header.transparent_index, 0))]);
  std::vector<std::uint8_t> indices(header.width);
  for (const int y : rows_in_order(header)) {
    decoder.read_row(indices);
    std::uint8_t* to =
        decoded.image.pixel(static_cast<int>(header.top) + y, static_cast<int>(header.left));
    for (const std::uint8_t index : indices) to = std::copy_n(colors[index].begin(), 3, to);
  }
  return decoded;
}

image::Size read_gif_size(ByteView bytes, const DecodeOptions& options) {
  return stored_size(capi::GifDecoder(bytes).header(), options);
}

}  // namespace

Format gif_format() { return {"GIF", capi::gif_library(), is_gif, decode_gif, read_gif_size}; }

}  // namespace epochmill::codec
