// Sources as a recipe would ask for them, and what went wrong.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "recipe/params.hpp"
#include "recipe/value.hpp"
#include "source/picture_params.hpp"
#include "source/source.hpp"

namespace epochmill::source {

inline bool has_path(const std::string& kind) {
  const auto& params = source_kind(kind).schema.params;
  return std::ranges::any_of(params, [](const auto& spec) { return spec.name == kPath; });
}

// The parameters of a source at `path`, if it lies anywhere; `more` is TOML.
inline recipe::Params params_of(const std::string& kind, const std::filesystem::path& path,
                                const std::string& more = "") {
  const std::string at = has_path(kind) ? "path = '''" + path.string() + "'''\n" : "";
  const std::string text = at + more;
  return recipe::check_params(recipe::parse_toml(text, "recipe.toml"), source_kind(kind).schema,
                              {});
}

inline Listing list(const std::string& kind, const std::filesystem::path& path,
                    const std::string& more = "", int threads = 2) {
  return source_kind(kind).list(params_of(kind, path, more), threads);
}

inline std::vector<std::string> keys_of(const Listing& listing) {
  std::vector<std::string> keys;
  for (const Listed& sample : listing.samples) keys.push_back(sample.key);
  return keys;
}

inline std::vector<std::int64_t> labels_of(const Listing& listing) {
  std::vector<std::int64_t> labels;
  for (const Listed& sample : listing.samples) labels.push_back(sample.label);
  return labels;
}

// The message of the Error of this kind that `work` throws; "" and a test failure when it throws
// none, or another.
inline std::string message_of(ErrorKind kind, const std::function<void()>& work) {
  try {
    work();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.what();
  }
  ADD_FAILURE() << "nothing was thrown";
  return "";
}

}  // namespace epochmill::source
