// What stands in catalog.h5. One place for every name, type and order.
//
// Datasets, for n samples with K keypoints each:
//
//   /key_bytes       u8 [total]    keys laid end to end
//   /key_offset      u64 [n+1]     where each begins and, as the next one, ends
//   /locator_bytes,
//   /locator_offset                likewise; an empty one is its key; absent when all are
//   /label           i64 [n]
//   /keypoint        f32 [n,K,2]   x, y; absent when K is 0
//   /keypoint_state  u8 [n,K]      bit 0 labelled, bit 1 visible; absent when K is 0
//   /extra_label     i64 [n,S]     of S further sets of labels; absent when S is 0
//   /box             f32 [total,4] x0, y0, x1, y1, in pixels, or as parts of the picture's sides
//                                  where the attribute boxes_are_relative is; boxes of a sample
//                                  after each other; all three
//   /box_label       i64 [total]     absent when there are no box_class_names
//   /box_offset      u64 [n+1]     the first box of each sample and, as the next one, the end
//   /mask_bytes,
//   /mask_offset                   as keys; what the source needs to find each sample's mask;
//                                  absent when there are no masks
//
// Root attributes: format, format_version, class_names, catalog_digest; if there is any: flip_pairs
// (text, "0:16 1:15"), picture (text, "28x28x3 u8": height, width, channels and type of every
// picture, where a source knows more than that what is decoded has 3 channels of u8; never part of
// the digest), skipped (texts, "3 name starts with a dot"), extra_label_names (texts; the classes
// of set i are the texts extra_class_names_i), box_class_names (texts), boxes_are_relative (u64, 1;
// absent otherwise), note_names (texts), and each note under its own name.
//
// The digest is XXH3-128 over, of every sample in order: key, label, x, y and state of each
// keypoint, extra labels, number of boxes and each box with its label, mask; then the text
// boxes_are_relative where they are, class names, and those of extra labels and boxes. Of what is
// absent nothing enters. Texts and lists that may differ in length enter behind their length.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/digest.hpp"
#include "base/label_set.hpp"
#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::source {

inline constexpr const char* kFormat = "epochmill-catalog";
inline constexpr std::uint64_t kFormatVersion = 1;

inline constexpr const char* kKeyBytes = "/key_bytes";
inline constexpr const char* kKeyOffset = "/key_offset";
inline constexpr const char* kLocatorBytes = "/locator_bytes";
inline constexpr const char* kLocatorOffset = "/locator_offset";
inline constexpr const char* kLabels = "/label";
inline constexpr const char* kKeypoints = "/keypoint";
inline constexpr const char* kKeypointStates = "/keypoint_state";

inline constexpr const char* kExtraLabels = "/extra_label";
inline constexpr const char* kBoxes = "/box";
inline constexpr const char* kBoxLabels = "/box_label";
inline constexpr const char* kBoxOffset = "/box_offset";
inline constexpr const char* kMaskBytes = "/mask_bytes";
inline constexpr const char* kMaskOffset = "/mask_offset";

inline constexpr const char* kFormatName = "format";
inline constexpr const char* kFormatVersionName = "format_version";
inline constexpr const char* kClassNames = "class_names";
inline constexpr const char* kCatalogDigest = "catalog_digest";
inline constexpr const char* kFlipPairsName = "flip_pairs";
inline constexpr const char* kPictureName = "picture";
inline constexpr const char* kSkipped = "skipped";
inline constexpr const char* kNoteNames = "note_names";
inline constexpr const char* kExtraLabelNames = "extra_label_names";
inline constexpr const char* kBoxClassNames = "box_class_names";
inline constexpr const char* kBoxesAreRelative = "boxes_are_relative";
inline constexpr const char* kExtraClassNames = "extra_class_names_";  // and the number of the set

// The attribute of the classes of extra_labels[set].
std::string extra_class_names_attribute(std::size_t set);

// True for a name of a root attribute that no note may have.
bool is_reserved(std::string_view attribute);

// Whether `box` has finite edges and an area.
bool is_box(const image::ObjectBox& box);

std::uint8_t state_of(const image::Keypoint& keypoint);

// Texts of attributes and back. The parsers throw `input` for a text that the first of the two does
// not make.
std::string flip_pairs_text(const std::vector<std::pair<int, int>>& pairs);
std::vector<std::pair<int, int>> parse_flip_pairs(std::string_view text);
std::string picture_text(const image::Shape& picture);
image::Shape parse_picture(std::string_view text);
std::string skipped_text(const std::pair<std::string, std::uint64_t>& skipped);
std::pair<std::string, std::uint64_t> parse_skipped(std::string_view text);

// Digests a catalog: all samples in order, each by add and then whatever else it has, in the order
// of the functions here; then finish. One thread.
class CatalogDigester {
 public:
  void add(std::string_view key, std::int64_t label, std::span<const image::Keypoint> keypoints);
  void add_extra_label(std::int64_t label);
  void add_boxes(std::span<const image::ObjectBox> boxes);
  void add_mask(std::string_view mask);
  void add_that_boxes_are_relative();  // once, behind all samples
  std::string finish(const std::vector<std::string>& class_names,
                     const std::vector<LabelSet>& extra_labels,
                     const std::vector<std::string>& box_class_names);

 private:
  Digester digester_;
};

}  // namespace epochmill::source
