// A picture to measure with: slopes and noise, as a photo has them.
#pragma once

#include <vector>

#include "image/image.hpp"
#include "streams/bulk.hpp"

namespace epochmill {

inline image::ImageU8 photo(int height, int width) {
  image::ImageU8 picture(height, width, 3);
  std::vector<std::uint32_t> words(picture.values().size());
  streams::fill_words(streams::Stream(1, {.sample = 7, .op = 1}), 0, words);
  for (std::size_t i = 0; i < words.size(); ++i) {
    picture.values()[i] = static_cast<std::uint8_t>(i / 7 + words[i] % 23);
  }
  return picture;
}

}  // namespace epochmill
