// The ordered list of a source's samples: the index in it is `sample`. Built once, written to
// catalog.h5, and mapped by every rank, so that ten million samples cost a rank no private memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/label_set.hpp"
#include "capi/hdf5_reading.hpp"
#include "image/geometry.hpp"
#include "image/image.hpp"

namespace epochmill::source {

// One sample while the source is being listed.
struct Listed {
  // Bytes that name the sample for the user; sorted bytewise; no NUL.
  std::string key = {};
  // What the source needs to find it again, such as a path below the root. Empty: the same as key,
  // so that a long list is not kept twice.
  std::string locator = {};
  std::int64_t label = 0;
  std::vector<std::int64_t> extra_labels = {};  // one of each of Listing::extra_labels
  std::vector<image::Keypoint> keypoints = {};
  std::vector<image::ObjectBox> boxes = {};
  std::string mask = {};  // what the source needs to find the sample's mask
};

// A whole source while it is being listed.
struct Listing {
  std::vector<Listed> samples;           // sorted by key; equal keys in the order of the source
  std::vector<std::string> class_names;  // label -> name; never empty
  std::vector<LabelSet> extra_labels;
  // Shape of every sample's picture, as far as the source can tell without decoding: a side of 0
  // differs or is not known. What is decoded has 3 channels of 8 bits.
  image::Shape picture;
  image::KeypointTraits keypoints;
  std::vector<std::string> box_class_names;  // label of a box -> name; empty: no boxes
  bool boxes_are_relative = false;           // edges as parts of the picture's width and height
  bool has_masks = false;                    // then every sample has one
  // What was found and not taken, by reason ("name starts with a dot": 3), sorted by reason.
  std::vector<std::pair<std::string, std::uint64_t>> skipped;
};

// Texts stored beside the samples, so that one file says what an output folder is of.
using Notes = std::vector<std::pair<std::string, std::string>>;  // name, text

// Writes `listing` and `notes` (as root attributes) to `file`, by temp name, fsync and rename. A
// file that is there already stays, however late it came: of two runs in one folder, one's catalog
// rules. Equal content gives equal bytes. The layout of the file is in catalog_format.hpp. Throws
// `internal` when a label has no class name, a sample has a wrong number of keypoints or extra
// labels, a box without an area, or a mask in a source without, or a note has a name that the
// format needs. One thread.
void write_catalog(const std::filesystem::path& file, const Listing& listing, const Notes& notes);

// A catalog file, mapped read-only. Any thread may read.
class Catalog {
 public:
  // Throws `io` when the file cannot be read, `input` when it is not a catalog or damaged.
  // Opening costs no more than the class names and notes, whatever the number of samples: sizes are
  // checked then, each sample's offsets and label when they are asked for, so the accessors below
  // may throw `input` too. They throw `internal` for a sample that is not below size().
  explicit Catalog(const std::filesystem::path& file, capi::H5Maker maker = capi::H5Maker::kAnyone);
  ~Catalog();
  Catalog(Catalog&&) noexcept;
  Catalog& operator=(Catalog&&) noexcept;

  std::uint64_t size() const;
  std::string_view key(std::uint64_t sample) const;
  // The key where the source gave no other.
  std::string_view locator(std::uint64_t sample) const;
  std::int64_t label(std::uint64_t sample) const;
  // The label of `sample` in extra_labels()[set].
  std::int64_t extra_label(std::uint64_t sample, std::size_t set) const;
  std::vector<image::Keypoint> keypoints(std::uint64_t sample) const;
  // In pixels, or as parts of the picture's sides where boxes_are_relative().
  std::vector<image::ObjectBox> boxes(std::uint64_t sample) const;
  std::string_view mask(std::uint64_t sample) const;

  const std::vector<std::string>& class_names() const;
  const image::Shape& picture() const;
  const std::vector<LabelSet>& extra_labels() const;
  const std::vector<std::string>& box_class_names() const;
  bool boxes_are_relative() const;
  bool has_masks() const;
  const image::KeypointTraits& keypoint_traits() const;
  const std::vector<std::pair<std::string, std::uint64_t>>& skipped() const;
  const Notes& notes() const;
  // The text of one note; "" when it is not there.
  std::string note(std::string_view name) const;
  // XXH3-128 over keys, labels, keypoints, extra labels, boxes, masks and all class names, in
  // order, as stored. Locators do not enter.
  const std::string& digest() const;
  // The same computed anew from every sample: equal to digest() unless the file is damaged.
  std::string compute_digest() const;

 private:
  struct Mapped;
  std::unique_ptr<Mapped> mapped_;
};

// The digest that write_catalog would store for `listing`.
std::string digest_of(const Listing& listing);

}  // namespace epochmill::source
