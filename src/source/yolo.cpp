#include "source/yolo.hpp"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <set>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/bad_rows.hpp"
#include "source/csv_paths.hpp"
#include "source/file_source.hpp"
#include "source/folder_walk.hpp"
#include "source/parallel_each.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"
#include "source/yolo_boxes.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using recipe::ParamSpec;
using recipe::ParamType;

constexpr const char* kBoxes = "boxes";
constexpr const char* kMasks = "masks";
constexpr const char* kClasses = "classes";
constexpr const char* kNumClasses = "num_classes";
constexpr const char* kAllowOutside = "allow_outside";

// The file that belongs to a picture: the same path with another extension.
std::string path_of(const std::string& key, const char* extension) {
  const std::size_t name = key.rfind('/') == std::string::npos ? 0 : key.rfind('/') + 1;
  const std::size_t dot = key.rfind('.');
  const bool has_extension = dot != std::string::npos && dot > name;
  return key.substr(0, has_extension ? dot : key.size()) + extension;
}

std::vector<std::string> class_names_of(const recipe::Params& params) {
  if (params.has(kClasses) == params.has(kNumClasses)) {
    throw usage_error(
        "{}: a yolo source needs either `classes`, the names by rising number, or `num_classes`, "
        "how many there are; found {}",
        params.where(kPath).text(), params.has(kClasses) ? "both" : "neither");
  }
  std::vector<std::string> names;
  if (params.has(kClasses)) {
    names = params.texts(kClasses);
    if (std::set<std::string>(names.begin(), names.end()).size() == names.size()) return names;
    throw usage_error("{}: `classes` has a name twice; each is one class",
                      params.where(kClasses).text());
  }
  for (std::int64_t i = 0; i < params.integer(kNumClasses); ++i) names.push_back(fmt::to_string(i));
  return names;
}

// Two pictures that differ in their extensions alone would have one file of boxes.
void refuse_shared_texts(const fs::path& root, const std::vector<Listed>& samples,
                         const std::vector<Listed>& texts) {
  std::vector<std::size_t> order(texts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto text_of = [&](std::size_t i) -> const std::string& { return texts[i].locator; };
  std::ranges::stable_sort(order, {}, text_of);
  const auto twice = std::ranges::adjacent_find(order, {}, text_of);
  if (twice == order.end()) return;
  throw input_error(
      "{}: the pictures {} and {} would share one file of boxes; rename one, or take it out",
      root.string(), shown(samples[*twice].key), shown(samples[*std::next(twice)].key));
}

void refuse_linked_out(const fs::path& root, const std::vector<Listed>& samples, int threads,
                       std::string Listed::*member) {
  const auto out = find_linked_out(root, samples, threads, member);
  if (out.empty()) return;
  throw input_error(
      "{}: {} path(s) lead out of this folder by a symbolic link, the first is {}; take it out, or "
      "say allow_outside = true if it is meant",
      root.string(), out.size(), shown(samples[out.front()].*member));
}

// Whether root / `path` is a file; throws `input` for anything else that is there.
bool is_there(const fs::path& path) {
  std::error_code error;
  const fs::file_type type = fs::status(path, error).type();
  if (type == fs::file_type::regular) return true;
  if (type == fs::file_type::not_found) return false;
  if (error) throw io_error("{}: cannot be looked at: {}", path.string(), error.message());
  throw input_error("{}: expected a file, this is none; take it away", path.string());
}

// Reads every picture's boxes; `texts` are the samples' files, in their `locator`.
void read_boxes(const fs::path& folder, const std::vector<Listed>& texts, std::int64_t classes,
                int threads, std::vector<Listed>& samples) {
  std::vector<YoloBoxes> read(samples.size());
  std::vector<char> found(samples.size());
  parallel_each(samples.size(), threads, [&](std::size_t i) {
    const fs::path path = folder / fs::path(texts[i].locator);
    if (!is_there(path)) return;
    found[i] = 1;
    read[i] = read_yolo_boxes(as_text(capi::read_file(path)), classes);
  });
  if (std::ranges::count(found, 1) == 0) {
    throw input_error(
        "{}: none of the {} pictures has a file of boxes here; the first would be {}: correct "
        "`boxes` in the recipe's [source]",
        folder.string(), samples.size(), shown(texts.front().locator));
  }
  BadRows bad(folder.string());
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (auto& [line, fault] : read[i].bad) {
      bad.add((folder / fs::path(texts[i].locator)).string(), line, std::move(fault));
    }
    samples[i].boxes = std::move(read[i].boxes);
  }
  bad.throw_if_any();
}

void find_masks(const fs::path& folder, int threads, std::vector<Listed>& samples) {
  for (Listed& sample : samples) sample.mask = path_of(sample.key, ".png");
  parallel_each(samples.size(), threads, [&](std::size_t i) {
    if (is_there(folder / fs::path(samples[i].mask))) return;
    throw input_error("{}: no mask {} of the picture {}; where `masks` is given, every one has one",
                      folder.string(), shown(samples[i].mask), shown(samples[i].key));
  });
}

