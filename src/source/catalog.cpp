#include "source/catalog.hpp"

#include <algorithm>
#include <cstring>
#include <initializer_list>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/catalog_format.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

Error damaged(const fs::path& file, const std::string& fault) {
  return input_error(
      "{}: the catalog is damaged: {}; delete it, and the next run lists the source again",
      file.string(), fault);
}

// The i-th number; the data need not be aligned.
template <typename Number>
Number load(ByteView bytes, std::uint64_t i) {
  Number number{};
  std::memcpy(&number, bytes.data() + i * sizeof(Number), sizeof(Number));
  return number;
}

// Texts laid end to end.
struct Texts {
  ByteView bytes;
  ByteView offsets;  // u64, one more than there are texts
};

bool is_digest(std::string_view text) {
  return text.size() == 32 && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

}  // namespace

struct Catalog::Mapped {
  explicit Mapped(const fs::path& from) : path(from), file(from) {}

  ByteView data(const capi::H5Dataset& dataset) const {
    const std::uint64_t bytes = dataset.size_bytes();
    if (bytes == 0) return {};
    if (dataset.offset > file.bytes().size() || bytes > file.bytes().size() - dataset.offset) {
      throw damaged(path, fmt::format("{} lies beyond its end", dataset.name));
    }
    return file.bytes().subspan(dataset.offset, bytes);
  }

  // The data of a dataset that must have this type and these sides.
  ByteView find(const capi::H5Reading& h5, const char* name, capi::H5Type type,
                std::initializer_list<std::uint64_t> dims) const {
    const capi::H5Dataset dataset = h5.dataset(name);
    if (dataset.type != type || !std::ranges::equal(dataset.dims, dims)) {
      throw damaged(path, fmt::format("{} has another type or size than expected", name));
    }
    return data(dataset);
  }

  // One-dimensional, of any length.
  capi::H5Dataset find_list(const capi::H5Reading& h5, const char* name, capi::H5Type type) const {
    capi::H5Dataset dataset = h5.dataset(name);
    if (dataset.type != type || dataset.dims.size() != 1) {
      throw damaged(path, fmt::format("{} is not a list of the type expected", name));
    }
    return dataset;
  }

  void read_attributes(const capi::H5Reading& h5);
  void read_label_attributes(const capi::H5Reading& h5);
  void find_datasets(const capi::H5Reading& h5);
  void find_annotations(const capi::H5Reading& h5);
  std::int64_t checked_label(std::int64_t label, std::uint64_t sample, std::size_t classes) const;
  image::ObjectBox box(std::uint64_t at, std::uint64_t sample) const;
  void check_sample(std::uint64_t sample) const;
  std::string_view text(const Texts& texts, std::uint64_t sample) const;

  fs::path path;
  capi::MappedFile file;
  std::uint64_t size = 0;
  Texts keys;
  Texts locators;  // no offsets when every locator is its key
  ByteView labels;
  ByteView points;
  ByteView states;
  ByteView extra;  // sets side by side, sample after sample
  ByteView box_sides;
  ByteView box_labels;
  ByteView box_offsets;
  Texts masks;
  std::vector<std::string> class_names;
  std::vector<LabelSet> extra_labels;
  image::Shape picture;
  image::KeypointTraits keypoints;
  std::vector<std::string> box_class_names;
  bool boxes_are_relative = false;
  bool has_masks = false;
  std::vector<std::pair<std::string, std::uint64_t>> skipped;
  Notes notes;
  std::string digest;
};

void Catalog::Mapped::read_attributes(const capi::H5Reading& h5) {
  if (!h5.has_attribute(kFormatName) || h5.text(kFormatName) != kFormat) {
    throw input_error(
        "{}: not a catalog of epochmill; expected the file catalog.h5 of an output folder",
        path.string());
  }
  if (const std::uint64_t version = h5.u64(kFormatVersionName); version != kFormatVersion) {
    throw input_error(
        "{}: a catalog of version {}; this epochmill reads version {}: use the one that wrote it",
        path.string(), version, kFormatVersion);
  }
  class_names = h5.texts(kClassNames);
  if (class_names.empty()) throw damaged(path, "it has no class names");
  read_label_attributes(h5);
  digest = h5.text(kCatalogDigest);
  if (!is_digest(digest)) throw damaged(path, "its digest is not 32 hexadecimal digits");
  try {
    if (h5.has_attribute(kFlipPairsName)) {
      keypoints.flip_pairs = parse_flip_pairs(h5.text(kFlipPairsName));
    }
    if (h5.has_attribute(kPictureName)) picture = parse_picture(h5.text(kPictureName));
    if (h5.has_attribute(kSkipped)) {
      for (const std::string& some : h5.texts(kSkipped)) skipped.push_back(parse_skipped(some));
    }
  } catch (const Error& error) {
    throw damaged(path, error.what());
  }
  if (!h5.has_attribute(kNoteNames)) return;
  for (const std::string& name : h5.texts(kNoteNames)) notes.emplace_back(name, h5.text(name));
}

