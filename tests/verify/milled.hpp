// A small milled dataset in a folder of its own, and ways to plant faults in it that no digest
// shows.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "image/image.hpp"
#include "run/workshop.hpp"
#include "temp_folder.hpp"
#include "verify/census.hpp"
#include "verify/row_address.hpp"

namespace epochmill::verify {

// What a recipe says beside its source: top lines, and [[augment]] tables.
struct RecipeParts {
  std::string ops;
  std::string top = "";
  std::string streams = "ranks = 2\nthreads = 2\n";
  std::uint64_t shard_rows = 8;
  std::string encoding = "raw";
};

inline const char* const kCropAndFlip =
    "[[augment]]\nop = \"random_crop\"\nsize = [16, 16]\n"
    "[[augment]]\nop = \"random_horizontal_flip\"\n";
// So many outcomes that draws are never equal by chance.
inline const char* const kResizedCrop =
    "[[augment]]\nop = \"random_resized_crop\"\nsize = [12, 12]\n";

// Owns what a row of a shard holds.
struct StoredRow {
  Bytes image;
  std::vector<float> draws;
  std::string key;
  std::uint64_t sample = 0;
};

class Milled {
 public:
  // Photos are written as a0.png, a1.png, ...
  Milled(const std::vector<image::ImageU8>& photos, const RecipeParts& parts);

  // Makes these epochs: a whole run but for the ranks.
  void run(const std::vector<std::uint32_t>& epochs);

  // Writes rows of one epoch anew as `change` leaves them, with right digests and manifest.
  using ChangeRow = std::function<void(std::uint64_t sample, StoredRow&)>;
  void plant(std::uint32_t epoch, const std::vector<std::uint64_t>& samples,
             const ChangeRow& change);
  void plant(const RowAddress& row, const std::function<void(StoredRow&)>& change);
  StoredRow stored(const RowAddress& row) const;
  // The sample's own photo under the draws of another stream, as if a worker had that one's copy.
  StoredRow made_with_stream_of(const RowAddress& row, std::uint64_t other_sample) const;

  // How place_text names a row.
  std::string place(const RowAddress& row) const;
  const std::filesystem::path& out() const { return out_; }
  const run::Workshop& workshop() const { return *workshop_; }
  CensusMeans means() const;
  void delete_photo(std::uint64_t sample) const;

 private:
  void write_manifest() const;

  TempFolder folder_;
  std::filesystem::path out_;
  std::unique_ptr<run::Workshop> workshop_;
};

// Random pixels: no two are alike.
std::vector<image::ImageU8> noise_photos(std::size_t count, int height = 24, int width = 24);
image::ImageU8 white_photo(int height = 24, int width = 24);
std::vector<std::uint32_t> first_epochs(std::uint32_t count);

inline void ignore_rows(std::uint64_t, std::uint64_t) {}

}  // namespace epochmill::verify
