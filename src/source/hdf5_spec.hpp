// Which datasets of an HDF5 file the user means, and what they are.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "recipe/params.hpp"

namespace epochmill::source {

enum class Hdf5Layout { kNotSaid, kNhwc, kNchw };
enum class Hdf5LabelForm { kIndex, kColumn, kOneHot };

struct Hdf5Spec {
  std::string image;
  std::string label;  // empty: none, every sample is of one class
  std::string key;    // empty: none, samples have numbers
  Hdf5Layout layout = Hdf5Layout::kNotSaid;
  Hdf5LabelForm label_form = Hdf5LabelForm::kIndex;
  std::uint64_t max_pixels = 0;
  bool is_shard = false;  // epochmill's own: its layout, keys and class names are known
};

// All parameters of the source.
std::vector<recipe::ParamSpec> hdf5_params();

// What `params` say of `file`. Throws as capi::H5Array for a file that is none of HDF5's.
Hdf5Spec hdf5_spec(const recipe::Params& params, const std::filesystem::path& file);

}  // namespace epochmill::source
