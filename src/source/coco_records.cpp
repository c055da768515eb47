#include "source/coco_records.hpp"

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/error.hpp"
#include "source/coco_rle.hpp"
#include "source/polygon_fill.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

using nlohmann::json;

constexpr double kLargest = std::numeric_limits<float>::max();

// The value of `key`; null when there is none, or it is JSON's null.
const json* find(const json& record, const char* key) {
  const auto value = record.find(key);
  return value == record.end() || value->is_null() ? nullptr : &*value;
}

// `who` is the record, as messages name it: "image 5".
const json& require(const json& record, const char* key, const std::string& who) {
  if (const json* value = find(record, key)) return *value;
  throw input_error("{}: no `{}`", who, key);
}

std::int64_t integer(const json& value, const char* key, const std::string& who) {
  if (value.is_number_integer() &&
      (!value.is_number_unsigned() || std::in_range<std::int64_t>(value.get<std::uint64_t>()))) {
    return value.get<std::int64_t>();
  }
  throw input_error("{}: `{}` is {}; expected an integer", who, key, shown(value.dump()));
}

std::string text(const json& value, const char* key, const std::string& who) {
  if (value.is_string()) return value.get<std::string>();
  throw input_error("{}: `{}` is {}; expected a text", who, key, shown(value.dump()));
}

double finite(const json& value, const char* key, const std::string& who) {
  if (value.is_number()) {
    const auto number = value.get<double>();
    if (std::abs(number) <= kLargest) return number;
  }
  throw input_error("{}: `{}` holds {}; expected finite numbers", who, key, shown(value.dump()));
}

std::vector<double> numbers(const json& value, const char* key, const std::string& who) {
  if (!value.is_array()) {
    throw input_error("{}: `{}` is {}; expected a list of numbers", who, key, shown(value.dump()));
  }
  std::vector<double> numbers;
  numbers.reserve(value.size());
  for (const json& number : value) numbers.push_back(finite(number, key, who));
  return numbers;
}

std::string name_of(const CocoAnnotation& annotation) {
  return fmt::format("annotation {} of image {}", annotation.id, annotation.image_id);
}

image::ObjectBox box_of(const json& record, const std::string& who) {
  const std::vector<double> sides = numbers(require(record, "bbox", who), "bbox", who);
  if (sides.size() != 4 || sides[2] < 0 || sides[3] < 0) {
    throw input_error("{}: `bbox` is {}; expected x, y, width and height, and those not below 0",
                      who, shown(record["bbox"].dump()));
  }
  const auto edge = [&](double at) {
    if (std::abs(at) <= kLargest) return static_cast<float>(at);
    throw input_error("{}: `bbox` is {}, which ends out of range", who,
                      shown(record["bbox"].dump()));
  };
  return {.x0 = edge(sides[0]),
          .y0 = edge(sides[1]),
          .x1 = edge(sides[0] + sides[2]),
          .y1 = edge(sides[1] + sides[3]),
          .label = 0};
}

bool flag_of(const json& record, const char* key, const std::string& who) {
  const json* value = find(record, key);
  if (value == nullptr) return false;
  if (value->is_boolean()) return value->get<bool>();
  const std::int64_t number = integer(*value, key, who);
  if (number == 0 || number == 1) return number == 1;
  throw input_error("{}: `{}` is {}; expected 0 or 1", who, key, number);
}

Region polygons(const json& segmentation, image::Size size, const std::string& who) {
  if (segmentation.empty()) {
    throw input_error("{}: `segmentation` is empty; expected at least one polygon", who);
  }
  Region region;
  for (const json& polygon : segmentation) {
    region = united(region, fill_polygon(numbers(polygon, "segmentation", who), size));
  }
  return region;
}

Region run_lengths(const json& segmentation, image::Size size, const std::string& who) {
  const std::vector<double> sides =
      numbers(require(segmentation, "size", who), "segmentation.size", who);
  if (sides.size() != 2 || sides[0] != size.height || sides[1] != size.width) {
    throw input_error("{}: its runs are of a picture of {} (height, width); its image has [{},{}]",
                      who, shown(segmentation["size"].dump()), size.height, size.width);
  }
  const json& counts = require(segmentation, "counts", who);
  if (counts.is_string()) {
    return region_of_rle(parse_rle_counts(counts.get_ref<const std::string&>()), size);
  }
  if (!counts.is_array()) {
    throw input_error("{}: `counts` is neither a text nor a list of integers", who);
  }
  std::vector<std::uint64_t> lengths;
  for (const json& count : counts) {
    const std::int64_t length = integer(count, "counts", who);
    if (length < 0) throw input_error("{}: `counts` holds {}", who, length);
    lengths.push_back(static_cast<std::uint64_t>(length));
  }
  return region_of_rle(lengths, size);
}

}  // namespace

