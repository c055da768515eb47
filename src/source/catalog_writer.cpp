#include <algorithm>
#include <functional>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "source/catalog.hpp"
#include "source/catalog_format.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

// A file under a temporary name, gone when it was not published.
class TempFile {
 public:
  explicit TempFile(const fs::path& final_path)
      : final_path_(final_path), path_(capi::temp_path_for(final_path)) {}
  ~TempFile() { capi::remove_quietly(path_); }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  const fs::path& path() const { return path_; }
  void publish() const { capi::publish_new(path_, final_path_); }

 private:
  fs::path final_path_;
  fs::path path_;
};

// Fills one dataset from its first byte to its last, in large writes.
class DatasetFiller {
 public:
  DatasetFiller(const capi::File& file, const capi::H5Dataset& dataset)
      : file_(&file), at_(dataset.offset), left_(dataset.size_bytes()) {}

  void add(ByteView bytes) {
    if (bytes.size() > left_)
      throw internal_error("a catalog's dataset got more bytes than it has");
    left_ -= bytes.size();
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
    if (buffer_.size() >= kBufferBytes) flush();
  }

  void finish() {
    if (left_ != 0) throw internal_error("a catalog's dataset lacks {} bytes", left_);
    flush();
  }

 private:
  static constexpr std::size_t kBufferBytes = std::size_t{1} << 20;

  void flush() {
    if (!buffer_.empty()) file_->write_at(buffer_, at_);
    at_ += buffer_.size();
    buffer_.clear();
  }

  const capi::File* file_;
  std::uint64_t at_;
  std::uint64_t left_;
  Bytes buffer_;
};

void check_label(std::int64_t label, std::size_t classes, const Listed& sample) {
  if (std::in_range<std::size_t>(label) && static_cast<std::size_t>(label) < classes) return;
  throw internal_error("sample {} has label {} of {} classes", shown(sample.key), label, classes);
}

void check_annotations(const Listing& listing, const Listed& sample) {
  if (sample.extra_labels.size() != listing.extra_labels.size()) {
    throw internal_error("sample {} has {} extra labels instead of {}", shown(sample.key),
                         sample.extra_labels.size(), listing.extra_labels.size());
  }
  for (std::size_t set = 0; set < sample.extra_labels.size(); ++set) {
    check_label(sample.extra_labels[set], listing.extra_labels[set].class_names.size(), sample);
  }
  for (const image::ObjectBox& box : sample.boxes) {
    check_label(box.label, listing.box_class_names.size(), sample);
    if (!is_box(box)) throw internal_error("sample {} has a box of no area", shown(sample.key));
  }
  if (!listing.has_masks && !sample.mask.empty()) {
    throw internal_error("sample {} has a mask, of a source without", shown(sample.key));
  }
}

void check(const Listing& listing, const Notes& notes) {
  const auto keypoints = checked_cast<std::size_t>(listing.keypoints.count);
  if (listing.boxes_are_relative && listing.box_class_names.empty()) {
    throw internal_error("relative boxes, of a source without");
  }
  for (const Listed& sample : listing.samples) {
    check_label(sample.label, listing.class_names.size(), sample);
    check_annotations(listing, sample);
    if (sample.keypoints.size() != keypoints) {
      throw internal_error("sample {} has {} keypoints instead of {}", shown(sample.key),
                           sample.keypoints.size(), keypoints);
    }
  }
  for (std::size_t i = 0; i < notes.size(); ++i) {
    const auto same = [&](const auto& note) { return note.first == notes[i].first; };
    if (is_reserved(notes[i].first) ||
        std::any_of(notes.begin(), notes.begin() + static_cast<std::ptrdiff_t>(i), same)) {
      throw internal_error("a catalog's note may not be named `{}`", notes[i].first);
    }
  }
}

std::string digest_after_check(const Listing& listing) {
  CatalogDigester digester;
  for (const Listed& sample : listing.samples) {
    digester.add(sample.key, sample.label, sample.keypoints);
    for (const std::int64_t label : sample.extra_labels) digester.add_extra_label(label);
    if (!listing.box_class_names.empty()) digester.add_boxes(sample.boxes);
    if (listing.has_masks) digester.add_mask(sample.mask);
  }
  if (listing.boxes_are_relative) digester.add_that_boxes_are_relative();
  return digester.finish(listing.class_names, listing.extra_labels, listing.box_class_names);
}

