#include "source/folder.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "source/file_source.hpp"
#include "source/folder_walk.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"

namespace epochmill::source {
namespace {

constexpr const char* kOneClass = "all";

std::string counts_of(const std::map<std::string, std::uint64_t>& skipped) {
  if (skipped.empty()) return "nothing else was there either";
  std::vector<std::string> counts;
  for (const auto& [reason, count] : skipped) {
    counts.push_back(fmt::format("{} x {}", count, reason));
  }
  return fmt::format("skipped: {}", fmt::join(counts, ", "));
}

void refuse_empty(const std::string& root, const FoundTree& tree) {
  if (!tree.files.empty()) return;
  throw input_error(
      "{}: no picture in it or in its {} class folders: looked for regular files with a picture's "
      "extension (.jpg, .png, ...) or none; {}",
      root, tree.folders.size(), counts_of(tree.skipped));
}

void refuse_pictures_without_class(const std::string& root, const FoundTree& tree) {
  if (tree.folders.empty()) return;
  const auto has_no_class = [](const std::string& path) {
    return path.find('/') == std::string::npos;
  };
  const auto count = std::ranges::count_if(tree.files, has_no_class);
  if (count == 0) return;
  throw input_error(
      "{}: {} pictures lie beside the {} class folders and have no class, such as {}; move them "
      "into a class folder, or list the pictures in a CSV file (kind = \"csv\")",
      root, count, tree.folders.size(), shown(*std::ranges::find_if(tree.files, has_no_class)));
}

std::int64_t label_of(const std::string& key, const std::vector<std::string>& class_names) {
  const std::string_view folder = std::string_view(key).substr(0, key.find('/'));
  const auto text_of = [](const std::string& name) { return std::string_view(name); };
  return std::ranges::lower_bound(class_names, folder, {}, text_of) - class_names.begin();
}

Listing list_folder_source(const recipe::Params& params, int threads) {
  const std::string& root = params.text(kPath);
  require_folder(root, kPath, "for a table of pictures say kind = \"csv\"");
  FoundTree tree = walk_folder(root, threads);
  refuse_empty(root, tree);
  refuse_pictures_without_class(root, tree);

  Listing listing;
  const bool has_classes = !tree.folders.empty();
  listing.class_names = has_classes ? std::move(tree.folders) : std::vector<std::string>{kOneClass};
  listing.samples.reserve(tree.files.size());
  for (std::string& path : tree.files) {
    Listed sample;
    sample.label = has_classes ? label_of(path, listing.class_names) : 0;
    sample.key = std::move(path);
    listing.samples.push_back(std::move(sample));
  }
  listing.skipped.assign(tree.skipped.begin(), tree.skipped.end());
  return listing;
}

std::unique_ptr<Source> open_folder_source(const recipe::Params& params, const Catalog& catalog) {
  return make_file_source(params.text(kPath), catalog);
}

}  // namespace

SourceKind folder_source() {
  return {.schema = {.name = "folder",
                     .summary = "one folder a class: ROOT/CLASS/.../picture.jpg",
                     .params = picture_params("the folder that holds the class folders"),
                     .notes = "Class ids follow the bytewise order of the class folders' names; an "
                              "empty one keeps its id. Skipped and counted: names that start with "
                              "a dot, files with another extension than a picture's, dead links, "
                              "FIFOs, sockets, devices. Links to folders are followed once per "
                              "real folder."},
          .list = list_folder_source,
          .open = open_folder_source};
}

}  // namespace epochmill::source
