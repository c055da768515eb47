#include "plan/plan.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/checked.hpp"
#include "base/digest.hpp"

namespace epochmill::plan {
namespace {

// Numbers drawn are the recorded ones, after the count of redraws.
constexpr const char* kRedrawColumn = "redraw";

void require_u8(const recipe::Recipe& recipe, const std::string& what, const image::Shape& shape) {
  if (shape.type == image::PixelType::kU8 || encoding_kind(recipe.encoding).takes_f32) return;
  throw usage_error(
      "encoding = \"{}\" stores 8-bit pictures, and {} is of {} values; take out `normalize`, "
      "which training can do, or choose raw or gzip, the only ones for sources of such arrays",
      recipe.encoding, what, image::name_of(shape.type));
}

// `shape` as it is stored.
image::Shape stored(const Encoding& encoding, const std::string& what, image::Shape shape) {
  try {
    shape.type = encoding.stored_type(shape.type);
    return shape;
  } catch (const Error& error) {
    throw Error(error.kind(), what + ": " + error.what());
  }
}

ops::OpContext context_of(const SourceFacts& facts) {
  return {.keypoints = facts.keypoints,
          .samples = facts.samples,
          .has_boxes = !facts.box_class_names.empty(),
          .has_masks = facts.has_masks};
}

shard::Layout layout_of_row(const recipe::Recipe& recipe, const ops::Chain& chain,
                            const Encoding& encoding, const SourceFacts& facts) {
  shard::Layout layout;
  layout.rows = 1;
  layout.image = chain.output_shape(facts.picture);
  if (!layout.image.is_known()) {
    throw usage_error(
        "the final picture has no fixed size ({} x {}, 0 = hangs on the photo); shards need one: "
        "end the recipe's ops "
        "with a crop, or a resize to size = [height, width]",
        layout.image.height, layout.image.width);
  }
  require_u8(recipe, "the final picture", layout.image);
  layout.image = stored(encoding, "the final picture", layout.image);
  for (const ops::KeptShape& kept : chain.kept_shapes(facts.picture)) {
    if (!kept.shape.is_known()) {
      throw usage_error(
          "keep `{}` stores a picture of no fixed size; put it behind a crop, or a resize to size "
          "= [height, width]",
          kept.name);
    }
    const std::string name = "keep `" + kept.name + "`";
    require_u8(recipe, name, kept.shape);
    layout.kept.push_back({kept.name, stored(encoding, name, kept.shape)});
  }
  layout.storage = encoding_kind(recipe.encoding).storage(recipe.encoding_params);
  layout.keypoints = checked_cast<std::uint64_t>(facts.keypoints.count);
  layout.has_masks = facts.has_masks;
  layout.has_views = chain.views() > 1;
  layout.box_class_names = facts.box_class_names;
  layout.extra_labels = facts.extra_labels;
  layout.mix_partners = checked_cast<std::uint64_t>(chain.partners());
  layout.draw_names.push_back(kRedrawColumn);
  const auto& names = chain.draw_names();
  layout.draw_names.insert(layout.draw_names.end(), names.begin(), names.end());
  return layout;
}

std::uint64_t picture_bytes(const shard::Layout& layout) {
  std::uint64_t bytes = layout.image.size_bytes();
  for (const shard::KeptLayout& kept : layout.kept)
    bytes = checked_add(bytes, kept.shape.size_bytes());
  if (layout.storage.is_half) bytes /= 2;
  if (layout.has_masks) bytes = checked_add(bytes, shard::mask_shape(layout).size_bytes());
  return bytes;
}

void check_outcomes(const recipe::Recipe& recipe, const ops::Chain& chain,
                    const image::Shape& picture) {
  if (recipe.unique == recipe::Uniqueness::kOff) return;
  const double outcomes = chain.outcomes(picture);
  if (outcomes >= recipe.epochs) return;
  const std::string op = chain.scarcest_op(picture);
  throw usage_error(
      "{} epochs are asked for, but the ops have only {} different outcome{} per sample, and "
      "`unique` is on: {}, lower "
      "`epochs`, or say `unique = false` to allow repeats",
      recipe.epochs, outcomes, outcomes == 1 ? "" : "s",
      op.empty() ? std::string("add an op that draws (such as random_resized_crop)")
                 : "widen `" + op + "` or add an op that draws");
}

// /order of a shard counts rows in 32 bits; the schema's limit is that of one row a sample.
void check_shard_rows(const recipe::Recipe& recipe, std::uint32_t views) {
  const std::uint64_t most = std::numeric_limits<std::uint32_t>::max() / views;
  if (*recipe.shard_rows <= most) return;
  throw usage_error("shard_rows = {}: with {} rows of each sample the limit is {}",
                    *recipe.shard_rows, views, most);
}

}  // namespace

std::uint64_t default_shard_rows(std::uint64_t samples, std::uint64_t sample_bytes) {
  constexpr std::uint64_t kMostBytes = std::uint64_t{256} << 20;
  constexpr std::uint64_t kFewestBytes = std::uint64_t{8} << 20;
  constexpr std::uint64_t kShards = 64;
  const std::uint64_t most = std::max<std::uint64_t>(1, kMostBytes / sample_bytes);
  const std::uint64_t fewest = std::max<std::uint64_t>(1, kFewestBytes / sample_bytes);
  return std::clamp((samples + kShards - 1) / kShards, fewest, most);
}

Plan::Plan(recipe::Recipe recipe, SourceFacts facts, std::string versions)
    : recipe_(std::move(recipe)),
      facts_(std::move(facts)),
      versions_(std::move(versions)),
      chain_(recipe_, context_of(facts_)),
      encoding_(encoding_kind(recipe_.encoding).make(recipe_.encoding_params)),
      layout_(layout_of_row(recipe_, chain_, *encoding_, facts_)),
      mask_encoding_(layout_.storage.kind,
                     encoding_kind(recipe_.encoding).mask_level(recipe_.encoding_params)),
      membership_(streams::Stream(recipe_.seed, {.op = streams::kMembershipOp}), facts_.samples) {
  if (facts_.samples == 0) throw input_error("the source has no samples");
  if (recipe_.epochs > streams::kEpochLimit) {
    throw usage_error("epochs = {}: the limit is {}", recipe_.epochs, streams::kEpochLimit);
  }
  check_outcomes(recipe_, chain_, facts_.picture);
  if (!recipe_.shard_rows) {
    recipe_.shard_rows = default_shard_rows(facts_.samples, picture_bytes(layout_) * views());
  }
  check_shard_rows(recipe_, views());
  recipe_text_ = recipe::canonical_text(recipe_);
  recipe_digest_ = digest128_hex(as_bytes(recipe_text_));
}

std::uint64_t Plan::shards() const { return (samples() - 1) / shard_rows() + 1; }

std::uint64_t Plan::samples_in(std::uint64_t shard) const {
  if (shard >= shards()) throw internal_error("shard {} of {}", shard, shards());
  return std::min(shard_rows(), samples() - shard * shard_rows());
}

std::vector<std::uint64_t> Plan::samples_of(std::uint64_t shard) const {
  const std::uint64_t first = shard * shard_rows();
  const std::uint64_t last = first + samples_in(shard);
  std::vector<std::uint64_t> members;
  members.reserve(last - first);
  for (std::uint64_t position = first; position < last; ++position)
    members.push_back(membership_(position));
  std::sort(members.begin(), members.end());
  return members;
}

Place Plan::locate(std::uint64_t sample) const {
  if (sample >= samples())
    throw usage_error("there is no sample {}: the source has {}", sample, samples());
  Place place;
  place.shard = membership_.inverse(sample) / shard_rows();
  const std::vector<std::uint64_t> members = samples_of(place.shard);
  const auto found = std::lower_bound(members.begin(), members.end(), sample);
  place.row = static_cast<std::uint64_t>(found - members.begin()) * views();
  return place;
}

std::uint64_t Plan::rejects_allowed() const {
  return static_cast<std::uint64_t>(recipe_.error_budget * static_cast<double>(samples()));
}

std::vector<std::uint32_t> Plan::order(std::uint64_t epoch, std::uint64_t shard,
                                       std::uint64_t row_count) const {
  if (row_count == 0) return {};
  const auto rows = checked_cast<std::uint32_t>(row_count);
  const streams::Stream stream(
      recipe_.seed,
      {.epoch = checked_cast<std::uint32_t>(epoch), .sample = shard, .op = streams::kShuffleOp});
  const streams::Permutation shuffle(stream, rows);
  std::vector<std::uint32_t> order(rows);
  for (std::uint32_t i = 0; i < rows; ++i) order[i] = static_cast<std::uint32_t>(shuffle(i));
  return order;
}

shard::Header Plan::header(std::uint64_t epoch, std::uint64_t shard) const {
  return {.recipe_text = recipe_text_,
          .recipe_digest = recipe_digest_,
          .catalog_digest = facts_.catalog_digest,
          .seed = recipe_.seed,
          .epoch = epoch,
          .shard = shard,
          .class_names = facts_.class_names,
          .stream_version = streams::kStreamVersion,
          .versions = versions_};
}

shard::Layout Plan::layout(std::uint64_t rows, std::uint64_t key_bytes) const {
  shard::Layout layout = layout_;
  layout.rows = rows;
  layout.key_bytes = std::max<std::uint64_t>(1, key_bytes);
  return layout;
}

std::uint64_t Plan::row_bytes() const { return picture_bytes(layout_); }

}  // namespace epochmill::plan
