// A catalog: everything of every sample, and its digest.
#include "source/catalog.hpp"

#include <algorithm>

#include "base/digest.hpp"
#include "memory_file.hpp"
#include "outcome.hpp"
#include "seal.hpp"

namespace {

using namespace epochmill;

void read_sample(const source::Catalog& catalog, std::uint64_t sample, Digester& seen) {
  seen.add_text(catalog.key(sample));
  seen.add_text(catalog.locator(sample));
  const std::int64_t label = catalog.label(sample);
  fuzz::require(label >= 0 && static_cast<std::size_t>(label) < catalog.class_names().size(),
                "a label has no class");
  fuzz::require(
      static_cast<int>(catalog.keypoints(sample).size()) == catalog.keypoint_traits().count,
      "a sample has another number of landmarks");
  for (std::size_t set = 0; set < catalog.extra_labels().size(); ++set) {
    const std::int64_t extra = catalog.extra_label(sample, set);
    fuzz::require(extra >= 0 && static_cast<std::size_t>(extra) <
                                    catalog.extra_labels()[set].class_names.size(),
                  "an extra label has no class");
  }
  for (const image::ObjectBox& box : catalog.boxes(sample)) {
    fuzz::require(box.x0 < box.x1 && box.y0 < box.y1, "a box has no area");
    fuzz::require(
        box.label >= 0 && static_cast<std::size_t>(box.label) < catalog.box_class_names().size(),
        "a box has no class");
  }
  fuzz::require(catalog.has_masks() || catalog.mask(sample).empty(), "a mask where none are");
  seen.add_text(catalog.mask(sample));
}

void read_catalog(const std::filesystem::path& path) {
  constexpr std::uint64_t kMostSamples = 256;
  fuzz::is_taken([&] {
    const source::Catalog catalog(path);
    Digester seen;
    for (std::uint64_t i = 0; i < std::min(catalog.size(), kMostSamples); ++i) {
      // A sample that is refused does not spare the others.
      fuzz::is_taken([&] { read_sample(catalog, i, seen); });
    }
    for (const auto& [name, text] : catalog.notes()) seen.add_text(catalog.note(name));
    catalog.compute_digest();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  const ByteView bytes(data, size);
  file.hold(bytes);
  read_catalog(file.path());
  const Bytes sealed = fuzz::sealed_hdf5(bytes);
  if (std::equal(sealed.begin(), sealed.end(), bytes.begin())) return 0;
  file.hold(sealed);
  read_catalog(file.path());
  return 0;
}
