#include "source/idx.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "source/file_source.hpp"
#include "source/idx_file.hpp"
#include "source/numbered_samples.hpp"
#include "source/picture_params.hpp"
#include "source/raw_pnm.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

namespace fs = std::filesystem;

constexpr const char* kLabels = "labels";
// Keys of eight digits are in the order of their numbers.
constexpr std::uint64_t kMostPictures = 100000000;

// "train-labels-idx1-ubyte" for "train-images-idx3-ubyte": the name in MNIST's manner.
std::string labels_name(std::string name) {
  constexpr std::pair<std::string_view, std::string_view> kWords[] = {{"images", "labels"},
                                                                      {"idx3", "idx1"}};
  for (const auto& [from, to] : kWords) {
    const std::size_t at = name.find(from);
    if (at != std::string::npos) name.replace(at, from.size(), to);
  }
  return name;
}

fs::path labels_path(const recipe::Params& params) {
  if (params.has(kLabels)) {
    require_file(params.text(kLabels), kLabels, "name the IDX file of the labels");
    return params.text(kLabels);
  }
  const fs::path images = params.text(kPath);
  const std::string name = labels_name(images.filename().native());
  const bool is_gz = name.ends_with(".gz");
  const std::string other = is_gz ? name.substr(0, name.size() - 3) : name + ".gz";
  for (const std::string& candidate : {name, other}) {
    std::error_code ignored;
    fs::path path = images.parent_path() / candidate;
    if (path != images && fs::is_regular_file(path, ignored)) return path;
  }
  throw input_error("{}: no file of labels beside it, {} or {}; name it by `labels`",
                    shown(images.native()), shown(name), shown(other));
}

IdxFile open_images(const recipe::Params& params) {
  const std::string& path = params.text(kPath);
  require_file(path, kPath, "name the IDX file of the pictures, as train-images-idx3-ubyte");
  IdxFile images{fs::path(path)};
  const auto& sides = images.sides();
  if (images.type() != IdxType::kU8 || sides.size() != 3 ||
      std::ranges::any_of(sides, [](std::uint64_t side) { return side == 0; })) {
    throw input_error(
        "{}: an IDX file of type {:#04x} and rank {}; pictures are bytes (type 0x08) of rank 3 "
        "(number, rows, columns), with no side of 0",
        shown(path), static_cast<int>(images.type()), sides.size());
  }
  if (sides[0] > kMostPictures || !std::in_range<int>(sides[1]) || !std::in_range<int>(sides[2])) {
    throw input_error("{}: {} pictures of {} x {} are too many or too large", shown(path), sides[0],
                      sides[1], sides[2]);
  }
  return images;
}

class IdxSource : public Source {
 public:
  IdxSource(IdxFile images, std::uint64_t samples)
      : images_(std::move(images)),
        size_{.height = checked_cast<int>(images_.sides()[1]),
              .width = checked_cast<int>(images_.sides()[2])} {
    if (images_.sides()[0] == samples) return;
    throw input_error("{}: {} pictures, and {} when the source was listed; put the file back",
                      shown(images_.path().native()), images_.sides()[0], samples);
  }

  Bytes read(std::uint64_t sample) const override {
    RawPnm pnm(size_, 1);
    images_.read(pnm.samples(), checked_mul<std::uint64_t>(sample, pnm.samples().size()));
    return std::move(pnm).finish();
  }

 private:
  IdxFile images_;
  image::Size size_;
};

Listing list_idx_source(const recipe::Params& params, int /*threads*/) {
  const IdxFile images = open_images(params);
  const IdxFile labels_file(labels_path(params));
  const std::vector<std::int64_t> labels = read_idx_labels(labels_file);
  const std::string labels_name_shown = shown(labels_file.path().native());
  if (labels.size() != images.sides()[0]) {
    throw input_error("{}: {} labels for the {} pictures of {}", labels_name_shown, labels.size(),
                      images.sides()[0], shown(images.path().native()));
  }
  Listing listing;
  listing.picture.height = checked_cast<int>(images.sides()[1]);
  listing.picture.width = checked_cast<int>(images.sides()[2]);
  listing.samples.resize(labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) {
    try {
      refuse_label_beyond(params, labels[i]);
    } catch (const Error& error) {
      throw input_error("{}: row {}: {}", labels_name_shown, i, error.what());
    }
    listing.samples[i].key = number_key(i);
    listing.samples[i].label = labels[i];
  }
  listing.class_names = numbered_classes(params, listing.samples);
  return listing;
}

std::unique_ptr<Source> open_idx_source(const recipe::Params& params, const Catalog& catalog) {
  return std::make_unique<IdxSource>(open_images(params), catalog.size());
}

std::vector<recipe::ParamSpec> idx_params() {
  std::vector<recipe::ParamSpec> params =
      picture_params("the IDX file of the pictures, plain or gzip");
  params.push_back({.name = kLabels,
                    .type = recipe::ParamType::kString,
                    .default_value = "none",
                    .meaning = "the IDX file of the labels; else the one beside it whose name has "
                               "labels for images, idx1 for idx3",
                    .role = recipe::ParamRole::kLocation});
  params.push_back(num_classes_param());
  return params;
}

}  // namespace

SourceKind idx_source() {
  return {
      .schema = {.name = "idx",
                 .summary = "grey pictures and their labels in two IDX files, as MNIST",
                 .params = idx_params(),
                 .notes = "Files may be gzip, whatever their names; the pictures of such a file "
                          "are held in memory, once in every rank. A file must hold exactly "
                          "what its header says. Keys are 00000000, 00000001, ..."},
      .list = list_idx_source,
      .open = open_idx_source};
}

}  // namespace epochmill::source
