#include "source/npy.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "image/array_picture.hpp"
#include "source/file_source.hpp"
#include "source/npy_array.hpp"
#include "source/npy_labels.hpp"
#include "source/numbered_samples.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr const char* kArray = "array";
constexpr const char* kLabels = "labels";
constexpr const char* kLabelsArray = "labels_array";
constexpr const char* kLayout = "layout";
constexpr const char* kChannelsFirst = "nchw";
// Keys of eight digits are in the order of their numbers.
constexpr std::uint64_t kMostSamples = 100000000;

std::string text_or_nothing(const recipe::Params& params, const char* name) {
  return params.has(name) ? params.text(name) : std::string();
}

// The rows of an array as pictures.
class Pictures {
 public:
  explicit Pictures(const recipe::Params& params)
      : array_(path_of(params), text_or_nothing(params, kArray), kArray), sides_(array_.sides()) {
    const bool is_channels_first = params.text(kLayout) == kChannelsFirst;
    if (sides_.size() < 2 || sides_.size() > 4 || (is_channels_first && sides_.size() != 4)) {
      throw input_error(
          "{}: an array of shape {}; {} was expected", array_.name(), image::shape_text(sides_),
          is_channels_first ? "for layout = \"nchw\" (samples, channels, height, width)"
                            : "(samples, height, width), (samples, height, width, channels) or, "
                              "for vectors, (samples, length)");
    }
    if (sides_[0] > kMostSamples) {
      throw input_error("{}: {} samples; at most {} are taken", array_.name(), sides_[0],
                        kMostSamples);
    }
    sides_.erase(sides_.begin());
    if (is_channels_first) std::rotate(sides_.begin(), sides_.begin() + 1, sides_.end());
    has_planes_ = is_channels_first;
    shape_ = checked_shape();
    header_ = image::make_npy_header(array_.type(), sides_);
  }

  const std::string& name() const { return array_.name(); }
  std::uint64_t count() const { return array_.sides()[0]; }
  const image::Shape& shape() const { return shape_; }

  // A sample as a .npy of its own, channels last.
  Bytes read(std::uint64_t sample) const {
    const ByteView header = as_bytes(header_);
    Bytes npy(header.begin(), header.end());
    npy.resize(header.size() + checked_cast<std::size_t>(array_.row_bytes()));
    const std::span<std::uint8_t> numbers = std::span(npy).subspan(header.size());
    array_.read_row(sample, numbers);
    if (has_planes_) interleave(numbers);
    return npy;
  }

 private:
  static fs::path path_of(const recipe::Params& params) {
    const std::string& path = params.text(kPath);
    require_file(path, kPath, "name the .npy or .npz file of the samples");
    return path;
  }

  image::Shape checked_shape() const {
    try {
      return image::picture_shape(array_.type(), sides_);
    } catch (const Error& error) {
      throw input_error("{}: its samples: {}", array_.name(), error.what());
    }
  }

  // Planes of one channel each to pixels with their channels side by side.
  void interleave(std::span<std::uint8_t> numbers) const {
    const Bytes planes(numbers.begin(), numbers.end());
    const std::size_t bytes = array_.type().bytes;
    const auto channels = static_cast<std::size_t>(sides_[2]);
    const std::size_t pixels = planes.size() / (bytes * channels);
    const std::uint8_t* from = planes.data();
    for (std::size_t c = 0; c < channels; ++c) {
      for (std::size_t i = 0; i < pixels; ++i, from += bytes) {
        std::copy_n(from, bytes, numbers.data() + (i * channels + c) * bytes);
      }
    }
  }

  NpyArray array_;
  std::vector<std::uint64_t> sides_;  // of a sample, channels last
  bool has_planes_ = false;
  image::Shape shape_;
  std::string header_;
};

class NpySource : public Source {
 public:
  NpySource(Pictures pictures, const Catalog& catalog) : pictures_(std::move(pictures)) {
    if (pictures_.count() == catalog.size() && pictures_.shape() == catalog.picture()) return;
    throw input_error(
        "{}: {} samples, or their shape, are not what the source was listed with, {} samples; put "
        "the file back",
        pictures_.name(), pictures_.count(), catalog.size());
  }

