#include "source/hdf5_spec.hpp"

#include <utility>

#include "base/checked.hpp"
#include "capi/hdf5_array.hpp"
#include "source/numbered_samples.hpp"
#include "source/picture_params.hpp"

namespace epochmill::source {
namespace {

constexpr const char* kImage = "image";
constexpr const char* kLabel = "label";
constexpr const char* kKey = "key";
constexpr const char* kLayout = "layout";
constexpr const char* kLabelForm = "label_form";

// As shard/format.hpp has it, of which this room knows no more than anybody who reads the file.
constexpr const char* kShardFormat = "epochmill-shard";
constexpr const char* kShardKey = "/key";

Hdf5LabelForm form_of(const std::string& name) {
  if (name == "column") return Hdf5LabelForm::kColumn;
  return name == "one_hot" ? Hdf5LabelForm::kOneHot : Hdf5LabelForm::kIndex;
}

Hdf5Layout layout_of(const recipe::Params& params) {
  if (!params.has(kLayout)) return Hdf5Layout::kNotSaid;
  return params.text(kLayout) == "nchw" ? Hdf5Layout::kNchw : Hdf5Layout::kNhwc;
}

}  // namespace

std::vector<recipe::ParamSpec> hdf5_params() {
  using recipe::ParamType;
  std::vector<recipe::ParamSpec> params = picture_params(
      "an HDF5 file, or a pattern of some, as of tar: sorted by name they are one dataset");
  params.push_back({.name = kImage,
                    .type = ParamType::kString,
                    .default_value = "\"/image\"",
                    .meaning = "the dataset of the pictures"});
  params.push_back({.name = kLabel,
                    .type = ParamType::kString,
                    .default_value = "\"/label\"",
                    .meaning = "the dataset of the labels; \"\" when there are none: one class"});
  params.push_back({.name = kKey,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "a dataset of texts that name the samples; else they have numbers"});
  params.push_back({.name = kLayout,
                    .type = ParamType::kString,
                    .default_value = "none",
                    .meaning = "nhwc: channels last; nchw: channels first; needed where the shape "
                               "does not tell",
                    .choices = {"nhwc", "nchw"}});
  params.push_back({.name = kLabelForm,
                    .type = ParamType::kString,
                    .default_value = "\"index\"",
                    .meaning = "index: integers, [n]; column: also [n, 1], and reals that are "
                               "integers; one_hot: [n, classes] with one 1 in a row",
                    .choices = {"index", "column", "one_hot"}});
  params.push_back(num_classes_param());
  return params;
}

Hdf5Spec hdf5_spec(const recipe::Params& params, const std::filesystem::path& file) {
  Hdf5Spec spec{.image = params.text(kImage),
                .label = params.text(kLabel),
                .key = params.has(kKey) ? params.text(kKey) : std::string(),
                .layout = layout_of(params),
                .label_form = form_of(params.text(kLabelForm)),
                .max_pixels = checked_cast<std::uint64_t>(params.integer(kMaxPixels))};
  spec.is_shard = capi::h5_root_text(file, "format") == kShardFormat;
  if (spec.is_shard && spec.key.empty()) spec.key = kShardKey;
  if (spec.is_shard) spec.layout = Hdf5Layout::kNhwc;
  return spec;
}

}  // namespace epochmill::source
