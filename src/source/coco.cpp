#include "source/coco.hpp"

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "source/coco_json.hpp"
#include "source/coco_listing.hpp"
#include "source/csv_paths.hpp"
#include "source/file_source.hpp"
#include "source/flip_pairs.hpp"
#include "source/index_mask.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;
using recipe::ParamSpec;
using recipe::ParamType;

constexpr const char* kRoot = "root";
constexpr const char* kMasks = "masks";
constexpr const char* kKeypointsFlag = "keypoints";
constexpr const char* kAllowOutside = "allow_outside";

fs::path root_of(const recipe::Params& params) {
  if (params.has(kRoot)) return params.text(kRoot);
  const fs::path folder = fs::path(params.text(kPath)).parent_path();
  return folder.empty() ? fs::path(".") : folder;
}

std::uint64_t most_pixels(const recipe::Params& params) {
  return checked_cast<std::uint64_t>(params.integer(kMaxPixels));
}

CocoOptions options_of(const recipe::Params& params) {
  const std::string& masks = params.text(kMasks);
  return {.masks = masks == "class"      ? CocoMasks::kClass
                   : masks == "instance" ? CocoMasks::kInstance
                                         : CocoMasks::kNone,
          .has_keypoints = params.flag(kKeypointsFlag),
          .max_pixels = most_pixels(params),
          .allow_outside = params.flag(kAllowOutside)};
}

// Reads the file's records into `listing`. What is wrong with one is told with the file's name.
void read_records(std::string_view text, const std::string& file, const CocoOptions& options,
                  CocoListing& listing) {
  using Add = void (CocoListing::*)(const nlohmann::json&);
  const auto into = [&](Add add) {
    return [&listing, &file, add](const nlohmann::json& record) {
      try {
        (listing.*add)(record);
      } catch (const Error& error) {
        throw Error(error.kind(), fmt::format("{}: {}", file, error.what()));
      }
    };
  };
  CocoSection images{"images", {"id", "file_name"}, into(&CocoListing::add_image)};
  CocoSection categories{"categories", {"id", "name"}, into(&CocoListing::add_category)};
  CocoSection annotations{"annotations",
                          {"id", "image_id", "category_id", "bbox", "iscrowd", "area"},
                          into(&CocoListing::add_annotation)};
  if (options.masks != CocoMasks::kNone) {
    images.keys.insert(images.keys.end(), {"width", "height"});
    annotations.keys.emplace_back("segmentation");
  }
  if (options.has_keypoints) {
    categories.keys.emplace_back("keypoints");
    annotations.keys.emplace_back("keypoints");
  }
  read_coco_json(text, file, {images, categories});
  read_coco_json(text, file, {annotations});
}

void refuse_linked_out(const fs::path& root, const Listing& listing, const std::string& file,
                       int threads) {
  const auto out = find_linked_out(root, listing.samples, threads);
  if (out.empty()) return;
  throw input_error(
      "{}: {} `file_name` lead(s) out of the root by a symbolic link, the first is {}: "
      "{}",
      file, out.size(), shown(listing.samples[out.front()].key), kStayInside);
}

Listing list_coco_source(const recipe::Params& params, int threads) {
  const std::string& file = params.text(kPath);
  require_file(file, kPath, "name the annotations file, such as instances_train2017.json");
  require_folder(root_of(params), kRoot, "name the folder that every `file_name` starts from");
  const capi::MappedFile mapped{fs::path(file)};
  const CocoOptions options = options_of(params);
  CocoListing records(options);
  read_records(as_text(mapped.bytes()), file, options, records);
  Listing listing;
  try {
    listing = std::move(records).finish();
  } catch (const Error& error) {
    throw Error(error.kind(), fmt::format("{}: {}", file, error.what()));
  }
  if (params.has(kFlipPairs)) {
    listing.keypoints.flip_pairs = checked_flip_pairs(params, listing.keypoints.count);
  }
  if (!options.allow_outside) refuse_linked_out(root_of(params), listing, file, threads);
  return listing;
}

class CocoSource : public Source {
 public:
  CocoSource(const recipe::Params& params, const Catalog& catalog)
      : files_(make_file_source(root_of(params), catalog)),
        catalog_(&catalog),
        max_pixels_(most_pixels(params)) {}

  Bytes read(std::uint64_t sample) const override { return files_->read(sample); }

  Bytes read_mask(std::uint64_t sample) const override {
    if (!catalog_->has_masks()) return Source::read_mask(sample);
    return IndexMask::parse(catalog_->mask(sample), max_pixels_).pnm();
  }

 private:
  std::unique_ptr<Source> files_;
  const Catalog* catalog_;
  std::uint64_t max_pixels_;
};

std::unique_ptr<Source> open_coco_source(const recipe::Params& params, const Catalog& catalog) {
  return std::make_unique<CocoSource>(params, catalog);
}

std::vector<ParamSpec> coco_params() {
  std::vector<ParamSpec> params = picture_params("the annotations file, COCO's JSON");
  params.push_back({.name = kRoot,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "the folder that every `file_name` starts from; else the file's own",
                    .role = recipe::ParamRole::kLocation});
  params.push_back({.name = kMasks,
                    .type = ParamType::kString,
                    .default_value = "\"none\"",
                    .meaning = "class: 1 + the box's label where an object is; instance: 1 + the "
                               "box's place in its sample; 0 elsewhere",
                    .choices = {"none", "class", "instance"}});
  params.push_back({.name = kKeypointsFlag,
                    .type = ParamType::kBool,
                    .default_value = "false",
                    .meaning = "take the landmarks of each picture's largest object that has any"});
  params.push_back(flip_pairs_param());
  params.push_back({.name = kAllowOutside,
                    .type = ParamType::kBool,
                    .default_value = "false",
                    .meaning = "take files outside the root: absolute, through `..`, or by a "
                               "symbolic link"});
  return params;
}

}  // namespace

SourceKind coco_source() {
  return {.schema = {.name = "coco",
                     .summary = "pictures with boxes, masks and landmarks, as a COCO file says",
                     .params = coco_params(),
                     .notes =
                         "Every image is a sample of the class `image`; categories are the classes "
                         "of the boxes, by rising id. An annotation of a crowd gives no box, and "
                         "is in masks of classes only; one without area is left out; both are "
                         "counted. Later annotations lie over earlier ones. A pixel is inside a "
                         "polygon when its centre is. Landmarks named left_ and right_ swap in a "
                         "mirror; v = 1 and v = 2 are both labelled."},
          .list = list_coco_source,
          .open = open_coco_source};
}

}  // namespace epochmill::source