  Bytes read(std::uint64_t sample) const override { return pictures_.read(sample); }

 private:
  Pictures pictures_;
};

NpyArray open_labels(const recipe::Params& params) {
  const std::string array = text_or_nothing(params, kLabelsArray);
  const std::string path = params.has(kLabels) ? params.text(kLabels) : params.text(kPath);
  if (params.has(kLabels)) {
    require_file(path, kLabels,
                 "name the .npy or .npz file of the labels; an array in the .npz of `path` is "
                 "named by `labels_array`");
  }
  return NpyArray(path, array, kLabelsArray, kFateOfOtherLabels);
}

std::vector<std::int64_t> read_labels(const recipe::Params& params, const Pictures& pictures) {
  const bool are_named = params.has(kLabels) || params.has(kLabelsArray);
  if (!are_named && params.has(kNumClassesParam) && params.integer(kNumClassesParam) == 1) {
    return std::vector<std::int64_t>(checked_cast<std::size_t>(pictures.count()), 0);
  }
  if (!are_named) {
    throw input_error(
        "{}: no labels; name their file by `labels` or their array by `labels_array`, or say "
        "num_classes = 1 for data without labels",
        pictures.name());
  }
  const NpyArray array = open_labels(params);
  std::vector<std::int64_t> labels = read_npy_labels(array);
  if (labels.size() != pictures.count()) {
    throw input_error("{}: {} labels for the {} samples of {}", array.name(), labels.size(),
                      pictures.count(), pictures.name());
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    try {
      refuse_label_beyond(params, labels[i]);
    } catch (const Error& error) {
      throw input_error("{}: row {}: {}", array.name(), i, error.what());
    }
  }
  return labels;
}

Listing list_npy_source(const recipe::Params& params, int /*threads*/) {
  const Pictures pictures(params);
  const std::vector<std::int64_t> labels = read_labels(params, pictures);
  Listing listing;
  listing.samples.resize(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    listing.samples[i].key = number_key(i);
    listing.samples[i].label = labels[i];
  }
  listing.class_names = numbered_classes(params, listing.samples);
  listing.picture = pictures.shape();
  return listing;
}

std::unique_ptr<Source> open_npy_source(const recipe::Params& params, const Catalog& catalog) {
  return std::make_unique<NpySource>(Pictures(params), catalog);
}

std::vector<recipe::ParamSpec> npy_params() {
  using recipe::ParamType;
  std::vector<recipe::ParamSpec> params =
      picture_params("the .npy or .npz file of the samples, which its first side counts");
  params.push_back({.name = kArray,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "the samples' array in a .npz of several, such as x_train"});
  params.push_back({.name = kLayout,
                    .type = ParamType::kString,
                    .default_value = "nhwc",
                    .meaning = "order of the sides of an array of four",
                    .choices = {"nhwc", kChannelsFirst}});
  params.push_back({.name = kLabels,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "the .npy or .npz file of the labels; else they are in that of "
                               "`path`",
                    .role = recipe::ParamRole::kLocation});
  params.push_back({.name = kLabelsArray,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "the labels' array in a .npz, such as y_train"});
  params.push_back(num_classes_param());
  return params;
}

}  // namespace

SourceKind npy_source() {
  return {
      .schema =
          {.name = "npy",
           .summary = "NumPy arrays of pictures or vectors, and of their labels",
           .params = npy_params(),
           .notes =
               "Arrays are (samples, height, width), (samples, height, width, channels), or "
               "(samples, length) for vectors, which become pictures of height 1 and one channel. "
               "uint8 of no, 1, 3 or 4 channels (grey, RGB, RGB and alpha) become 8-bit RGB, as "
               "every picture; all else (bool, int8 to int64, uint8 to uint64, float16 to float64, "
               "either byte order) becomes f32 of its own channels, and an integer that f32 does "
               "not hold exactly is an error. Arrays of objects are refused: nothing is unpickled. "
               "Files may be gzip, and members of a .npz deflated; those are held in memory, once "
               "in every rank; all others are read in place. A file must hold exactly what its "
               "header says. Labels are integers of shape (samples,). Keys are 00000000, "
               "00000001, ..."},
      .list = list_npy_source,
      .open = open_npy_source};
}

}  // namespace epochmill::source
