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
  std::size_t kept = 0;     // index in Layout::kept, for kKept
  capi::H5Dataset dataset;  // its offset is 0 until the file is made or opened
  std::size_t row_bytes = 0;

  // Enters the row's digest.
  bool is_row_data() const { return role != Role::kDigest && role != Role::kOrder; }
  // Pixels, which go to the file row by row; the other columns are small and are kept in memory.
  bool is_picture() const { return role == Role::kImage || role == Role::kKept; }
  std::uint64_t row_offset(std::uint64_t row) const { return dataset.offset + row * row_bytes; }
};

inline constexpr const char* kKeptPrefix = "/keep/";

// Throws `internal` for a layout that no shard can have: no rows, or more than /order can name; a
// picture of unknown size; a kept name that is empty, a path, or there twice.
std::vector<Column> columns_of(const Layout& layout);

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
