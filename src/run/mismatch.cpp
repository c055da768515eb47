#include "run/mismatch.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/error.hpp"

namespace epochmill::run {
namespace {

constexpr const char* kRecipeNote = "recipe";
constexpr const char* kVersionsNote = "versions";
constexpr const char* kStreamNote = "stream_version";

constexpr const char* kRemedy = "choose another [output] path, or delete the folder to start again";

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

void check_same_recipe(const std::string& there, const std::string& now) {
  if (there == now) return;
  const auto old_lines = lines_of(there);
  const auto new_lines = lines_of(now);
  const auto [old_line, new_line] =
      std::mismatch(old_lines.begin(), old_lines.end(), new_lines.begin(), new_lines.end());
  throw usage_error(
      "the output folder is of another recipe: it says `{}` where this one says `{}`; {}",
      old_line == old_lines.end() ? "(nothing)" : *old_line,
      new_line == new_lines.end() ? "(nothing)" : *new_line, kRemedy);
}

// The first sample in which the two differ, in words.
std::string first_difference(const source::Catalog& there, const source::Listing& now) {
  const std::uint64_t count = std::min<std::uint64_t>(there.size(), now.samples.size());
  for (std::uint64_t i = 0; i < count; ++i) {
    const source::Listed& sample = now.samples[i];
    if (there.key(i) < sample.key) return fmt::format("`{}` is gone", there.key(i));
    if (there.key(i) > sample.key) return fmt::format("`{}` is new", sample.key);
    if (there.label(i) != sample.label) {
      return fmt::format("`{}` has label {}, and had {}", sample.key, sample.label, there.label(i));
    }
    if (there.keypoints(i) != sample.keypoints)
      return fmt::format("`{}` has other keypoints", sample.key);
  }
  if (there.size() > count) return fmt::format("`{}` is gone", there.key(count));
  if (now.samples.size() > count) return fmt::format("`{}` is new", now.samples[count].key);
  return "the class names are others";
}

}  // namespace

source::Notes notes_of(const plan::Plan& plan) {
  return {{kRecipeNote, plan.recipe_text()},
          {kVersionsNote, plan.versions()},
          {kStreamNote, streams::kStreamVersion}};
}

std::string recipe_text_of(const source::Catalog& catalog) {
  std::string text = catalog.note(kRecipeNote);
  if (text.empty())
    throw input_error("catalog.h5 notes no recipe: it was not written by `epochmill run`");
  return text;
}

std::string noted_versions(const source::Catalog& catalog) { return catalog.note(kVersionsNote); }

void check_same_output(const source::Catalog& there, const plan::Plan& plan,
                       const source::Listing& listing) {
  const std::string versions = noted_versions(there);
  if (versions != plan.versions()) {
    throw usage_error(
        "the output folder was made by {}, and this is {}: their pixels may differ; {}", versions,
        plan.versions(), kRemedy);
  }
  if (there.note(kStreamNote) != streams::kStreamVersion) {
    throw usage_error("the output folder has streams {}, and this is {}; {}",
                      there.note(kStreamNote), streams::kStreamVersion, kRemedy);
  }
  check_same_recipe(recipe_text_of(there), plan.recipe_text());
  if (there.digest() != plan.facts().catalog_digest) {
    throw usage_error(
        "the source has changed since the output folder was made ({} samples then, {} now): {}; {}",
        there.size(), listing.samples.size(), first_difference(there, listing), kRemedy);
  }
}

}  // namespace epochmill::run
