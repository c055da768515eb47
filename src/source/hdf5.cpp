#include "source/hdf5.hpp"

#include <algorithm>
#include <filesystem>
#include <utility>

#include "base/error.hpp"
#include "capi/hdf5_reading.hpp"
#include "source/hdf5_files.hpp"
#include "source/hdf5_labels.hpp"
#include "source/hdf5_pictures.hpp"
#include "source/hdf5_spec.hpp"
#include "source/numbered_samples.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"
#include "source/tar_pattern.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr const char* kRemedy = "for all HDF5 files of a folder say path = \"FOLDER/*.h5\"";
constexpr const char* kOneClass = "all";
// Keys of eight digits are in the order of their numbers.
constexpr std::uint64_t kMostNumbered = 100000000;

// What all files of a source must agree in.
struct Common {
  bool has_labels = true;
  std::vector<std::string> class_names;  // of shards
};

void require_rows(const fs::path& file, const std::string& name, std::uint64_t found,
                  const std::string& image, std::uint64_t pictures) {
  if (found == pictures) return;
  throw input_error("'{}': {} rows in '{}' for the {} pictures of '{}'; each has one",
                    file.string(), found, name, pictures, image);
}

std::vector<std::string> shard_classes(const fs::path& file) {
  std::vector<std::string> names =
      capi::open_finished(file, capi::H5Maker::kAnyone)->texts("class_names");
  if (names.empty()) throw input_error("'{}': a shard without class names", file.string());
  return names;
}

std::int64_t most_classes(const recipe::Params& params, const Common& common) {
  if (!common.class_names.empty()) return std::ssize(common.class_names);
  return params.has(kNumClassesParam) ? params.integer(kNumClassesParam) : kMostClasses;
}

// Appends a file's samples. The first one says what the others must be like.
void list_file(const recipe::Params& params, const TarFiles& files, std::size_t index,
               Common& common, Listing& listing) {
  const fs::path file = files.root / files.names[index];
  const Hdf5Spec spec = hdf5_spec(params, file);
  std::vector<std::string> classes;
  if (spec.is_shard) classes = shard_classes(file);
  if (index == 0)
    common = {.has_labels = !spec.label.empty(), .class_names = std::move(classes)};
  else if (classes != common.class_names) {
    throw input_error("'{}' has other class names than '{}'; they are not of one dataset",
                      file.string(), (files.root / files.names[0]).string());
  }
  const std::uint64_t pictures = Hdf5Pictures(file, spec).rows();
  std::vector<std::int64_t> labels;
  if (common.has_labels) {
    labels = read_hdf5_labels(file, spec, most_classes(params, common));
    require_rows(file, spec.label, labels.size(), spec.image, pictures);
  }
  std::vector<std::string> keys;
  if (!spec.key.empty()) {
    keys = read_hdf5_keys(file, spec);
    require_rows(file, spec.key, keys.size(), spec.image, pictures);
  }
  const std::uint64_t before = listing.samples.size();
  if (pictures > kMostNumbered - before) {
    throw input_error("'{}': more than {} pictures", file.string(), kMostNumbered);
  }
  for (std::uint64_t row = 0; row < pictures; ++row) {
    Listed& sample = listing.samples.emplace_back();
    sample.key = keys.empty() ? number_key(before + row) : std::move(keys[row]);
    sample.locator = hdf5_locator(row, files.names[index]);
    if (!labels.empty()) sample.label = labels[row];
  }
}

void sort_by_key(Listing& listing) {
  std::ranges::stable_sort(listing.samples, {}, &Listed::key);
  const auto twice = std::ranges::adjacent_find(listing.samples, {}, &Listed::key);
  if (twice == listing.samples.end()) return;
  throw input_error(
      "two samples have the key {}: row {} and row {}; name another dataset by `key`, "
      "or none",
      shown(twice->key), shown(twice->locator), shown(std::next(twice)->locator));
}

Listing list_hdf5_source(const recipe::Params& params, int /*threads*/) {
  const TarFiles files = find_files(params.text(kPath), kRemedy);
  Listing listing;
  Common common;
  for (std::size_t i = 0; i < files.names.size(); ++i) {
    list_file(params, files, i, common, listing);
  }
  sort_by_key(listing);
  if (!common.class_names.empty()) {
    listing.class_names = std::move(common.class_names);
  } else {
    listing.class_names = common.has_labels ? numbered_classes(params, listing.samples)
                                            : std::vector<std::string>{kOneClass};
  }
  return listing;
}

std::unique_ptr<Source> open_hdf5_source(const recipe::Params& params, const Catalog& catalog) {
  return make_hdf5_files(find_files(params.text(kPath), kRemedy).root, params, catalog);
}

}  // namespace

SourceKind hdf5_source() {
  return {
      .schema = {.name = "hdf5",
                 .summary = "pictures and labels in datasets of HDF5 files, shards among them",
                 .params = hdf5_params(),
                 .notes =
                     "Pictures: u8 or other numbers of shape (n, height, width), (n, height, "
                     "width, channels) or channels first, with 1, 3 or 4 of them; or encoded ones, "
                     "in u8 of variable length or opaque bytes. A shard of epochmill brings its "
                     "keys and class names. Labels are integers from 0, one a picture; anything "
                     "else is an error that says what training would have made of it. Links, "
                     "storage and virtual datasets that lead into other files are refused, and so "
                     "are filters that HDF5 does not have here. Keys are 00000000, 00000001, ... "
                     "over all files, or those of `key`."},
      .list = list_hdf5_source,
      .open = open_hdf5_source};
}

}  // namespace epochmill::source
