#include "ops/keep.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace epochmill::ops {
namespace {

bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
}

class Keep final : public Op {
 public:
  explicit Keep(const recipe::Params& params) : name_(params.text("name")) {
    if (name_.empty() || !std::all_of(name_.begin(), name_.end(), is_name_character)) {
      throw usage_error(
          "{}: name is \"{}\"; one or more of a-z, 0-9 and _ were expected: it becomes the dataset "
          "/keep/NAME",
          params.where("name").text(), name_);
    }
  }

  std::vector<std::string> draw_names() const override { return {}; }

  image::Shape output_shape(const image::Shape& in, std::span<const float>) const override {
    return in;
  }

  void draw(const streams::Stream&, const image::Shape&, std::span<float>) const override {}

  void apply(std::span<const float>, const streams::Stream&, Sample& sample) const override {
    sample.kept.push_back({name_, sample.image});
  }

  double outcomes(const image::Shape&) const override { return 1; }

 private:
  std::string name_;
};

recipe::ParamSpec name_spec() {
  return {.name = "name",
          .type = recipe::ParamType::kString,
          .default_value = "",
          .meaning = "a-z, 0-9 and _: the picture is stored as /keep/NAME"};
}

}  // namespace

OpKind keep_kind() {
  return {
      .number = 12,
      .schema = {.name = std::string(kKeepName),
                 .summary = "Stores the picture as it is at this place of the recipe, too.",
                 .params = {name_spec()}},
      .help = {.draws = "Nothing.",
               .annotations = "They stay as they are, and are not stored a second time.",
               .torchvision = "It has no such op. This one changes nothing: it is for the "
                              "clean picture before the noise, say, for training a denoiser. "
                              "All kept pictures of a name must have one shape.",
               .example = "name = \"clean\""},
      .make = [](const recipe::Params& params, const OpContext&) -> std::unique_ptr<Op> {
        return std::make_unique<Keep>(params);
      },
      .top_only =
          "the picture would be stored in some epochs and not in others; put it before or behind"};
}

}  // namespace epochmill::ops