void Catalog::Mapped::read_label_attributes(const capi::H5Reading& h5) {
  if (h5.has_attribute(kExtraLabelNames)) {
    for (const std::string& name : h5.texts(kExtraLabelNames)) {
      const std::string attribute = extra_class_names_attribute(extra_labels.size());
      extra_labels.push_back({.name = name, .class_names = h5.texts(attribute)});
    }
  }
  if (h5.has_attribute(kBoxClassNames)) box_class_names = h5.texts(kBoxClassNames);
  if (!h5.has_attribute(kBoxesAreRelative)) return;
  if (box_class_names.empty() || h5.u64(kBoxesAreRelative) != 1) {
    throw damaged(path, "what it says of its boxes contradicts itself");
  }
  boxes_are_relative = true;
}

void Catalog::Mapped::find_datasets(const capi::H5Reading& h5) {
  using capi::H5Type;
  const capi::H5Dataset label = find_list(h5, kLabels, H5Type::kI64);
  size = label.dims[0];
  labels = data(label);
  keys.bytes = data(find_list(h5, kKeyBytes, H5Type::kU8));
  keys.offsets = find(h5, kKeyOffset, H5Type::kU64, {size + 1});
  if (h5.has_dataset(kLocatorOffset)) {
    locators.bytes = data(find_list(h5, kLocatorBytes, H5Type::kU8));
    locators.offsets = find(h5, kLocatorOffset, H5Type::kU64, {size + 1});
  }
  if (h5.has_dataset(kKeypoints)) {
    const std::vector<std::uint64_t> dims = h5.dataset(kKeypoints).dims;
    if (dims.size() != 3 || dims[1] == 0 || !std::in_range<int>(dims[1])) {
      throw damaged(path, "its keypoints have another shape than expected");
    }
    keypoints.count = static_cast<int>(dims[1]);
    points = find(h5, kKeypoints, H5Type::kF32, {size, dims[1], 2});
    states = find(h5, kKeypointStates, H5Type::kU8, {size, dims[1]});
  }
  find_annotations(h5);
  if (!keypoints.flip_pairs) return;
  for (const auto& [a, b] : *keypoints.flip_pairs) {
    if (a < 0 || b < 0 || a >= keypoints.count || b >= keypoints.count) {
      throw damaged(path, "flip_pairs names a keypoint that it does not have");
    }
  }
}

void Catalog::Mapped::find_annotations(const capi::H5Reading& h5) {
  using capi::H5Type;
  if (!extra_labels.empty()) {
    extra = find(h5, kExtraLabels, H5Type::kI64, {size, extra_labels.size()});
  }
  if (!box_class_names.empty()) {
    const capi::H5Dataset label = find_list(h5, kBoxLabels, H5Type::kI64);
    box_labels = data(label);
    box_sides = find(h5, kBoxes, H5Type::kF32, {label.dims[0], 4});
    box_offsets = find(h5, kBoxOffset, H5Type::kU64, {size + 1});
  }
  has_masks = h5.has_dataset(kMaskOffset);
  if (!has_masks) return;
  masks.bytes = data(find_list(h5, kMaskBytes, H5Type::kU8));
  masks.offsets = find(h5, kMaskOffset, H5Type::kU64, {size + 1});
}

std::int64_t Catalog::Mapped::checked_label(std::int64_t label, std::uint64_t sample,
                                            std::size_t classes) const {
  if (label >= 0 && static_cast<std::uint64_t>(label) < classes) return label;
  throw damaged(path, fmt::format("sample {} has label {} of {} classes", sample, label, classes));
}

image::ObjectBox Catalog::Mapped::box(std::uint64_t at, std::uint64_t sample) const {
  const auto side = [&](std::uint64_t i) { return load<float>(box_sides, 4 * at + i); };
  const image::ObjectBox box{
      .x0 = side(0),
      .y0 = side(1),
      .x1 = side(2),
      .y1 = side(3),
      .label = checked_label(load<std::int64_t>(box_labels, at), sample, box_class_names.size())};
  if (is_box(box)) return box;
  throw damaged(path, fmt::format("a box of sample {} has no area", sample));
}

void Catalog::Mapped::check_sample(std::uint64_t sample) const {
  if (sample >= size)
    throw internal_error("{}: no sample {} among {}", path.string(), sample, size);
}

std::string_view Catalog::Mapped::text(const Texts& texts, std::uint64_t sample) const {
  const auto begin = load<std::uint64_t>(texts.offsets, sample);
  const auto end = load<std::uint64_t>(texts.offsets, sample + 1);
  if (begin > end || end > texts.bytes.size()) {
    throw damaged(path, fmt::format("a text of sample {} has no place", sample));
  }
  return as_text(texts.bytes.subspan(begin, end - begin));
}

Catalog::Catalog(const fs::path& file, capi::H5Maker maker)
    : mapped_(std::make_unique<Mapped>(file)) {
  const std::unique_ptr<capi::H5Reading> h5 = capi::open_finished(file, maker);
  mapped_->read_attributes(*h5);
  mapped_->find_datasets(*h5);
}

