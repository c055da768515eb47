#include <spng.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "made_picture.hpp"

namespace epochmill::codec::testing {
namespace {

void check(int code) {
  if (code != 0) throw std::runtime_error(spng_strerror(code));
}

// Samples laid out as libspng's encoder takes them: packed from the high bit down, rows start at a
// byte, 16 bits in this machine's order.
Bytes packed_rows(const PngSpec& spec) {
  const std::size_t row_samples =
      static_cast<std::size_t>(spec.width) * static_cast<std::size_t>(channels_of(spec.color_type));
  Bytes rows;
  for (std::size_t start = 0; start < spec.samples.size(); start += row_samples) {
    unsigned bits = 0;
    std::uint32_t pending = 0;
    for (std::size_t i = start; i < start + row_samples; ++i) {
      if (spec.bit_depth == 16) {
        const auto value = static_cast<std::uint16_t>(spec.samples[i]);
        const ByteView bytes = bytes_of(value);
        rows.insert(rows.end(), bytes.begin(), bytes.end());
        continue;
      }
      pending = pending << spec.bit_depth | spec.samples[i];
      bits += static_cast<unsigned>(spec.bit_depth);
      if (bits == 8) {
        rows.push_back(static_cast<std::uint8_t>(pending));
        pending = bits = 0;
      }
    }
    if (bits > 0) rows.push_back(static_cast<std::uint8_t>(pending << (8 - bits)));
  }
  return rows;
}

void set_palette(spng_ctx* context, const PngSpec& spec) {
  spng_plte palette{};
  for (const std::uint32_t color : spec.palette) {
    spng_plte_entry& entry = palette.entries[palette.n_entries++];
    entry.red = static_cast<std::uint8_t>(color >> 16);
    entry.green = static_cast<std::uint8_t>(color >> 8);
    entry.blue = static_cast<std::uint8_t>(color);
  }
  check(spng_set_plte(context, &palette));
}

void set_transparency(spng_ctx* context, const PngSpec& spec) {
  spng_trns trns{};
  if (spec.color_type == 3) {
    std::copy(spec.palette_alpha.begin(), spec.palette_alpha.end(), trns.type3_alpha);
    trns.n_type3_entries = static_cast<std::uint32_t>(spec.palette_alpha.size());
  } else {
    trns.gray = trns.red = static_cast<std::uint16_t>(spec.transparent_sample[0]);
    if (spec.color_type == 2) {
      trns.green = static_cast<std::uint16_t>(spec.transparent_sample[1]);
      trns.blue = static_cast<std::uint16_t>(spec.transparent_sample[2]);
    }
  }
  check(spng_set_trns(context, &trns));
}

std::uint32_t slow_crc(ByteView bytes) {
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const std::uint8_t byte : bytes) {
    for (int bit = 0; bit < 8; ++bit) {
      const bool is_one = ((crc ^ (byte >> bit)) & 1U) != 0;
      crc = (crc >> 1) ^ (is_one ? 0xEDB88320U : 0U);
    }
  }
  return ~crc;
}

void append_big_endian(Bytes& out, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) {
    out.push_back(static_cast<std::uint8_t>(value >> shift));
  }
}

}  // namespace

int channels_of(int color_type) {
  return color_type == 2 ? 3 : color_type == 4 ? 2 : color_type == 6 ? 4 : 1;
}

Bytes make_png(const PngSpec& spec) {
  const std::unique_ptr<spng_ctx, void (*)(spng_ctx*)> context(spng_ctx_new(SPNG_CTX_ENCODER),
                                                               spng_ctx_free);
  check(spng_set_option(context.get(), SPNG_ENCODE_TO_BUFFER, 1));
  spng_ihdr header{};
  header.width = static_cast<std::uint32_t>(spec.width);
  header.height = static_cast<std::uint32_t>(spec.height);
  header.bit_depth = static_cast<std::uint8_t>(spec.bit_depth);
  header.color_type = static_cast<std::uint8_t>(spec.color_type);
  header.interlace_method = spec.is_interlaced ? 1 : 0;
  check(spng_set_ihdr(context.get(), &header));
  if (!spec.palette.empty()) set_palette(context.get(), spec);
  if (!spec.palette_alpha.empty() || !spec.transparent_sample.empty()) {
    set_transparency(context.get(), spec);
  }
  const Bytes rows = packed_rows(spec);
  check(spng_encode_image(context.get(), rows.data(), rows.size(), SPNG_FMT_PNG,
                          SPNG_ENCODE_FINALIZE));
  std::size_t size = 0;
  int code = 0;
  const std::unique_ptr<void, void (*)(void*)> png(spng_get_png_buffer(context.get(), &size, &code),
                                                   std::free);
  check(code);
  const auto* bytes = static_cast<const std::uint8_t*>(png.get());
  return Bytes(bytes, bytes + size);
}

Bytes png_chunk(std::string_view type, ByteView data, bool has_right_checksum) {
  Bytes chunk;
  append_big_endian(chunk, static_cast<std::uint32_t>(data.size()));
  for (const ByteView part : {as_bytes(type), data}) {
    std::copy(part.begin(), part.end(), std::back_inserter(chunk));
  }
  const std::uint32_t crc = slow_crc(ByteView(chunk).subspan(4));
  append_big_endian(chunk, has_right_checksum ? crc : crc ^ 1U);
  return chunk;
}

Bytes with_chunk(const Bytes& png, const Bytes& chunk, std::string_view before) {
  const std::size_t at = as_text(png).find(before) - 4;
  Bytes out = png;
  out.insert(out.begin() + static_cast<std::ptrdiff_t>(at), chunk.begin(), chunk.end());
  return out;
}

}  // namespace epochmill::codec::testing
