#include "ops/contract_cases.hpp"

#include <map>

namespace epochmill::ops {
namespace {

constexpr const char* kFlip = "op = \"random_horizontal_flip\"\n";
constexpr const char* kGrey = "op = \"random_grayscale\"\np = 0.5\n";
constexpr const char* kJitter = "op = \"color_jitter\"\nbrightness = 0.4\nhue = 0.1\n";
constexpr const char* kBlur = "op = \"gaussian_blur\"\nkernel_size = 3\n";
constexpr const char* kCrop = "op = \"random_crop\"\nsize = [50, 60]\n";
constexpr const char* kCenter = "op = \"center_crop\"\nsize = [50, 60]\n";
constexpr const char* kBack = "op = \"resize\"\nsize = [61, 97]\n";
// Of a weight of 0: never looked at.
constexpr const char* kTooLarge = "op = \"random_crop\"\nsize = 4000\n";

std::string inside(const std::vector<std::string>& ops) {
  std::string text;
  for (const std::string& op : ops) text += "[[augment.ops]]\n" + op;
  return text;
}

}  // namespace

std::vector<std::string> contract_cases(const std::string& op) {
  static const std::map<std::string, std::vector<std::string>> cases = {
      {"resize",
       {"size = 40", "size = [122, 194]", "size = [50, 150]", "size = 32\nmax_size = 45",
        "size = [45, 45]\ninterpolation = \"nearest\""}},
      {"center_crop", {"size = 40", "size = [61, 50]", "size = [100, 120]", "size = [40, 130]"}},
      {"pad",
       {"padding = 3", "padding = [2, 5]\nfill = [10, 11, 12]",
        "padding = [1, 2, 3, 4]\npadding_mode = \"edge\"",
        "padding = 4\npadding_mode = \"reflect\"",
        "padding = [3, 0]\npadding_mode = \"symmetric\""}},
      {"random_crop",
       {"size = 48", "size = [61, 97]", "size = [50, 60]\npadding = 4",
        "size = [90, 120]\npad_if_needed = true",
        "size = 60\npadding = [1, 2, 3, 4]\npadding_mode = \"reflect\""}},
      {"random_resized_crop",
       {"size = 64", "size = [50, 70]\nscale = [0.3, 1.0]",
        "size = 32\ninterpolation = \"nearest\"",
        "size = 24\nratio = [3.0, 4.0]\nscale = [0.9, 1.0]"}},
      {"random_horizontal_flip", {"", "p = 0", "p = 1.0"}},
      {"random_vertical_flip", {"", "p = 0", "p = 1.0"}},
      {"color_jitter",
       {"", "brightness = 0.4\ncontrast = 0.4\nsaturation = 0.4\nhue = 0.1",
        "contrast = [0.5, 1.5]", "brightness = [0.7, 0.7]\nhue = [-0.5, 0.5]"}},
      {"random_grayscale", {"", "p = 1"}},
      {"gaussian_blur",
       {"kernel_size = 5", "kernel_size = [3, 7]\nsigma = 1.5", "kernel_size = 1"}},
      {"gaussian_noise", {"sigma = 0.01", "mean = 0.05\nsigma = 0.01\nclip = false", "sigma = 0"}},
      {"normalize",
       {"mean = [0.485, 0.456, 0.406]\nstd = [0.229, 0.224, 0.225]", "mean = 0.5\nstd = 0.5"}},
      {"keep", {"name = \"clean_1\""}},
      {"random_rotation",
       {"degrees = 10", "degrees = [-180, 180]\ninterpolation = \"bilinear\"",
        "degrees = 40\nexpand = true\nfill = [10, 11, 12]", "degrees = 0",
        "degrees = [80, 100]\ncenter = [30, 40.5]"}},
      {"random_affine",
       {"degrees = 15\ntranslate = [0.1, 0.2]\nscale = [0.8, 1.25]", "degrees = 0",
        "degrees = [-10, 20]\nshear = [-10, 10, -5, 5]\ninterpolation = \"bilinear\"",
        "degrees = 0\ntranslate = [0.01, 0.0]\nfill = 9",
        "degrees = 0\nscale = [0.7, 1.4]\nshear = 8\ncenter = [10, 20]"}},
      {"random_perspective",
       {"", "p = 1\nfill = 3", "p = 1\ndistortion_scale = 0.3\ninterpolation = \"nearest\"",
        "p = 0", "distortion_scale = 0.0"}},
      {"five_crop", {"size = [40, 60]", "size = 61"}},
      {"ten_crop", {"size = 40", "size = [50, 45]\nvertical_flip = true"}},
      {"random_apply",
       {inside({kFlip}), "p = 1\n" + inside({kJitter, kCrop}), "p = 0\n" + inside({kCrop}),
        "p = 0.3\n" + inside({kBlur, kFlip}), "p = 1\n" + inside({kCrop, kBack})}},
      {"random_choice",
       {inside({kFlip, kJitter}), "p = [0, 3, 1]\n" + inside({kTooLarge, kCrop, kCenter}),
        "p = 7\n" + inside({kFlip})}},
      {"random_order",
       {inside({kFlip, kJitter, kBlur}), inside({kCrop}), inside({kFlip, kCrop, kGrey})}},
      {"to_dtype", {"dtype = \"float32\"\nscale = true", "dtype = \"uint8\""}},
  };
  const auto found = cases.find(op);
  return found == cases.end() ? std::vector<std::string>{} : found->second;
}

bool turns_boxes(const std::string& op) {
  return op == "random_rotation" || op == "random_affine" || op == "random_perspective";
}

}  // namespace epochmill::ops
