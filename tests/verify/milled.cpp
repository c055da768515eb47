#include "verify/milled.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "codec/codec.hpp"
#include "plan/vocabulary.hpp"
#include "run/output_folder.hpp"
#include "run/output_manifest.hpp"
#include "run/shard_builder.hpp"
#include "shard/manifest.hpp"
#include "shard/reader.hpp"
#include "shard/writer.hpp"
#include "streams/stream.hpp"

namespace epochmill::verify {
namespace {

recipe::Recipe recipe_of(const TempFolder& folder, const RecipeParts& parts) {
  const std::string text = "seed = 11\nepochs = 1\n" + parts.top +
                           "\n[source]\nkind = \"folder\"\npath = \"photos\"\n[output]\npath = "
                           "\"out\"\nencoding = \"" +
                           parts.encoding + "\"\nshard_rows = " + std::to_string(parts.shard_rows) +
                           "\n[streams]\n" + parts.streams + parts.ops;
  return recipe::parse_recipe(text, folder / "recipe.toml", {}, plan::vocabulary());
}

StoredRow stored_row(const shard::Reader& reader, std::uint64_t row) {
  Bytes room;
  const ByteView image = reader.image(row, room);
  const auto draws = reader.draws(row);
  return {{image.begin(), image.end()},
          {draws.begin(), draws.end()},
          std::string(reader.key(row)),
          reader.sample(row)};
}

}  // namespace

Milled::Milled(const std::vector<image::ImageU8>& photos, const RecipeParts& parts)
    : out_(folder_ / "out") {
  for (std::size_t i = 0; i < photos.size(); ++i) {
    folder_.write("photos/a" + std::to_string(i) + ".png", as_text(codec::encode_png(photos[i])));
  }
  const recipe::Recipe recipe = recipe_of(folder_, parts);
  run::prepare_output(out_, recipe, source::source_kind(recipe.source_kind).list(recipe.source, 1));
  workshop_ = std::make_unique<run::Workshop>(recipe, source::Catalog(run::catalog_path(out_)));
}

void Milled::run(const std::vector<std::uint32_t>& epochs) {
  for (const std::uint32_t epoch : epochs) {
    for (const auto& open :
         run::open_epochs(out_, workshop_->plan(), {epoch, epoch + 1}, run::Part{})) {
      run::BuiltShard built;
      run::build_shard(
          *workshop_, out_, {open.shard, {epoch}}, 2, 64, {}, [](std::uint64_t) {}, built);
    }
  }
  write_manifest();
}

void Milled::plant(std::uint32_t epoch, const std::vector<std::uint64_t>& samples,
                   const ChangeRow& change) {
  std::set<std::uint64_t> shards;
  for (const std::uint64_t sample : samples) shards.insert(workshop_->plan().locate(sample).shard);
  for (const std::uint64_t shard : shards) {
    const auto path = shard::shard_path(out_, epoch, shard);
    // The old file stays mapped while the new one takes its name.
    const shard::Reader reader(path);
    shard::Writer writer(path, reader.header(), reader.layout());
    for (std::uint64_t row = 0; row < reader.layout().rows; ++row) {
      StoredRow content = stored_row(reader, row);
      const std::uint64_t sample = reader.sample(row);
      if (std::ranges::count(samples, sample) > 0) change(sample, content);
      writer.write_row(row, {.image = content.image,
                             .kept = {},
                             .keypoints = {},
                             .draws = content.draws,
                             .key = content.key,
                             .sample = content.sample,
                             .label = reader.label(row)});
    }
    writer.finish(reader.order());
    writer.publish();
  }
  write_manifest();
}

void Milled::plant(const RowAddress& row, const std::function<void(StoredRow&)>& change) {
  plant(row.epoch, {row.sample}, [&](std::uint64_t, StoredRow& content) { change(content); });
}

StoredRow Milled::stored(const RowAddress& at) const {
  const plan::Place place = workshop_->plan().locate(at.sample);
  return stored_row(shard::Reader(shard::shard_path(out_, at.epoch, place.shard)), place.row);
}

StoredRow Milled::made_with_stream_of(const RowAddress& row, std::uint64_t other_sample) const {
  const ops::Chain& chain = workshop_->plan().chain();
  ops::Sample sample;
  sample.image =
      codec::decode(workshop_->source().read(row.sample), workshop_->decode_options()).image;
  std::vector<float> values(chain.draw_names().size());
  const ops::Pass pass{row.epoch, other_sample, 0};
  chain.draw(pass, image::shape_of(sample.image), values);
  chain.apply(pass, values, sample);
  const ByteView pixels = image::pixel_bytes(sample.image);
  values.insert(values.begin(), 0.0F);
  StoredRow made = stored(row);
  made.image.assign(pixels.begin(), pixels.end());
  made.draws = std::move(values);
  return made;
}

std::string Milled::place(const RowAddress& row) const { return place_text(out_, *workshop_, row); }

CensusMeans Milled::means() const {
  return {.threads = 2, .memory_bytes = 1 << 20, .scratch = folder_.path(), .most_judged = 10000};
}

void Milled::delete_photo(std::uint64_t sample) const {
  std::filesystem::remove(folder_ / "photos" / workshop_->catalog().key(sample));
}

void Milled::write_manifest() const {
  std::filesystem::remove(out_ / "manifest.json");
  shard::write_manifest(out_, run::make_manifest(out_, workshop_->plan(), {}));
}

std::vector<image::ImageU8> noise_photos(std::size_t count, int height, int width) {
  std::vector<image::ImageU8> photos;
  for (std::size_t i = 0; i < count; ++i) {
    image::ImageU8 photo(height, width, 3);
    const streams::Stream stream(5, {.sample = i, .op = streams::kSelfTestOp});
    for (std::size_t k = 0; k < photo.values().size(); ++k) {
      photo.values()[k] = static_cast<std::uint8_t>(
          stream.bulk_block(static_cast<std::uint32_t>(k / 4))[k % 4] >> 24);
    }
    photos.push_back(std::move(photo));
  }
  return photos;
}

image::ImageU8 white_photo(int height, int width) {
  image::ImageU8 photo(height, width, 3);
  std::fill(photo.values().begin(), photo.values().end(), std::uint8_t{255});
  return photo;
}

std::vector<std::uint32_t> first_epochs(std::uint32_t count) {
  std::vector<std::uint32_t> epochs(count);
  std::iota(epochs.begin(), epochs.end(), 0U);
  return epochs;
}

}  // namespace epochmill::verify
