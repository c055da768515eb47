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
        "size = [45, 45]\ninterpolation = \"nearest\"", "size = 40\ninterpolation = \"bicubic\"",
        "size = 80\ninterpolation = \"lanczos\"", "size = [30, 120]\nantialias = false"}},
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
        "size = 24\nratio = [3.0, 4.0]\nscale = [0.9, 1.0]",
        "size = 40\nscale = [0.5, 1.0]\ninterpolation = \"bicubic\"",
        "size = 40\nscale = [0.5, 1.0]\nantialias = false"}},
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
      {"random_photometric_distort",
       {"", "p = 1", "p = 0",
        "p = 1\nbrightness = [1, 1]\ncontrast = [1, 1]\nsaturation = [1, 1]\nhue = [0, 0]"}},
      {"random_channel_permutation", {""}},
      {"random_invert", {"", "p = 1"}},
      {"random_posterize", {"bits = 2\np = 1", "bits = 8"}},
      {"random_solarize", {"threshold = 100\np = 1", "threshold = 0.5"}},
      {"random_adjust_sharpness",
       {"sharpness_factor = 2\np = 1", "sharpness_factor = 0.5", "sharpness_factor = 1"}},
      {"random_autocontrast", {"", "p = 1"}},
      {"random_equalize", {"", "p = 1"}},
      {"jpeg_distortion", {"quality = [80, 95]", "quality = 90"}},
      // Not svhn: what comes from outside after an inversion would look like the mark of the tests.
      {"auto_augment", {"", "policy = \"cifar10\"\ninterpolation = \"bilinear\""}},
      {"rand_augment",
       {"", "num_ops = 3\nmagnitude = 5", "num_ops = 1\ninterpolation = \"bilinear\"",
        "magnitude = 0"}},
      {"trivial_augment_wide",
       {"", "num_magnitude_bins = 2", "interpolation = \"bilinear\"\nnum_magnitude_bins = 7"}},
      // Without moves: the mark would be in several places.
      {"aug_mix",
       {"severity = 1", "severity = 1\nmixture_width = 2\nchain_depth = 2\nall_ops = false"}},
      {"elastic_transform",
       {"", "alpha = [80, 40]\nsigma = [4, 6]\nfill = [10, 11, 12]",
        "alpha = 60\ninterpolation = \"nearest\"", "alpha = 0"}},
      {"random_zoom_out", {"", "p = 1\nside_range = [1.2, 1.5]\nfill = 9", "p = 0"}},
      {"random_iou_crop", {"", "min_scale = 0.5\ntrials = 5"}},
      {"scale_jitter",
       {"target_size = 64\nscale_range = [0.6, 1.5]",
        "target_size = [90, 120]\nscale_range = [1, 1]",
        "target_size = 80\nscale_range = [0.5, 1.0]\ninterpolation = \"bicubic\""}},
      {"salt_and_pepper",
       {"", "amount = [0.01, 0.06]\nsalt_vs_pepper = [0.4, 0.6]\nper_channel = true\np = 0.5",
        "amount = 0"}},
      {"random_erasing",
       {"", "p = 1\nvalue = [1, 2, 3]", "p = 1\nvalue = \"random\"\nscale = [0.1, 0.2]", "p = 0"}},
      {"coarse_dropout",
       {"",
        "p = 1\nmax_holes = 3\nmin_holes = 1\nmax_height = 0.3\nmax_width = 0.2\nmin_width = 0.1",
        "p = 1\nmax_holes = 2\nmax_height = 100\nfill = [1, 2, 3]", "p = 0"}},
      {"grid_mask",
       {"", "p = 1\nunit_size = [8, 20]\nratio = 0.4\nrotate = 90", "p = 1\nunit_size = 1",
        "p = 0"}},
      {"mixup", {"", "alpha = 0.2", "alpha = 8\np = 0.5", "p = 0"}},
      {"cutmix", {"", "alpha = 0.2", "alpha = 4\np = 0.5", "p = 0"}},
      {"mosaic",
       {"size = [122, 194]", "size = 100\ncenter_range = [0.5, 0.5]\nfill = [1, 2, 3]",
        "size = [70, 110]\ncenter_range = [0.0, 1.0]\nfill = 114"}},
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
  return op == "random_rotation" || op == "random_affine" || op == "random_perspective" ||
         op == "auto_augment" || op == "rand_augment" || op == "trivial_augment_wide" ||
         op == "elastic_transform";
}

bool hides_pixels(const std::string& op) {
  return op == "salt_and_pepper" || op == "random_erasing" || op == "coarse_dropout" ||
         op == "grid_mask";
}

bool has_drawn_size(const std::string& op, const std::string& params) {
  if (op == "random_zoom_out") return params != "p = 0";
  return op == "random_iou_crop" || op == "scale_jitter" ||
         params.find("expand = true") != std::string::npos;
}

bool needs_known_size(const std::string& op) { return op == "mixup" || op == "cutmix"; }

bool hides_boxes(const std::string& op) { return op == "cutmix"; }

}  // namespace epochmill::ops
