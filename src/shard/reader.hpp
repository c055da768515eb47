// Reads a shard, by mapping it: rows are views into the page cache.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/bytes.hpp"
#include "capi/hdf5_reading.hpp"
#include "image/geometry.hpp"
#include "shard/format.hpp"

namespace epochmill::shard {

class Reader {
 public:
  // Opens and checks everything that is not row data: format and version, the datasets' types,
  // shapes and places, the file's size, the attributes. Throws `io` or `input` with the file's
  // name. Any thread.
  explicit Reader(const std::filesystem::path& path, capi::H5Maker maker = capi::H5Maker::kAnyone);
  ~Reader();
  Reader(Reader&&) noexcept;
  Reader& operator=(Reader&&) noexcept;

  const std::filesystem::path& path() const;
  const Header& header() const;
  const Layout& layout() const;
  const std::string& content_digest() const;
  std::uint64_t file_bytes() const;

  // As stored: pixels, a deflated chunk, or a picture file. A view of the mapped file, or of
  // `room`, where deflated chunks are put.
  ByteView image(std::uint64_t row, Bytes& room) const;
  ByteView kept(std::size_t index, std::uint64_t row, Bytes& room) const;
  std::span<const float> keypoints(std::uint64_t row) const;  // x0, y0, x1, y1, ...
  std::span<const std::uint8_t> keypoint_visible(std::uint64_t row) const;
  // As stored, like image(). Throws `internal` for a shard without masks.
  ByteView mask(std::uint64_t row, Bytes& room) const;
  std::vector<image::ObjectBox> boxes(std::uint64_t row) const;  // none for a shard without boxes
  std::span<const float> draws(std::uint64_t row) const;
  std::string_view key(std::uint64_t row) const;
  std::uint64_t sample(std::uint64_t row) const;
  std::uint32_t view(std::uint64_t row) const;  // 0 for a shard without views
  std::int64_t label(std::uint64_t row) const;
  // Of layout().extra_labels[set]. Throws `internal` when there is no such set.
  std::int64_t extra_label(std::uint64_t row, std::size_t set) const;
  // Which samples were mixed into the row: layout().mix_partners of them.
  std::vector<std::uint64_t> mix_partners(std::uint64_t row) const;
  // Throw `internal` for a shard without mixed labels.
  std::int64_t mix_label(std::uint64_t row) const;
  float mix_weight(std::uint64_t row) const;  // of label(row)
  std::span<const std::uint32_t> order() const;
  // The first row of `sample`, of rows in ascending order of their samples; absent when there is
  // none.
  std::optional<std::uint64_t> row_of(std::uint64_t sample) const;
  // The samples without a row.
  std::vector<Rejected> rejected() const;
  std::uint64_t stored_digest(std::uint64_t row) const;

  // Digest of the row as it is in the file now. Equal to stored_digest(row) in an undamaged file.
  std::uint64_t row_digest(std::uint64_t row) const;
  // Digest of the whole content as it is in the file now, from the stored row digests, /order and
  // the attributes. Equal to content_digest() in an undamaged file.
  std::string computed_content_digest() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace epochmill::shard
