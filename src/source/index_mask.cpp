#include "source/index_mask.hpp"

#include <algorithm>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "source/raw_pnm.hpp"

namespace epochmill::source {
namespace {

std::uint64_t pixels_of(image::Size size) {
  return checked_mul(checked_cast<std::uint64_t>(size.height),
                     checked_cast<std::uint64_t>(size.width));
}

Error damaged(const char* fault) {
  return input_error("the runs of a mask are damaged: {}", fault);
}

void put_number(std::string& text, std::uint64_t number) {
  for (; number >= 0x80; number >>= 7) text += static_cast<char>((number & 0x7F) | 0x80);
  text += static_cast<char>(number);
}

std::uint8_t take_byte(std::string_view& text) {
  if (text.empty()) throw damaged("they end too early");
  const auto byte = static_cast<std::uint8_t>(text.front());
  text.remove_prefix(1);
  return byte;
}

std::uint64_t take_number(std::string_view& text) {
  constexpr int kMostBits = 56;  // more pixels than there are anywhere
  std::uint64_t number = 0;
  for (int shift = 0; shift < kMostBits; shift += 7) {
    const std::uint8_t byte = take_byte(text);
    number |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte < 0x80) return number;
  }
  throw damaged("a number is too long");
}

int take_side(std::string_view& text) {
  const std::uint64_t side = take_number(text);
  if (side < 1 || !std::in_range<int>(side)) throw damaged("a side is out of range");
  return static_cast<int>(side);
}

}  // namespace

void append(Region& region, PixelRun run) {
  if (run.begin >= run.end) return;
  if (!region.empty() && run.begin <= region.back().end) {
    region.back().end = std::max(region.back().end, run.end);
  } else {
    region.push_back(run);
  }
}

Region united(const Region& a, const Region& b) {
  Region all(a.size() + b.size());
  std::ranges::merge(a, b, all.begin(), {}, &PixelRun::begin, &PixelRun::begin);
  Region joined;
  for (const PixelRun& run : all) append(joined, run);
  return joined;
}

IndexMask::IndexMask(image::Size size) : size_(size), pieces_{{pixels_of(size), 0}} {}

void IndexMask::append_piece(std::vector<Piece>& pieces, Piece piece) {
  if (!pieces.empty() && pieces.back().value == piece.value) {
    pieces.back().end = piece.end;
  } else {
    pieces.push_back(piece);
  }
}

IndexMask IndexMask::parse(std::string_view text, std::uint64_t max_pixels) {
  const int width = take_side(text);
  const int height = take_side(text);
  IndexMask mask({.height = height, .width = width});
  const std::uint64_t pixels = pixels_of(mask.size_);
  if (pixels > max_pixels) throw damaged("they have more pixels than `max_pixels`");
  mask.pieces_.clear();
  std::uint64_t at = 0;
  while (!text.empty()) {
    const std::uint8_t value = take_byte(text);
    const std::uint64_t length = take_number(text);
    if (length < 1 || length > pixels - at) throw damaged("a run has no place");
    at += length;
    append_piece(mask.pieces_, {at, value});
  }
  if (at != pixels) throw damaged("they end before the last pixel");
  return mask;
}

void IndexMask::paint(const Region& region, std::uint8_t value) {
  if (region.empty()) return;
  if (region.back().end > pixels_of(size_)) throw internal_error("a region leaves its mask");
  std::vector<Piece> painted;
  painted.reserve(pieces_.size() + 2 * region.size());
  auto run = region.begin();
  std::uint64_t at = 0;
  for (const Piece& piece : pieces_) {
    while (at < piece.end) {
      if (run != region.end() && run->end <= at) {
        ++run;
        continue;
      }
      const bool is_inside = run != region.end() && run->begin <= at;
      const std::uint64_t edge =
          run == region.end() ? piece.end : (is_inside ? run->end : run->begin);
      at = std::min(edge, piece.end);
      append_piece(painted, {at, is_inside ? value : piece.value});
    }
  }
  pieces_ = std::move(painted);
}

std::string IndexMask::text() const {
  std::string text;
  put_number(text, static_cast<std::uint64_t>(size_.width));
  put_number(text, static_cast<std::uint64_t>(size_.height));
  std::uint64_t at = 0;
  for (const Piece& piece : pieces_) {
    text += static_cast<char>(piece.value);
    put_number(text, piece.end - at);
    at = piece.end;
  }
  return text;
}

Bytes IndexMask::pnm() const {
  RawPnm pnm(size_, 1);
  auto out = pnm.samples().begin();
  std::uint64_t at = 0;
  for (const Piece& piece : pieces_) {
    out = std::fill_n(out, static_cast<std::ptrdiff_t>(piece.end - at), piece.value);
    at = piece.end;
  }
  return std::move(pnm).finish();
}

}  // namespace epochmill::source
