#include "source/coco_listing.hpp"

#include <algorithm>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "source/catalog_format.hpp"
#include "source/csv_paths.hpp"
#include "source/index_mask.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

constexpr std::size_t kMostIndices = 255;  // of a mask, but for 0

// The pairs (left_NAME, right_NAME); empty when there is none.
std::vector<std::pair<int, int>> sides_of(const std::vector<std::string>& names) {
  constexpr std::string_view kLeft = "left_";
  std::vector<std::pair<int, int>> pairs;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!names[i].starts_with(kLeft)) continue;
    const auto twin = std::ranges::find(names, "right_" + names[i].substr(kLeft.size()));
    if (twin == names.end()) continue;
    pairs.emplace_back(static_cast<int>(i), static_cast<int>(twin - names.begin()));
  }
  return pairs;
}

void refuse_equal_keys(const std::vector<Listed>& samples) {
  const auto twin = std::ranges::adjacent_find(samples, {}, &Listed::key);
  if (twin == samples.end()) return;
  throw input_error("two images have the `file_name` {}; a picture is one sample, with one entry",
                    shown(twin->key));
}

}  // namespace

void CocoListing::add_image(const nlohmann::json& record) {
  CocoImage image = coco_image(record);
  if (!images_.emplace(image.id, samples_.size()).second) {
    throw input_error("image {}: another one has the same id; give each its own", image.id);
  }
  if (!options_.allow_outside) {
    try {
      refuse_leaving(image.file_name);
    } catch (const Error& error) {
      throw input_error("image {}: {}", image.id, error.what());
    }
  }
  Listed& sample = samples_.emplace_back();
  sample.key = std::move(image.file_name);
  if (options_.masks != CocoMasks::kNone) {
    sample.mask = IndexMask(coco_image_size(record, image.id, options_.max_pixels)).text();
  }
}

void CocoListing::add_category(const nlohmann::json& record) {
  CocoCategory category = coco_category(record);
  const std::int64_t id = category.id;
  if (!category.keypoints.empty()) {
    if (!keypoint_names_.empty() && keypoint_names_ != category.keypoints) {
      throw input_error(
          "category {}: has other landmarks than an earlier category; a source has "
          "one set of them",
          id);
    }
    keypoint_names_ = category.keypoints;
    keypoint_count_ = keypoint_names_.size();
  }
  if (!categories_.emplace(id, std::move(category)).second) {
    throw input_error("category {}: another one has the same id; give each its own", id);
  }
}

void CocoListing::number_categories() {
  for (const auto& [id, category] : categories_) {
    labels_.emplace(id, static_cast<std::int64_t>(labels_.size()));
  }
  if (options_.masks == CocoMasks::kClass && labels_.size() > kMostIndices) {
    throw input_error("{} categories; masks of classes have room for {}: say masks = \"instance\"",
                      labels_.size(), kMostIndices);
  }
}

std::size_t CocoListing::sample_of(const CocoAnnotation& annotation) const {
  const auto sample = images_.find(annotation.image_id);
  if (sample == images_.end()) {
    throw input_error("annotation {}: its image {} is not among `images`", annotation.id,
                      annotation.image_id);
  }
  return sample->second;
}

void CocoListing::add_annotation(const nlohmann::json& record) {
  if (labels_.empty()) number_categories();
  CocoAnnotation annotation = coco_annotation(record);
  const std::size_t sample = sample_of(annotation);
  const auto label = labels_.find(annotation.category_id);
  if (label == labels_.end()) {
    throw input_error("annotation {} of image {}: its category {} is not among `categories`",
                      annotation.id, annotation.image_id, annotation.category_id);
  }
  if (!is_box(annotation.box)) {
    ++flat_;
    return;
  }
  const std::size_t class_index = static_cast<std::size_t>(label->second) + 1;
  if (annotation.is_crowd) {
    ++crowds_;
    if (options_.masks == CocoMasks::kClass) {
      paint(samples_[sample], record, annotation, class_index);
    }
    return;
  }
  annotation.box.label = label->second;
  samples_[sample].boxes.push_back(annotation.box);
  if (options_.masks != CocoMasks::kNone) {
    const bool is_class = options_.masks == CocoMasks::kClass;
    paint(samples_[sample], record, annotation,
          is_class ? class_index : samples_[sample].boxes.size());
  }
  if (options_.has_keypoints) take_keypoints(sample, record, annotation);
}

void CocoListing::paint(Listed& sample, const nlohmann::json& record,
                        const CocoAnnotation& annotation, std::size_t value) const {
  if (value > kMostIndices) {
    throw input_error(
        "annotation {}: image {} has more than {} instances, and a mask has no room "
        "for more; say masks = \"class\"",
        annotation.id, annotation.image_id, kMostIndices);
  }
  IndexMask mask = IndexMask::parse(sample.mask, options_.max_pixels);
  mask.paint(coco_region(record, annotation, mask.size()), static_cast<std::uint8_t>(value));
  sample.mask = mask.text();
}

void CocoListing::take_keypoints(std::size_t sample, const nlohmann::json& record,
                                 const CocoAnnotation& annotation) {
  std::vector<image::Keypoint> keypoints = coco_keypoints(record, annotation);
  if (keypoints.empty()) return;
  if (keypoint_count_ == 0) keypoint_count_ = keypoints.size();
  if (keypoints.size() != keypoint_count_) {
    throw input_error(
        "annotation {} of image {}: {} landmarks; expected {}, as its category or an "
        "earlier annotation has",
        annotation.id, annotation.image_id, keypoints.size(), keypoint_count_);
  }
  keypoint_areas_.resize(samples_.size());
  Listed& listed = samples_[sample];
  if (!listed.keypoints.empty()) ++other_keypoints_;
  if (!listed.keypoints.empty() && annotation.area <= keypoint_areas_[sample]) return;
  listed.keypoints = std::move(keypoints);
  keypoint_areas_[sample] = annotation.area;
}

void CocoListing::finish_keypoints(Listing& listing) {
  if (!options_.has_keypoints) return;
  if (keypoint_count_ == 0) {
    throw input_error("no category or annotation has landmarks; leave out keypoints = true");
  }
  listing.keypoints.count = static_cast<int>(keypoint_count_);
  if (auto pairs = sides_of(keypoint_names_); !pairs.empty()) {
    listing.keypoints.flip_pairs = std::move(pairs);
  }
  for (Listed& sample : listing.samples) sample.keypoints.resize(keypoint_count_);
}

Listing CocoListing::finish() && {
  if (labels_.empty()) number_categories();
  if (labels_.empty())
    throw input_error("`categories` is empty; expected the classes of the boxes");
  Listing listing;
  listing.class_names = {"image"};
  for (const auto& [id, category] : categories_) {
    listing.box_class_names.push_back(category.name);
  }
  listing.has_masks = options_.masks != CocoMasks::kNone;
  listing.samples = std::move(samples_);
  finish_keypoints(listing);
  std::ranges::stable_sort(listing.samples, {}, &Listed::key);
  refuse_equal_keys(listing.samples);
  const auto skip = [&](const char* reason, std::uint64_t count) {
    if (count > 0) listing.skipped.emplace_back(reason, count);
  };
  skip("annotation of a crowd: no box", crowds_);
  skip("annotation without area", flat_);
  skip("landmarks of a smaller object of the same picture", other_keypoints_);
  return listing;
}

}  // namespace epochmill::source
