#include "source/picture_name.hpp"

#include <algorithm>
#include <array>

namespace epochmill::source {
namespace {

constexpr std::array<std::string_view, 18> kExtensions{
    "jpg", "jpeg", "jpe", "jfif", "png", "webp", "tif",  "tiff", "bmp",
    "gif", "pnm",  "ppm", "pgm",  "pbm", "pam",  "heic", "heif", "avif"};

std::string_view extension_of(std::string_view name) {
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view{} : name.substr(dot + 1);
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

bool has_picture_extension(std::string_view name) {
  return std::ranges::find(kExtensions, lower_case(extension_of(name))) != kExtensions.end();
}

bool has_no_extension(std::string_view name) { return extension_of(name).empty(); }

bool is_left_by_windows(std::string_view name) {
  const std::string lower = lower_case(name);
  return lower == "thumbs.db" || lower == "desktop.ini";
}

}  // namespace epochmill::source
