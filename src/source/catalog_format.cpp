#include "source/catalog_format.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/error.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

// Takes the number that `text` begins with off it.
template <typename Number>
Number take_number(std::string_view& text) {
  Number number{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{})
    throw input_error("{} in a catalog does not begin with a number", shown(text));
  text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
  return number;
}

void take_character(std::string_view& text, char expected) {
  if (!text.starts_with(expected)) {
    throw input_error("{} in a catalog does not begin with `{}`", shown(text), expected);
  }
  text.remove_prefix(1);
}

}  // namespace

std::string extra_class_names_attribute(std::size_t set) {
  return fmt::format("{}{}", kExtraClassNames, set);
}

bool is_reserved(std::string_view attribute) {
  constexpr std::array kReserved{
      kFormatName, kFormatVersionName, kClassNames,      kCatalogDigest, kFlipPairsName,   kSkipped,
      kNoteNames,  kPictureName,       kExtraLabelNames, kBoxClassNames, kBoxesAreRelative};
  return attribute.starts_with(kExtraClassNames) ||
         std::ranges::any_of(kReserved, [&](const char* name) { return attribute == name; });
}

bool is_box(const image::ObjectBox& box) {
  return std::isfinite(box.x0) && std::isfinite(box.y0) && std::isfinite(box.x1) &&
         std::isfinite(box.y1) && box.x0 < box.x1 && box.y0 < box.y1;
}

std::uint8_t state_of(const image::Keypoint& keypoint) {
  return static_cast<std::uint8_t>((keypoint.is_labelled ? 1 : 0) | (keypoint.is_visible ? 2 : 0));
}

std::string flip_pairs_text(const std::vector<std::pair<int, int>>& pairs) {
  std::vector<std::string> texts;
  for (const auto& [a, b] : pairs) texts.push_back(fmt::format("{}:{}", a, b));
  return fmt::format("{}", fmt::join(texts, " "));
}

std::vector<std::pair<int, int>> parse_flip_pairs(std::string_view text) {
  std::vector<std::pair<int, int>> pairs;
  while (!text.empty()) {
    if (!pairs.empty()) take_character(text, ' ');
    const int a = take_number<int>(text);
    take_character(text, ':');
    pairs.emplace_back(a, take_number<int>(text));
  }
  return pairs;
}

std::string picture_text(const image::Shape& picture) {
  return fmt::format("{}x{}x{} {}", picture.height, picture.width, picture.channels,
                     image::name_of(picture.type));
}

image::Shape parse_picture(std::string_view text) {
  std::string_view left = text;
  image::Shape picture;
  picture.height = take_number<int>(left);
  take_character(left, 'x');
  picture.width = take_number<int>(left);
  take_character(left, 'x');
  picture.channels = take_number<int>(left);
  if (left.ends_with("f32")) picture.type = image::PixelType::kF32;
  // Made again and compared: there is no second way to write it.
  if (picture.height < 0 || picture.width < 0 || picture.channels < 1 ||
      picture_text(picture) != text) {
    throw input_error("{} in a catalog is no shape of pictures", shown(text));
  }
  return picture;
}

std::string skipped_text(const std::pair<std::string, std::uint64_t>& skipped) {
  return fmt::format("{} {}", skipped.second, skipped.first);
}

std::pair<std::string, std::uint64_t> parse_skipped(std::string_view text) {
  const auto count = take_number<std::uint64_t>(text);
  take_character(text, ' ');
  return {std::string(text), count};
}

void CatalogDigester::add(std::string_view key, std::int64_t label,
                          std::span<const image::Keypoint> keypoints) {
  digester_.add_text(key);
  digester_.add(bytes_of(label));
  for (const image::Keypoint& keypoint : keypoints) {
    const std::uint8_t state = state_of(keypoint);
    digester_.add(bytes_of(keypoint.x));
    digester_.add(bytes_of(keypoint.y));
    digester_.add(bytes_of(state));
  }
}

void CatalogDigester::add_extra_label(std::int64_t label) { digester_.add(bytes_of(label)); }

void CatalogDigester::add_boxes(std::span<const image::ObjectBox> boxes) {
  const std::uint64_t count = boxes.size();
  digester_.add(bytes_of(count));
  for (const image::ObjectBox& box : boxes) {
    for (const float side : {box.x0, box.y0, box.x1, box.y1}) digester_.add(bytes_of(side));
    digester_.add(bytes_of(box.label));
  }
}

void CatalogDigester::add_mask(std::string_view mask) { digester_.add_text(mask); }

void CatalogDigester::add_that_boxes_are_relative() { digester_.add_text(kBoxesAreRelative); }

std::string CatalogDigester::finish(const std::vector<std::string>& class_names,
                                    const std::vector<LabelSet>& extra_labels,
                                    const std::vector<std::string>& box_class_names) {
  for (const std::string& name : class_names) digester_.add_text(name);
  const auto add_names = [&](const std::vector<std::string>& names) {
    const std::uint64_t count = names.size();
    digester_.add(bytes_of(count));
    for (const std::string& name : names) digester_.add_text(name);
  };
  for (const LabelSet& set : extra_labels) {
    digester_.add_text(set.name);
    add_names(set.class_names);
  }
  if (!box_class_names.empty()) add_names(box_class_names);
  return digester_.value128_hex();
}

}  // namespace epochmill::source
