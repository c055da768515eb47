#include "shard/attributes.hpp"

#include <algorithm>

#include "base/error.hpp"

namespace epochmill::shard {
namespace {

constexpr std::size_t kDigestDigits = 32;

// A shard that was never finished: no XXH3 digest of ours has been seen to be all zeros.
const std::string kNoDigest(kDigestDigits, '0');

void check_format(const capi::H5Reading& file, const std::filesystem::path& path) {
  if (!file.has_attribute("format") || file.text("format") != kFormat) {
    throw input_error(
        "'{}' is an HDF5 file, but no epochmill shard: its attribute 'format' is not '{}'",
        path.string(), kFormat);
  }
  const std::uint64_t version = file.u64("format_version");
  if (version != kFormatVersion) {
    throw input_error(
        "'{}' has shard format version {}, and this epochmill reads version {}; use the epochmill "
        "that made it",
        path.string(), version, kFormatVersion);
  }
}

bool is_digest(const std::string& text) {
  return text.size() == kDigestDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string::npos;
}

}  // namespace

void write_attributes(capi::H5File& file, const Header& header,
                      const std::vector<std::string>& dataset_names) {
  file.set_text("format", kFormat);
  file.set_u64("format_version", kFormatVersion);
  file.set_text("recipe", header.recipe_text);
  file.set_text("recipe_digest", header.recipe_digest);
  file.set_text("catalog_digest", header.catalog_digest);
  file.set_u64("seed", header.seed);
  file.set_u64("epoch", header.epoch);
  file.set_u64("shard", header.shard);
  file.set_texts("class_names", header.class_names);
  file.set_text("stream_version", header.stream_version);
  file.set_text("versions", header.versions);
  file.set_texts("datasets", dataset_names);
  file.set_text("content_digest", kNoDigest);
}

void write_content_digest(capi::H5File& file, const std::string& digest) {
  file.set_text("content_digest", digest);
}

Attributes read_attributes(const capi::H5Reading& file, const std::filesystem::path& path) {
  check_format(file, path);
  Attributes attributes;
  Header& header = attributes.header;
  header.recipe_text = file.text("recipe");
  header.recipe_digest = file.text("recipe_digest");
  header.catalog_digest = file.text("catalog_digest");
  header.seed = file.u64("seed");
  header.epoch = file.u64("epoch");
  header.shard = file.u64("shard");
  header.class_names = file.texts("class_names");
  header.stream_version = file.text("stream_version");
  header.versions = file.text("versions");
  attributes.dataset_names = file.texts("datasets");
  attributes.content_digest = file.text("content_digest");
  if (!is_digest(attributes.content_digest)) {
    throw input_error(
        "attribute 'content_digest' of '{}' is not {} hexadecimal digits; it is damaged",
        path.string(), kDigestDigits);
  }
  if (attributes.content_digest == kNoDigest) {
    throw input_error(
        "'{}' was never finished: its content digest is missing; delete it and run again",
        path.string());
  }
  return attributes;
}

}  // namespace epochmill::shard
