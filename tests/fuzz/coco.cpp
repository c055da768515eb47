// A COCO file: all that a listing of it says, with masks of both kinds.
#include "source/coco.hpp"

#include <array>
#include <string>
#include <vector>

#include "memory_file.hpp"
#include "outcome.hpp"
#include "recipe/params.hpp"
#include "recipe/value.hpp"
#include "source/index_mask.hpp"

namespace {

using namespace epochmill;

constexpr std::uint64_t kMostPixels = 1 << 16;

constexpr std::array kRecipes = {
    "keypoints = true",
    "masks = \"class\"",
    "masks = \"instance\"\nallow_outside = true",
};

// What each of them makes of `file`. Made once: it takes longer than a small file.
std::vector<recipe::Params> params_for(const std::filesystem::path& file) {
  std::vector<recipe::Params> params;
  for (const char* recipe : kRecipes) {
    const std::string text =
        fmt::format("{}\nmax_pixels = {}\npath = \"{}\"\nroot = \"/proc/self\"\n", recipe,
                    kMostPixels, file.string());
    params.push_back(
        recipe::check_params(recipe::parse_toml(text, "recipe"), source::coco_source().schema, {}));
  }
  return params;
}

void check_sample(const source::Listing& listing, const source::Listed& sample) {
  fuzz::require(!sample.key.empty() && sample.key.find('\0') == std::string::npos,
                "a key is empty or has a NUL");
  fuzz::require(static_cast<int>(sample.keypoints.size()) == listing.keypoints.count,
                "a sample has another number of landmarks");
  for (const image::ObjectBox& box : sample.boxes) {
    fuzz::require(box.x0 < box.x1 && box.y0 < box.y1, "a box has no area");
  }
  if (listing.has_masks) {
    const auto mask = source::IndexMask::parse(sample.mask, kMostPixels);
    fuzz::require(mask.text() == sample.mask, "a mask has two texts");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  file.hold({data, size});
  static const auto kList = source::coco_source().list;
  static const std::vector<recipe::Params> kParams = params_for(file.path());
  for (const recipe::Params& params : kParams) {
    source::Listing listing;
    if (!fuzz::is_taken([&] { listing = kList(params, 1); })) continue;
    for (const source::Listed& sample : listing.samples) check_sample(listing, sample);
    source::digest_of(listing);  // refuses, as our own fault, what no catalog may hold
  }
  return 0;
}
