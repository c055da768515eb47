// Writes one shard so that a file under its final name is complete and verified: temp name, rows by pwrite, fsync,
// check, rename, fsync of the folder.
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
  ByteView image;
  std::vector<ByteView> kept;  // in Layout::kept's order
  std::span<const image::Keypoint> keypoints;
  std::span<const float> draws;
  std::string_view key;
  std::uint64_t sample = 0;
  std::int64_t label = 0;
};

// What a finished shard is known by.
struct Summary {
  std::uint64_t epoch = 0;
  std::uint64_t shard = 0;
  std::uint64_t rows = 0;
  std::uint64_t file_bytes = 0;
  std::string content_digest;
};

class Writer {
 public:
  // Makes the file under a temp name beside `final_path`, with all datasets in place. HDF5: one thread.
  // Throws `io`.
  Writer(const std::filesystem::path& final_path, const Header& header, const Layout& layout);
  // Deletes the temp file unless commit() went through.
  ~Writer();
  Writer(Writer&&) noexcept;
  Writer& operator=(Writer&&) noexcept;

  // Any thread, each row once. Throws `io`; `internal` for a row out of range, twice, or of another size than the layout
  // says.
  void write_row(std::uint64_t row, const RowView& view);

  // Writes the small columns and `order` (/order: a permutation of the rows), syncs, and stores the content digest. HDF5:
  // one thread. Then the file can be checked. Throws `internal` when a row is missing or after a commit.
  void finish(std::span<const std::uint32_t> order);
  // Reads row `row` back from the file and compares its digest with what was written. Any thread, after finish().
  void check_row(std::uint64_t row) const;
  // Renames to the final name and syncs the folder. After finish().
  Summary publish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace epochmill::shard
