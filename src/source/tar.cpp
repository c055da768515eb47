#include "source/tar.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "base/error.hpp"
#include "source/numbered_samples.hpp"
#include "source/parallel_each.hpp"
#include "source/picture_name.hpp"
#include "source/picture_params.hpp"
#include "source/shown.hpp"
#include "source/tar_member_source.hpp"
#include "source/tar_names.hpp"
#include "source/tar_pattern.hpp"
#include "source/tar_samples.hpp"

namespace epochmill::source {
namespace {

constexpr const char* kPicture = "image";
constexpr const char* kKey = "key";
constexpr const char* kOneClass = "all";

// A sample and the number of its tar.
struct Found {
  TarSample sample;
  std::size_t tar = 0;
};

struct AllTars {
  std::vector<Found> found;  // sorted by key, all different
  std::set<std::string> folders;
  std::map<std::string, std::uint64_t> skipped;
};

TarRules rules_of(const recipe::Params& params) {
  TarRules rules;
  rules.is_member_key = params.text(kKey) == "member";
  rules.check_label = [&params](std::int64_t label) { refuse_label_beyond(params, label); };
  if (!params.has(kPicture)) return rules;
  std::string_view list = params.text(kPicture);
  while (true) {
    const std::size_t end = list.find(';');
    rules.extensions.push_back(lower_case(list.substr(0, end)));
    if (end == std::string_view::npos) return rules;
    list.remove_prefix(end + 1);
  }
}

void refuse_repeated_keys(const TarFiles& files, const std::vector<Found>& found) {
  const auto key_of = [](const Found& one) -> const std::string& { return one.sample.key; };
  const auto twice = std::ranges::adjacent_find(found, {}, key_of);
  if (twice == found.end()) return;
  const auto again = std::next(twice);
  throw input_error(
      "{}: the sample {} is there again{}; members of a sample must lie side by side (tar "
      "--sort=name), and no two samples may have one key",
      shown((files.root / files.names[again->tar]).native()), shown(again->sample.key),
      again->tar == twice->tar
          ? ", apart from its first members"
          : ", after " + shown((files.root / files.names[twice->tar]).native()));
}

AllTars read_tars(const TarFiles& files, const TarRules& rules, int threads) {
  std::vector<TarContents> contents(files.names.size());
  parallel_each(files.names.size(), threads,
                [&](std::size_t i) { contents[i] = list_tar(files.root / files.names[i], rules); });
  AllTars all;
  for (std::size_t i = 0; i < contents.size(); ++i) {
    for (TarSample& sample : contents[i].samples) all.found.push_back({std::move(sample), i});
    all.folders.merge(contents[i].folders);
    for (const auto& [reason, count] : contents[i].skipped) all.skipped[reason] += count;
    contents[i] = {};
  }
  // Of one key, in the order of tars and places: what an error says depends on the data alone.
  std::ranges::stable_sort(all.found, {},
                           [](const Found& one) -> const std::string& { return one.sample.key; });
  refuse_repeated_keys(files, all.found);
  const std::size_t bare =
      std::erase_if(all.found, [](const Found& one) { return one.sample.picture.empty(); });
  if (bare > 0) all.skipped["sample without a picture"] += bare;
  return all;
}

void refuse_empty(const std::string& path, const TarFiles& files, const AllTars& all) {
  if (!all.found.empty()) return;
  std::vector<std::string> counts;
  for (const auto& [reason, count] : all.skipped) {
    counts.push_back(fmt::format("{} x {}", count, reason));
  }
  throw input_error("{}: no sample with a picture in {} tar files; skipped: {}", shown(path),
                    files.names.size(),
                    counts.empty() ? "nothing" : fmt::to_string(fmt::join(counts, ", ")));
}

// That either all samples have it or none, and whether they do. `what` they have or lack.
template <typename Has>
bool all_or_none(const TarFiles& files, const AllTars& all, const char* what, Has has) {
  const auto with = std::ranges::find_if(all.found, has);
  const auto without = std::ranges::find_if_not(all.found, has);
  if (with == all.found.end()) return false;
  if (without == all.found.end()) return true;
  throw input_error("{}: the sample {} has no {}, and {} has one; all must have it, or none",
                    shown((files.root / files.names[without->tar]).native()),
                    shown(without->sample.key), what, shown(with->sample.key));
}

// The class ids of the samples, and their names.
std::vector<std::string> label_samples(const recipe::Params& params, const TarFiles& files,
                                       AllTars& all, Listing& listing) {
  const bool has_labels = all_or_none(files, all, "label (.cls)",
                                      [](const Found& one) { return one.sample.label >= 0; });
  if (has_labels) {
    for (std::size_t i = 0; i < all.found.size(); ++i) {
      listing.samples[i].label = all.found[i].sample.label;
    }
    return numbered_classes(params, listing.samples);
  }
  const bool has_folders =
      all_or_none(files, all, "folder, which would be its class",
                  [](const Found& one) { return !first_folder(one.sample.picture).empty(); });
  if (!has_folders) return {kOneClass};
  std::vector<std::string> names(all.folders.begin(), all.folders.end());
  for (std::size_t i = 0; i < all.found.size(); ++i) {
    const std::string folder(first_folder(all.found[i].sample.picture));
    listing.samples[i].label = std::ranges::lower_bound(names, folder) - names.begin();
  }
  return names;
}

Listing list_tar_source(const recipe::Params& params, int threads) {
  const TarFiles files = find_tars(params.text(kPath));
  AllTars all = read_tars(files, rules_of(params), threads);
  refuse_empty(params.text(kPath), files, all);
  Listing listing;
  listing.samples.resize(all.found.size());
  listing.class_names = label_samples(params, files, all, listing);
  for (std::size_t i = 0; i < all.found.size(); ++i) {
    Found& one = all.found[i];
    listing.samples[i].locator = tar_locator(one.sample, files.names[one.tar]);
    listing.samples[i].key = std::move(one.sample.key);
  }
  listing.skipped.assign(all.skipped.begin(), all.skipped.end());
  return listing;
}

std::unique_ptr<Source> open_tar_source(const recipe::Params& params, const Catalog& catalog) {
  return make_tar_member_source(find_tars(params.text(kPath)).root, catalog);
}

std::vector<recipe::ParamSpec> tar_params() {
  std::vector<recipe::ParamSpec> params = picture_params(
      "a tar, or a pattern of some: {000..012} and {a,b} anywhere, * and ? in the last name");
  params.push_back({.name = kPicture,
                    .type = recipe::ParamType::kString,
                    .default_value = "none",
                    .meaning =
                        "the picture's extension, as jpg;png, the better one first; else the "
                        "first member with a picture's, or without any"});
  params.push_back(
      {.name = kKey,
       .type = recipe::ParamType::kString,
       .default_value = "\"sample\"",
       .meaning = "sample: members whose paths agree up to the first dot of the base name are one; "
                  "member: every picture is one, its key its whole path, as in a folder source",
       .choices = {"sample", "member"}});
  params.push_back(num_classes_param());
  return params;
}

}  // namespace

SourceKind tar_source() {
  return {
      .schema = {.name = "tar",
                 .summary = "tars of samples as WebDataset writes them, read in place",
                 .params = tar_params(),
                 .notes = "Members that share a key and lie side by side are one sample. Its label "
                          "is the integer in its .cls member; without any, its class is the first "
                          "folder of its path, as of a folder source. ustar, pax, GNU; compressed "
                          "tars are refused. Links, devices and names that start with a dot are "
                          "skipped and counted; absolute paths and `..` are errors, and so is all "
                          "damage."},
      .list = list_tar_source,
      .open = open_tar_source};
}

}  // namespace epochmill::source
