// What the records of a COCO file say, checked one by one. All functions here throw `input`,
// without the file, that names the record by its id, for what is missing, of a wrong type or out of
// range.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "image/geometry.hpp"
#include "source/index_mask.hpp"

namespace epochmill::source {

struct CocoImage {
  std::int64_t id = 0;
  std::string file_name;
};

CocoImage coco_image(const nlohmann::json& record);

// Of the image of this id, which masks need: both sides at least 1, at most `max_pixels` pixels.
image::Size coco_image_size(const nlohmann::json& record, std::int64_t id,
                            std::uint64_t max_pixels);

struct CocoCategory {
  std::int64_t id = 0;
  std::string name;
  std::vector<std::string> keypoints;  // their names, if it has any
};

CocoCategory coco_category(const nlohmann::json& record);

struct CocoAnnotation {
  std::int64_t id = 0;  // 0 when it has none: only messages need it
  std::int64_t image_id = 0;
  std::int64_t category_id = 0;
  bool is_crowd = false;
  // Of x, y, width and height, edges as float. The label is not set.
  image::ObjectBox box;
  // What the file says, else the box's.
  double area = 0;
};

CocoAnnotation coco_annotation(const nlohmann::json& record);

// The pixels of its segmentation: all of its polygons together, or its run lengths, which must be
// of a picture of `size`.
Region coco_region(const nlohmann::json& record, const CocoAnnotation& annotation,
                   image::Size size);

// Its landmarks, x, y and v of each: v is 0 for one that is not labelled, and then x and y are not
// looked at, 1 or 2 for one that is. Empty when it has none, or labels none.
std::vector<image::Keypoint> coco_keypoints(const nlohmann::json& record,
                                            const CocoAnnotation& annotation);

}  // namespace epochmill::source
