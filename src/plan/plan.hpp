// Recipe and catalog made concrete: which sample goes where, and what every file will say of
// itself. A pure function of the two: no I/O, no clock, no rank.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/label_set.hpp"
#include "image/geometry.hpp"
#include "image/image.hpp"
#include "ops/chain.hpp"
#include "plan/encodings.hpp"
#include "plan/mask_encoding.hpp"
#include "recipe/recipe.hpp"
#include "shard/format.hpp"
#include "streams/permutation.hpp"

namespace epochmill::plan {

// What the plan needs to know of the source.
struct SourceFacts {
  std::uint64_t samples = 0;
  std::string catalog_digest;
  std::vector<std::string> class_names;
  std::vector<LabelSet> extra_labels;
  image::Shape picture;  // of every sample; sides of 0 are not known
  image::KeypointTraits keypoints;
  std::vector<std::string> box_class_names;  // empty: no boxes
  bool has_masks = false;
};

// Where a sample's row stands, in every epoch, unless a sample before it was skipped; of several
// rows the first, and the others follow it.
struct Place {
  std::uint64_t shard = 0;
  std::uint64_t row = 0;
};

// Immutable after construction: any thread may read.
class Plan {
 public:
  // `versions` names the program and its decoders. Throws `usage` for a recipe that cannot work on
  // this source: no samples, a final picture of unknown size, an op that refuses, more epochs than
  // different outcomes.
  Plan(recipe::Recipe recipe, SourceFacts facts, std::string versions);

  const recipe::Recipe& recipe() const { return recipe_; }  // shard_rows decided
  const SourceFacts& facts() const { return facts_; }
  const ops::Chain& chain() const { return chain_; }
  const Encoding& encoding() const { return *encoding_; }
  const MaskEncoding& mask_encoding() const { return mask_encoding_; }
  const std::string& recipe_text() const { return recipe_text_; }  // canonical
  const std::string& versions() const { return versions_; }

  std::uint64_t samples() const { return facts_.samples; }
  // Rows of each sample in an epoch.
  std::uint32_t views() const { return chain_.views(); }
  std::uint64_t shard_rows() const { return *recipe_.shard_rows; }  // samples of a full shard
  std::uint64_t shards() const;                                     // per epoch

  // Rows of a shard, unless samples were skipped: `views` of each sample, beside each other.
  std::uint64_t rows_of(std::uint64_t shard) const { return samples_in(shard) * views(); }
  std::uint64_t samples_in(std::uint64_t shard) const;

  // How many samples may be skipped in all.
  std::uint64_t rejects_allowed() const;

  // The samples of a shard in the order of their rows: ascending, the same in every epoch. Which
  // ones is a fixed permutation of the catalog, so that each shard is a fair mix of the classes.
  std::vector<std::uint64_t> samples_of(std::uint64_t shard) const;
  Place locate(std::uint64_t sample) const;
  // /order of a shard: this epoch's shuffled rows, of which there are rows_of(shard), or fewer
  // where samples were skipped.
  std::vector<std::uint32_t> order(std::uint64_t epoch, std::uint64_t shard,
                                   std::uint64_t rows) const;

  shard::Header header(std::uint64_t epoch, std::uint64_t shard) const;
  // Layout for `rows` rows whose longest key has `key_bytes` bytes.
  shard::Layout layout(std::uint64_t rows, std::uint64_t key_bytes) const;
  // Bytes of one row's pixels, kept pictures and mask included, before they are encoded.
  std::uint64_t row_bytes() const;

 private:
  recipe::Recipe recipe_;
  SourceFacts facts_;
  std::string versions_;
  ops::Chain chain_;
  std::unique_ptr<Encoding> encoding_;
  shard::Layout layout_;  // of one row
  MaskEncoding mask_encoding_;
  std::string recipe_text_;
  std::string recipe_digest_;
  streams::Permutation membership_;
};

// Samples of a shard when the recipe does not say: from the dataset's size alone, `sample_bytes`
// being that of all rows of a sample. At most 256 MiB, but small datasets get about 64 shards, of 8
// MiB or more, so that ranks have something to share.
std::uint64_t default_shard_rows(std::uint64_t samples, std::uint64_t sample_bytes);

}  // namespace epochmill::plan