CocoImage coco_image(const json& record) {
  CocoImage image;
  image.id = integer(require(record, "id", "an image"), "id", "an image");
  const std::string who = fmt::format("image {}", image.id);
  image.file_name = text(require(record, "file_name", who), "file_name", who);
  if (image.file_name.empty() || image.file_name.find('\0') != std::string::npos) {
    throw input_error("{}: `file_name` is {}, which names no file", who, shown(image.file_name));
  }
  return image;
}

image::Size coco_image_size(const json& record, std::int64_t id, std::uint64_t max_pixels) {
  const std::string who = fmt::format("image {}", id);
  const auto side = [&](const char* key) {
    const std::int64_t pixels = integer(require(record, key, who), key, who);
    if (pixels >= 1 && pixels <= std::numeric_limits<int>::max()) return static_cast<int>(pixels);
    throw input_error("{}: `{}` is {}; expected a number of pixels, at least 1", who, key, pixels);
  };
  const image::Size size{.height = side("height"), .width = side("width")};
  if (static_cast<std::uint64_t>(size.height) * static_cast<std::uint64_t>(size.width) <=
      max_pixels) {
    return size;
  }
  throw input_error("{}: {} x {} pixels are more than max_pixels = {}", who, size.width,
                    size.height, max_pixels);
}

CocoCategory coco_category(const json& record) {
  CocoCategory category;
  category.id = integer(require(record, "id", "a category"), "id", "a category");
  const std::string who = fmt::format("category {}", category.id);
  category.name = text(require(record, "name", who), "name", who);
  const json* keypoints = find(record, "keypoints");
  if (keypoints == nullptr) return category;
  if (!keypoints->is_array()) throw input_error("{}: `keypoints` is no list of names", who);
  for (const json& name : *keypoints) category.keypoints.push_back(text(name, "keypoints", who));
  return category;
}

CocoAnnotation coco_annotation(const json& record) {
  CocoAnnotation annotation;
  if (const json* id = find(record, "id")) annotation.id = integer(*id, "id", "an annotation");
  std::string who = fmt::format("annotation {}", annotation.id);
  annotation.image_id = integer(require(record, "image_id", who), "image_id", who);
  who = name_of(annotation);
  annotation.category_id = integer(require(record, "category_id", who), "category_id", who);
  annotation.is_crowd = flag_of(record, "iscrowd", who);
  annotation.box = box_of(record, who);
  const json* area = find(record, "area");
  annotation.area = area != nullptr ? finite(*area, "area", who)
                                    : (double{annotation.box.x1} - double{annotation.box.x0}) *
                                          (double{annotation.box.y1} - double{annotation.box.y0});
  return annotation;
}

Region coco_region(const json& record, const CocoAnnotation& annotation, image::Size size) {
  const std::string who = name_of(annotation);
  const json& segmentation = require(record, "segmentation", who);
  try {
    if (segmentation.is_array()) return polygons(segmentation, size, who);
    if (segmentation.is_object()) return run_lengths(segmentation, size, who);
  } catch (const Error& error) {
    const std::string_view message = error.what();
    if (message.starts_with(who)) throw;
    throw input_error("{}: `segmentation`: {}", who, message);
  }
  throw input_error("{}: `segmentation` is neither polygons nor run lengths", who);
}

std::vector<image::Keypoint> coco_keypoints(const json& record, const CocoAnnotation& annotation) {
  const json* value = find(record, "keypoints");
  if (value == nullptr) return {};
  const std::string who = name_of(annotation);
  const std::vector<double> triples = numbers(*value, "keypoints", who);
  if (triples.size() % 3 != 0) {
    throw input_error("{}: `keypoints` has {} numbers; expected x, y and v of each", who,
                      triples.size());
  }
  std::vector<image::Keypoint> keypoints(triples.size() / 3);
  bool is_any_labelled = false;
  for (std::size_t i = 0; i < keypoints.size(); ++i) {
    const double v = triples[3 * i + 2];
    if (v == 0) continue;
    if (v != 1 && v != 2) {
      throw input_error("{}: landmark {} has v = {}; expected 0, 1 or 2", who, i, v);
    }
    is_any_labelled = true;
    keypoints[i] = {.x = static_cast<float>(triples[3 * i]),
                    .y = static_cast<float>(triples[3 * i + 1]),
                    .is_labelled = true,
                    .is_visible = true};
  }
  if (!is_any_labelled) keypoints.clear();
  return keypoints;
}

}  // namespace epochmill::source