Catalog::~Catalog() = default;
Catalog::Catalog(Catalog&&) noexcept = default;
Catalog& Catalog::operator=(Catalog&&) noexcept = default;

std::uint64_t Catalog::size() const { return mapped_->size; }

std::string_view Catalog::key(std::uint64_t sample) const {
  mapped_->check_sample(sample);
  return mapped_->text(mapped_->keys, sample);
}

std::string_view Catalog::locator(std::uint64_t sample) const {
  mapped_->check_sample(sample);
  if (mapped_->locators.offsets.empty()) return key(sample);
  const std::string_view locator = mapped_->text(mapped_->locators, sample);
  return locator.empty() ? key(sample) : locator;
}

std::int64_t Catalog::label(std::uint64_t sample) const {
  mapped_->check_sample(sample);
  return mapped_->checked_label(load<std::int64_t>(mapped_->labels, sample), sample,
                                mapped_->class_names.size());
}

std::vector<image::Keypoint> Catalog::keypoints(std::uint64_t sample) const {
  mapped_->check_sample(sample);
  const auto count = static_cast<std::uint64_t>(mapped_->keypoints.count);
  std::vector<image::Keypoint> keypoints(count);
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t at = sample * count + i;
    const auto state = load<std::uint8_t>(mapped_->states, at);
    if (state > 3)
      throw damaged(mapped_->path,
                    fmt::format("a keypoint of sample {} has state {}", sample, state));
    keypoints[i] = {.x = load<float>(mapped_->points, 2 * at),
                    .y = load<float>(mapped_->points, 2 * at + 1),
                    .is_labelled = (state & 1) != 0,
                    .is_visible = (state & 2) != 0};
  }
  return keypoints;
}

std::int64_t Catalog::extra_label(std::uint64_t sample, std::size_t set) const {
  mapped_->check_sample(sample);
  const std::size_t sets = mapped_->extra_labels.size();
  if (set >= sets) throw internal_error("no extra label {} among {}", set, sets);
  return mapped_->checked_label(load<std::int64_t>(mapped_->extra, sample * sets + set), sample,
                                mapped_->extra_labels[set].class_names.size());
}

std::vector<image::ObjectBox> Catalog::boxes(std::uint64_t sample) const {
  mapped_->check_sample(sample);
  if (mapped_->box_offsets.empty()) return {};
  const auto begin = load<std::uint64_t>(mapped_->box_offsets, sample);
  const auto end = load<std::uint64_t>(mapped_->box_offsets, sample + 1);
  if (begin > end || end > mapped_->box_labels.size() / sizeof(std::int64_t)) {
    throw damaged(mapped_->path, fmt::format("the boxes of sample {} have no place", sample));
  }
  std::vector<image::ObjectBox> boxes;
  boxes.reserve(end - begin);
  for (std::uint64_t at = begin; at < end; ++at) boxes.push_back(mapped_->box(at, sample));
  return boxes;
}

std::string_view Catalog::mask(std::uint64_t sample) const {
  mapped_->check_sample(sample);
  return mapped_->has_masks ? mapped_->text(mapped_->masks, sample) : std::string_view{};
}

const image::Shape& Catalog::picture() const { return mapped_->picture; }

const std::vector<LabelSet>& Catalog::extra_labels() const { return mapped_->extra_labels; }

const std::vector<std::string>& Catalog::box_class_names() const {
  return mapped_->box_class_names;
}

bool Catalog::boxes_are_relative() const { return mapped_->boxes_are_relative; }

bool Catalog::has_masks() const { return mapped_->has_masks; }

const std::vector<std::string>& Catalog::class_names() const { return mapped_->class_names; }

const image::KeypointTraits& Catalog::keypoint_traits() const { return mapped_->keypoints; }

const std::vector<std::pair<std::string, std::uint64_t>>& Catalog::skipped() const {
  return mapped_->skipped;
}

const Notes& Catalog::notes() const { return mapped_->notes; }

std::string Catalog::note(std::string_view name) const {
  const auto note = std::ranges::find(mapped_->notes, name, &Notes::value_type::first);
  return note == mapped_->notes.end() ? std::string() : note->second;
}

const std::string& Catalog::digest() const { return mapped_->digest; }

std::string Catalog::compute_digest() const {
  CatalogDigester digester;
  for (std::uint64_t sample = 0; sample < size(); ++sample) {
    digester.add(key(sample), label(sample), keypoints(sample));
    for (std::size_t set = 0; set < extra_labels().size(); ++set) {
      digester.add_extra_label(extra_label(sample, set));
    }
    if (!box_class_names().empty()) digester.add_boxes(boxes(sample));
    if (has_masks()) digester.add_mask(mask(sample));
  }
  if (boxes_are_relative()) digester.add_that_boxes_are_relative();
  return digester.finish(class_names(), extra_labels(), box_class_names());
}

}  // namespace epochmill::source
