// The datasets of a shard, in their order: the one list that writer, reader and digests work from.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "capi/hdf5.hpp"
#include "shard/format.hpp"

namespace epochmill::shard {

enum class Role {
  kImage,
  kKept,
  kOffset,  // of the column before it
  kKeypoint,
  kKeypointVisible,
  kDraws,
  kLabel,
  kSample,
  kKey,
  kDigest,
  kOrder,
};

struct Column {
  Role role;
  std::size_t kept = 0;            // index in Layout::kept, for kKept
  capi::H5Dataset dataset;         // its offset is 0 until the file is made or opened
  std::size_t row_bytes = 0;       // before compression; of pictures in files: unused
  std::string format = "";         // of pictures in files: "jpeg"
  image::Shape shape = {};         // of pictures
  bool is_channels_first = false;  // of pictures

  // Enters the row's digest.
  bool is_row_data() const {
    return role != Role::kDigest && role != Role::kOrder && role != Role::kOffset;
  }
  // Pixels, which go to the file row by row; the other columns are small and are kept in memory.
  bool is_picture() const { return role == Role::kImage || role == Role::kKept; }
  bool is_files() const { return !format.empty(); }
  std::uint64_t row_offset(std::uint64_t row) const { return dataset.offset + row * row_bytes; }
};

// The attribute of pictures whose channels come first, and its text.
inline constexpr const char* kLayoutAttribute = "layout";
inline constexpr const char* kChannelsFirst = "nchw";

inline constexpr const char* kImageName = "/image";
inline constexpr const char* kKeptPrefix = "/keep/";
// What the names of pictures in files end in.
inline constexpr const char* kBytesSuffix = "_bytes";
inline constexpr const char* kOffsetSuffix = "_offset";

// `file_bytes`: of pictures in files, the bytes of each such column in all, when they are known.
// Throws `internal` for a layout that no shard can have: no rows, or more than /order can name; a
// picture of unknown size; a kept name that is empty, a path, or there twice; files of f32 pixels.
std::vector<Column> columns_of(const Layout& layout,
                               const std::vector<std::uint64_t>& file_bytes = {});

// Height, width, channels.
std::vector<std::uint64_t> sides_of(const image::Shape& shape);

// The column of this role; null when the shard has none. For kKept the first.
const Column* find(const std::vector<Column>& columns, Role role);

std::vector<std::string> names_of(const std::vector<Column>& columns);

// Whether `order` names each of 0 .. rows-1 once.
bool is_permutation(std::span<const std::uint32_t> order, std::uint64_t rows);

// As format.hpp defines it. The datasets' places do not enter.
std::string content_digest(const Header& header, const std::vector<Column>& columns,
                           const std::vector<std::string>& draw_names, ByteView row_digests,
                           ByteView order);

}  // namespace epochmill::shard
