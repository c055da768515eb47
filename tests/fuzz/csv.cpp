// A CSV file: its records, and its listing by a few recipes.
#include "source/csv.hpp"

#include <array>
#include <vector>

#include "memory_file.hpp"
#include "outcome.hpp"
#include "recipe/params.hpp"
#include "recipe/value.hpp"
#include "source/csv_reader.hpp"

namespace {

using namespace epochmill;

constexpr std::array kRecipes = {
    "",
    "num_classes = 10\ndelimiter = \";\"\nallow_outside = true",
    "classes = [\"cat\", \"dog\"]\nheader_rows = 2\nflip_pairs = [[0, 1]]",
    "box = [\"x1\", \"y1\", \"x2\", \"y2\"]\nbox_label = \"class\"\nmask = \"mask\"\nextra_labels "
    "= "
    "[\"colour\"]\none_hot = []",
    "image = \"2\"\nlabel = \"1\"\nheader_rows = 0\npoints = \"none\"",
};

// What each of them makes of `file`. Made once: it takes longer than a small file.
std::vector<recipe::Params> params_for(const std::filesystem::path& file) {
  std::vector<recipe::Params> params;
  for (const char* recipe : kRecipes) {
    const std::string text =
        std::string(recipe) + "\npath = \"" + file.string() + "\"\nroot = \"/proc/self\"\n";
    params.push_back(
        recipe::check_params(recipe::parse_toml(text, "recipe"), source::csv_source().schema, {}));
  }
  return params;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const ByteView bytes(data, size);
  fuzz::is_taken([&] {
    for (source::CsvReader reader(as_text(bytes), ',', "t.csv"); reader.next();) {
    }
  });
  static fuzz::MemoryFile file;
  file.hold(bytes);
  static const auto kList = source::csv_source().list;
  static const std::vector<recipe::Params> kParams = params_for(file.path());
  for (const recipe::Params& params : kParams) {
    source::Listing listing;
    const bool is_listed = fuzz::is_taken([&] { listing = kList(params, 1); });
    if (!is_listed) continue;
    for (const source::Listed& sample : listing.samples) {
      fuzz::require(
          sample.label >= 0 && static_cast<std::size_t>(sample.label) < listing.class_names.size(),
          "a label has no class");
      fuzz::require(sample.key.find('\0') == std::string::npos, "a key has a NUL");
      fuzz::require(static_cast<int>(sample.keypoints.size()) == listing.keypoints.count,
                    "a sample has another number of landmarks");
    }
    for (const source::Listed& sample : listing.samples) {
      fuzz::require(!listing.has_masks || !sample.mask.empty(), "a sample lacks its mask");
    }
    source::digest_of(listing);  // refuses, as our own fault, what no catalog may hold
  }
  return 0;
}