fs::path boxes_folder(const recipe::Params& params) {
  return params.text(params.has(kBoxes) ? kBoxes : kPath);
}

std::vector<Listed> samples_of(FoundTree& tree, const std::string& root) {
  if (tree.files.empty()) {
    throw input_error(
        "{}: no picture in it: looked for regular files with a picture's extension (.jpg, .png, "
        "...) or none",
        root);
  }
  std::vector<Listed> samples;
  for (std::string& path : tree.files) samples.emplace_back().key = std::move(path);
  return samples;
}

Listing list_yolo_source(const recipe::Params& params, int threads) {
  const std::string& root = params.text(kPath);
  require_folder(root, kPath, "for a table of pictures say kind = \"csv\"");
  Listing listing;
  listing.box_class_names = class_names_of(params);
  listing.class_names = {"image"};
  listing.boxes_are_relative = true;
  listing.has_masks = params.has(kMasks);
  require_folder(boxes_folder(params), kBoxes, "name the folder of the text files");
  FoundTree tree = walk_folder(root, threads);
  listing.samples = samples_of(tree, root);
  listing.skipped.assign(tree.skipped.begin(), tree.skipped.end());

  std::vector<Listed> texts(listing.samples.size());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    texts[i].locator = path_of(listing.samples[i].key, ".txt");
  }
  refuse_shared_texts(root, listing.samples, texts);
  const bool stays_inside = !params.flag(kAllowOutside);
  if (stays_inside) {
    refuse_linked_out(root, listing.samples, threads, &Listed::key);
    refuse_linked_out(boxes_folder(params), texts, threads, &Listed::locator);
  }
  const auto classes = static_cast<std::int64_t>(listing.box_class_names.size());
  read_boxes(boxes_folder(params), texts, classes, threads, listing.samples);
  if (!listing.has_masks) return listing;
  require_folder(params.text(kMasks), kMasks, "name the folder of the masks");
  find_masks(params.text(kMasks), threads, listing.samples);
  if (stays_inside) {
    refuse_linked_out(params.text(kMasks), listing.samples, threads, &Listed::mask);
  }
  return listing;
}

class YoloSource : public Source {
 public:
  YoloSource(const recipe::Params& params, const Catalog& catalog)
      : pictures_(make_file_source(params.text(kPath), catalog)), catalog_(&catalog) {
    if (params.has(kMasks)) masks_ = params.text(kMasks);
  }

  Bytes read(std::uint64_t sample) const override { return pictures_->read(sample); }

  Bytes read_mask(std::uint64_t sample) const override {
    if (!catalog_->has_masks()) return Source::read_mask(sample);
    if (masks_.empty()) {
      throw input_error("where its masks lie is not known; say --set source.masks=FOLDER");
    }
    return capi::read_file(masks_ / fs::path(catalog_->mask(sample)));
  }

 private:
  std::unique_ptr<Source> pictures_;
  const Catalog* catalog_;
  fs::path masks_;
};

std::unique_ptr<Source> open_yolo_source(const recipe::Params& params, const Catalog& catalog) {
  return std::make_unique<YoloSource>(params, catalog);
}

std::vector<ParamSpec> yolo_params() {
  std::vector<ParamSpec> params = picture_params("the folder of the pictures");
  params.push_back({.name = kBoxes,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "the folder of the text files; else they lie beside the pictures",
                    .role = recipe::ParamRole::kLocation});
  params.push_back({.name = kMasks,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "the folder of the masks, PNGs of one channel whose values are "
                               "indices; then every picture has one",
                    .role = recipe::ParamRole::kLocation});
  params.push_back({.name = kClasses,
                    .type = ParamType::kStringList,
                    .default_value = "none",
                    .meaning = "the names of the boxes' classes, in the order of their numbers"});
  params.push_back({.name = kNumClasses,
                    .type = ParamType::kInteger,
                    .default_value = "none",
                    .meaning = "how many classes there are, where they have no names",
                    .min = 1,
                    .max = 1000000});
  params.push_back({.name = kAllowOutside,
                    .type = ParamType::kBool,
                    .default_value = "false",
                    .meaning = "take files that symbolic links lead out of these folders to"});
  return params;
}

}  // namespace

SourceKind yolo_source() {
  return {
      .schema = {.name = "yolo",
                 .summary = "a folder of pictures, and a text file of boxes for each",
                 .params = yolo_params(),
                 .notes = "Each line of NAME.txt is an object in NAME.jpg: class, centre x, centre "
                          "y, width, height, all but the class as parts of the picture's sides. A "
                          "picture without a file has no objects. Every image is a sample of the "
                          "class `image`. Every bad line is an error with its file and number."},
      .list = list_yolo_source,
      .open = open_yolo_source};
}

}  // namespace epochmill::source
