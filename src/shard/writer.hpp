// Writes one shard so that a file under its final name is complete and verified: temp name, rows by
// pwrite, fsync, check, rename, fsync of the folder. It holds one file open, and one more while it
// finishes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "image/geometry.hpp"
#include "shard/format.hpp"

namespace epochmill::shard {

// One row, as views that need to live during the call only.
struct RowView {
  ByteView image;              // as it is to be stored: pixels, a deflated chunk, or a picture file
  std::vector<ByteView> kept;  // in Layout::kept's order
  std::span<const image::Keypoint> keypoints;
  std::span<const float> draws;
  std::string_view key;
  std::uint64_t sample = 0;
  std::int64_t label = 0;
  ByteView mask = {};  // as it is to be stored; where the layout has masks
  std::span<const image::ObjectBox> boxes = {};      // any number, where the layout has boxes
  std::span<const std::int64_t> extra_labels = {};   // in Layout::extra_labels' order
  std::span<const std::uint64_t> mix_partners = {};  // Layout::mix_partners of them
  std::int64_t mix_label = 0;                        // where the layout has mixed labels
  float mix_weight = 1;                              // likewise
  std::uint8_t view = 0;                             // where the layout has views
};

// What a finished shard is known by.
struct Summary {
  std::uint64_t epoch = 0;
  std::uint64_t shard = 0;
  std::uint64_t rows = 0;
  std::uint64_t rejected = 0;
  std::uint64_t file_bytes = 0;
  std::string content_digest;
  bool operator==(const Summary&) const = default;
};

class Writer {
 public:
  // Makes the file under a temp name beside `final_path`, whose folder must be there. With raw
  // pictures all datasets but those of boxes are in place then, and their space is reserved.
  // Layout::boxes is not looked at: the rows decide. `rejected`, by sample, are the samples without
  // a row; the layout of /rejected follows from it. HDF5: one thread. Throws `io`; `internal` for a
  // layout that cannot be, such as no rows and nothing rejected.
  Writer(const std::filesystem::path& final_path, const Header& header, const Layout& layout,
         const std::vector<Rejected>& rejected = {});
  // Deletes the temp file unless publish() went through.
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  // Any thread, each row once. Rows of a size of their own wait in memory for the rows before them.
  // Throws `io`; `internal` for a row out of range, twice, or of another size than the layout says.
  void write_row(std::uint64_t row, const RowView& view);

  // Writes the small columns and `order` (/order: a permutation of the rows), syncs, stores the
  // content digest, and reads back all but the rows. HDF5: one thread. Then the rows can be
  // checked. Throws `io`; `internal` when a row is missing, or the second time.
  void finish(std::span<const std::uint32_t> order);
  // Reads row `row` back from the file and compares its digest with what was written. Any thread,
  // after finish() and before publish(). Throws `io` when they differ.
  void check_row(std::uint64_t row) const;
  // Renames to the final name and syncs the folder. Once, after finish(). Throws `io`.
  Summary publish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace epochmill::shard