void set_label_attributes(capi::H5File& h5, const Listing& listing) {
  std::vector<std::string> names;
  for (const LabelSet& set : listing.extra_labels) {
    h5.set_texts(extra_class_names_attribute(names.size()), set.class_names);
    names.push_back(set.name);
  }
  if (!names.empty()) h5.set_texts(kExtraLabelNames, names);
  if (!listing.box_class_names.empty()) h5.set_texts(kBoxClassNames, listing.box_class_names);
  if (listing.boxes_are_relative) h5.set_u64(kBoxesAreRelative, 1);
}

void set_attributes(capi::H5File& h5, const Listing& listing, const Notes& notes) {
  h5.set_text(kFormatName, kFormat);
  h5.set_u64(kFormatVersionName, kFormatVersion);
  h5.set_texts(kClassNames, listing.class_names);
  h5.set_text(kCatalogDigest, digest_after_check(listing));
  set_label_attributes(h5, listing);
  if (listing.keypoints.flip_pairs) {
    h5.set_text(kFlipPairsName, flip_pairs_text(*listing.keypoints.flip_pairs));
  }
  if (listing.picture != image::Shape{}) {
    h5.set_text(kPictureName, picture_text(listing.picture));
  }
  std::vector<std::string> skipped;
  for (const auto& some : listing.skipped) skipped.push_back(skipped_text(some));
  if (!skipped.empty()) h5.set_texts(kSkipped, skipped);
  std::vector<std::string> names;
  for (const auto& [name, text] : notes) {
    names.push_back(name);
    h5.set_text(name, text);
  }
  if (!names.empty()) h5.set_texts(kNoteNames, names);
}

// One member of all samples: key, locator or mask.
using TextMember = std::string Listed::*;

std::uint64_t total_bytes(const Listing& listing, TextMember member) {
  std::uint64_t total = 0;
  for (const Listed& sample : listing.samples) total += (sample.*member).size();
  return total;
}

// The datasets of a catalog, made in the file and still to be filled.
struct Datasets {
  capi::H5Dataset key_bytes;
  capi::H5Dataset key_offset;
  capi::H5Dataset locator_bytes;  // without a name when there are no locators
  capi::H5Dataset locator_offset;
  capi::H5Dataset labels;
  capi::H5Dataset keypoints;  // without a name when there are no keypoints
  capi::H5Dataset states;
  capi::H5Dataset extra_labels;  // without a name when there are none; likewise those below
  capi::H5Dataset boxes;
  capi::H5Dataset box_labels;
  capi::H5Dataset box_offset;
  capi::H5Dataset mask_bytes;
  capi::H5Dataset mask_offset;
};

using MakeDataset =
    std::function<capi::H5Dataset(const char*, capi::H5Type, std::vector<std::uint64_t>)>;

void make_annotations(const MakeDataset& make, const Listing& listing, Datasets& made) {
  using capi::H5Type;
  const std::uint64_t n = listing.samples.size();
  if (const std::uint64_t sets = listing.extra_labels.size(); sets > 0) {
    made.extra_labels = make(kExtraLabels, H5Type::kI64, {n, sets});
  }
  if (!listing.box_class_names.empty()) {
    std::uint64_t boxes = 0;
    for (const Listed& sample : listing.samples) boxes += sample.boxes.size();
    made.boxes = make(kBoxes, H5Type::kF32, {boxes, 4});
    made.box_labels = make(kBoxLabels, H5Type::kI64, {boxes});
    made.box_offset = make(kBoxOffset, H5Type::kU64, {n + 1});
  }
  if (listing.has_masks) {
    made.mask_bytes = make(kMaskBytes, H5Type::kU8, {total_bytes(listing, &Listed::mask)});
    made.mask_offset = make(kMaskOffset, H5Type::kU64, {n + 1});
  }
}

