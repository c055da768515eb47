#include "run/workshop.hpp"

#include <utility>

#include "base/checked.hpp"
#include "run/mismatch.hpp"

namespace epochmill::run {
namespace {

// An output folder's own, so that what another version made can still be verified.
std::string versions_of(const recipe::Recipe& recipe, const source::Catalog& catalog) {
  const std::string noted = noted_versions(catalog);
  return noted.empty() ? program_versions(recipe, catalog.has_masks()) : noted;
}

}  // namespace

std::string program_versions() {
  return "epochmill " EPOCHMILL_VERSION ", " + codec::decoder_versions();
}

std::string program_versions(const recipe::Recipe& recipe, bool has_masks) {
  const plan::EncodingKind& kind = plan::encoding_kind(recipe.encoding);
  std::string versions = program_versions();
  if (!kind.library.empty()) versions += ", " + kind.library;
  if (has_masks && !kind.mask_library.empty()) versions += ", " + kind.mask_library;
  return versions;
}

codec::DecodeOptions decode_options_of(const recipe::Params& source) {
  codec::DecodeOptions options;
  options.exif = source.flag("exif");
  const auto background = source.integers("background");
  for (std::size_t c = 0; c < options.background.size(); ++c) {
    options.background[c] = checked_cast<std::uint8_t>(background.at(c));
  }
  options.max_pixels = checked_cast<std::uint64_t>(source.integer("max_pixels"));
  return options;
}

plan::SourceFacts facts_of(const source::Catalog& catalog) {
  return {.samples = catalog.size(),
          .catalog_digest = catalog.digest(),
          .class_names = catalog.class_names(),
          .extra_labels = catalog.extra_labels(),
          .picture = catalog.picture(),
          .keypoints = catalog.keypoint_traits(),
          .box_class_names = catalog.box_class_names(),
          .has_masks = catalog.has_masks()};
}

Workshop::Workshop(const recipe::Recipe& recipe, source::Catalog catalog)
    : catalog_(std::make_unique<source::Catalog>(std::move(catalog))),
      plan_(recipe, facts_of(*catalog_), versions_of(recipe, *catalog_)),
      source_(source::source_kind(recipe.source_kind).open(recipe.source, *catalog_)),
      decode_options_(decode_options_of(recipe.source)) {}

}  // namespace epochmill::run
