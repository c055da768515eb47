// The listing of a COCO file, made from its records one after the other.
//
// Every image is a sample, also one without annotations; label 0 of the one class `image`, since an
// image has no label in COCO. Classes of boxes are the categories by rising id. An annotation is a
// box; one of a crowd (iscrowd) is none, and one without area is nothing at all: both are counted
// among the skipped.
//
// Masks of classes have 1 + the box's label, crowds too; masks of instances 1 + the box's place
// among those of its sample, and no crowds, which have no place. 0 is where nothing is. Later
// annotations lie over earlier ones.
//
// A sample has the landmarks of one annotation: that of the largest area among those, but for
// crowds, that have any labelled; the first of equal ones.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <unordered_map>
#include <vector>

#include "source/catalog.hpp"
#include "source/coco_records.hpp"

namespace epochmill::source {

enum class CocoMasks { kNone, kClass, kInstance };

struct CocoOptions {
  CocoMasks masks = CocoMasks::kNone;
  bool has_keypoints = false;
  std::uint64_t max_pixels = 0;  // of a mask
  bool allow_outside = false;    // may file names leave the root
};

// Call add_image and add_category for all of them, then add_annotation for all, then finish. All
// throw `input`, without the file, for a record that cannot be used. One thread.
class CocoListing {
 public:
  explicit CocoListing(const CocoOptions& options) : options_(options) {}

  void add_image(const nlohmann::json& record);
  void add_category(const nlohmann::json& record);
  void add_annotation(const nlohmann::json& record);
  // Landmarks whose names begin with left_ and right_ and go on alike are flip pairs.
  Listing finish() &&;

 private:
  void number_categories();
  std::size_t sample_of(const CocoAnnotation& annotation) const;
  void paint(Listed& sample, const nlohmann::json& record, const CocoAnnotation& annotation,
             std::size_t value) const;
  void take_keypoints(std::size_t sample, const nlohmann::json& record,
                      const CocoAnnotation& annotation);
  void finish_keypoints(Listing& listing);

  CocoOptions options_;
  std::vector<Listed> samples_;
  std::unordered_map<std::int64_t, std::size_t> images_;   // id -> sample
  std::map<std::int64_t, CocoCategory> categories_;        // by id
  std::unordered_map<std::int64_t, std::int64_t> labels_;  // id of a category -> label of a box
  std::vector<std::string> keypoint_names_;
  std::size_t keypoint_count_ = 0;      // 0 while it is not known
  std::vector<double> keypoint_areas_;  // of each sample: of the annotation that it has them of
  std::uint64_t crowds_ = 0;
  std::uint64_t flat_ = 0;
  std::uint64_t other_keypoints_ = 0;
};

}  // namespace epochmill::source
