// The files of CIFAR-10 and CIFAR-100 in their binary versions: records of one label byte (of
// CIFAR-100 two: coarse, fine), then 32 x 32 red, 32 x 32 green, 32 x 32 blue bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "recipe/params.hpp"

namespace epochmill::source {

inline constexpr int kCifarSide = 32;
inline constexpr std::size_t kCifarPixels = std::size_t{kCifarSide} * kCifarSide;

struct CifarFile {
  std::filesystem::path path;
  std::string name;  // without .bin: the first part of its samples' keys
  std::uint64_t records = 0;
};

struct CifarSet {
  std::vector<CifarFile> files;  // in the order of their samples' keys
  std::size_t label_bytes = 1;
  std::size_t label_at = 0;  // of the one that the recipe asks for
  std::int64_t classes = 10;
  const char* names_file = "";  // beside the files, if it is there: one class a line

  std::size_t record_bytes() const { return label_bytes + 3 * kCifarPixels; }
};

// What `path`, `split`, `variant` and `label` of the recipe ask for. Throws `input` when a file is
// missing, or its size is no number of whole records, and `usage` when the files are of no variant
// that their names tell, or have no coarse label.
CifarSet find_cifar(const recipe::Params& params);

// Those parameters but `path`.
std::vector<recipe::ParamSpec> cifar_params();

// The names of the classes: the lines of names_file, else numbers. Throws `input` when there are
// not as many lines as classes, or one is empty or twice.
std::vector<std::string> cifar_class_names(const CifarSet& set);

}  // namespace epochmill::source