Datasets make_datasets(capi::H5File& h5, const Listing& listing) {
  using capi::H5Type;
  const auto make = [&h5](const char* name, H5Type type, std::vector<std::uint64_t> dims) {
    return h5.create_dataset({.name = name, .type = type, .dims = std::move(dims)});
  };
  const std::uint64_t n = listing.samples.size();
  Datasets made;
  made.key_bytes = make(kKeyBytes, H5Type::kU8, {total_bytes(listing, &Listed::key)});
  made.key_offset = make(kKeyOffset, H5Type::kU64, {n + 1});
  if (const std::uint64_t locators = total_bytes(listing, &Listed::locator); locators > 0) {
    made.locator_bytes = make(kLocatorBytes, H5Type::kU8, {locators});
    made.locator_offset = make(kLocatorOffset, H5Type::kU64, {n + 1});
  }
  made.labels = make(kLabels, H5Type::kI64, {n});
  if (const auto k = checked_cast<std::uint64_t>(listing.keypoints.count); k > 0) {
    made.keypoints = make(kKeypoints, H5Type::kF32, {n, k, 2});
    made.states = make(kKeypointStates, H5Type::kU8, {n, k});
  }
  make_annotations(make, listing, made);
  return made;
}

void fill_texts(const capi::File& file, const Listing& listing, TextMember member,
                const capi::H5Dataset& bytes, const capi::H5Dataset& offsets) {
  DatasetFiller text(file, bytes);
  DatasetFiller places(file, offsets);
  std::uint64_t at = 0;
  places.add(bytes_of(at));
  for (const Listed& sample : listing.samples) {
    text.add(as_bytes(std::string_view(sample.*member)));
    at += (sample.*member).size();
    places.add(bytes_of(at));
  }
  text.finish();
  places.finish();
}

void fill_keypoints(const capi::File& file, const Listing& listing, const Datasets& made) {
  DatasetFiller points(file, made.keypoints);
  DatasetFiller states(file, made.states);
  for (const Listed& sample : listing.samples) {
    for (const image::Keypoint& keypoint : sample.keypoints) {
      const std::uint8_t state = state_of(keypoint);
      points.add(bytes_of(keypoint.x));
      points.add(bytes_of(keypoint.y));
      states.add(bytes_of(state));
    }
  }
  points.finish();
  states.finish();
}

void fill_extra_labels(const capi::File& file, const Listing& listing, const Datasets& made) {
  DatasetFiller labels(file, made.extra_labels);
  for (const Listed& sample : listing.samples) labels.add(as_bytes(sample.extra_labels));
  labels.finish();
}

void fill_boxes(const capi::File& file, const Listing& listing, const Datasets& made) {
  DatasetFiller sides(file, made.boxes);
  DatasetFiller labels(file, made.box_labels);
  DatasetFiller offsets(file, made.box_offset);
  std::uint64_t at = 0;
  offsets.add(bytes_of(at));
  for (const Listed& sample : listing.samples) {
    for (const image::ObjectBox& box : sample.boxes) {
      for (const float side : {box.x0, box.y0, box.x1, box.y1}) sides.add(bytes_of(side));
      labels.add(bytes_of(box.label));
    }
    at += sample.boxes.size();
    offsets.add(bytes_of(at));
  }
  sides.finish();
  labels.finish();
  offsets.finish();
}

void fill(const capi::File& file, const Listing& listing, const Datasets& made) {
  fill_texts(file, listing, &Listed::key, made.key_bytes, made.key_offset);
  if (!made.locator_bytes.name.empty()) {
    fill_texts(file, listing, &Listed::locator, made.locator_bytes, made.locator_offset);
  }
  DatasetFiller labels(file, made.labels);
  for (const Listed& sample : listing.samples) labels.add(bytes_of(sample.label));
  labels.finish();
  if (!made.keypoints.name.empty()) fill_keypoints(file, listing, made);
  if (!made.extra_labels.name.empty()) fill_extra_labels(file, listing, made);
  if (!made.boxes.name.empty()) fill_boxes(file, listing, made);
  if (listing.has_masks) {
    fill_texts(file, listing, &Listed::mask, made.mask_bytes, made.mask_offset);
  }
}

}  // namespace

void write_catalog(const fs::path& file, const Listing& listing, const Notes& notes) {
  check(listing, notes);
  const TempFile temp(file);
  capi::H5File h5 = capi::H5File::create(temp.path());
  const Datasets made = make_datasets(h5, listing);
  set_attributes(h5, listing, notes);
  h5.close();

  capi::File bytes = capi::File::open_write(temp.path());
  fill(bytes, listing, made);
  bytes.sync();
  bytes.close();
  temp.publish();
}

std::string digest_of(const Listing& listing) {
  check(listing, {});
  return digest_after_check(listing);
}

}  // namespace epochmill::source
