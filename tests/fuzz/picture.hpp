// What is asked of every picture format.
#pragma once

#include <algorithm>

#include "base/digest.hpp"
#include "codec/codec.hpp"
#include "outcome.hpp"

namespace epochmill::fuzz {

// Small, so that a hostile picture is told by its claims and not by the time that it takes.
inline constexpr codec::DecodeOptions kOptions{.max_pixels = std::uint64_t{1} << 18};

// A part that hangs on the bytes, so that any picture is a seed.
inline image::Box part_of(image::Size size, ByteView bytes) {
  const std::uint64_t random = digest64(bytes);
  const auto number = [&](int shift, int below) {
    return static_cast<int>((random >> shift & 0xFFFF) % static_cast<std::uint64_t>(below));
  };
  const int top = number(0, size.height);
  const int left = number(16, size.width);
  return {top, left, 1 + number(32, size.height - top), 1 + number(48, size.width - left)};
}

inline bool are_equal_in(const image::Box& box, const image::ImageU8& a, const image::ImageU8& b) {
  for (int y = box.top; y < box.top + box.height; ++y) {
    const std::uint8_t* first = a.pixel(y, box.left);
    if (!std::equal(first, first + 3 * box.width, b.pixel(y, box.left))) return false;
  }
  return true;
}

// Decodes all of a picture and a part of it; both, and the size from the header alone, must agree.
inline void use_picture(const codec::Format& format, ByteView bytes) {
  image::Size claimed;
  const bool has_size = is_taken([&] { claimed = format.read_size(bytes, kOptions); });
  codec::Decoded whole;
  const bool is_whole = is_taken([&] { whole = format.decode(bytes, kOptions, nullptr); });
  codec::Decoded partial;
  image::Box part{};
  const bool is_partial = is_taken([&] {
    partial = format.decode(bytes, kOptions, [&](image::Size size) {
      part = part_of(size, bytes);
      return part;
    });
  });
  if (!is_whole) return;
  const image::ImageU8& image = whole.image;
  require(has_size && claimed == image::Size{image.height(), image.width()},
          "a picture has another size than its header says");
  require(image.channels() == 3, "a picture has no three channels");
  require(is_partial, "a part of a whole picture is refused");
  require(partial.image.height() == image.height() && partial.image.width() == image.width(),
          "a part comes in a picture of another size");
  require(are_equal_in(part, image, partial.image), "a part has other pixels than the whole");
}

inline const codec::Format& format_named(std::string_view name) {
  const auto formats = codec::formats();
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const codec::Format& format) { return format.name == name; });
  if (found == formats.end()) fail("there is no such format");
  return *found;
}

}  // namespace epochmill::fuzz
