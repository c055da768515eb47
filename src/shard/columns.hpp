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
  kMask,
  kOffset,  // of the column before it
  kKeypoint,
  kKeypointVisible,
  kBox,
  kBoxLabel,
  kBoxOffset,
  kDraws,
  kLabel,
  kExtraLabel,
  kMixLabel,
  kMixWeight,
  kMixPartner,
  kSample,
  kView,
  kKey,
  kDigest,
  kOrder,
  kRejectedSample,
  kRejectedKey,
  kRejectedReason,
};

struct Column {
  Role role;
  std::size_t index = 0;                      // in Layout::kept or Layout::extra_labels
  capi::H5Dataset dataset;                    // its offset is 0 until the file is made or opened
  std::size_t row_bytes = 0;                  // before compression; of pictures in files: unused
  std::string format = "";                    // of pictures in files: "jpeg"
  image::Shape shape = {};                    // of pictures
  bool is_channels_first = false;             // of pictures
  std::vector<std::string> class_names = {};  // of kExtraLabel

  // Enters the row's digest.
  bool is_row_data() const {
    return role != Role::kDigest && role != Role::kOrder && role != Role::kOffset &&
           role != Role::kBoxOffset && !is_rejected();
  }
  // Of the samples that have no row.
  bool is_rejected() const {
    return role == Role::kRejectedSample || role == Role::kRejectedKey ||
           role == Role::kRejectedReason;
  }
  // One element for each box, and not for each row; they are made last.
  bool is_of_boxes() const { return role == Role::kBox || role == Role::kBoxLabel; }
  bool is_made_last() const { return is_of_boxes() || role == Role::kBoxOffset; }
  // Pixels, which go to the file row by row; the other columns are small and are kept in memory.
  bool is_picture() const {
    return role == Role::kImage || role == Role::kKept || role == Role::kMask;
  }
  bool is_files() const { return !format.empty(); }
  std::uint64_t row_offset(std::uint64_t row) const { return dataset.offset + row * row_bytes; }
};

// The attribute of pictures whose channels come first, and its text.
inline constexpr const char* kLayoutAttribute = "layout";
inline constexpr const char* kChannelsFirst = "nchw";

inline constexpr const char* kImageName = "/image";
inline constexpr const char* kKeptPrefix = "/keep/";
inline constexpr const char* kMaskName = "/mask";
inline constexpr const char* kExtraLabelPrefix = "/extra_label/";
inline constexpr const char* kMixPartnerName = "/mix_partner";
// The format of masks in files.
inline constexpr const char* kMaskFormat = "png";
// What the names of pictures in files end in.
inline constexpr const char* kBytesSuffix = "_bytes";
inline constexpr const char* kOffsetSuffix = "_offset";
inline constexpr const char* kViewName = "/view";
inline constexpr const char* kRejectedSampleName = "/rejected/sample";
inline constexpr const char* kRejectedKeyName = "/rejected/key";
inline constexpr const char* kRejectedReasonName = "/rejected/reason";

// `file_bytes`: of pictures in files, the bytes of each such column in all, when they are known.
// Throws `internal` for a layout that no shard can have: no rows and nothing rejected, or more rows
// than /order can name; a picture of unknown size; a name of a kept picture or of extra labels that
// is empty, a path, or there twice; files of f32 pixels.
std::vector<Column> columns_of(const Layout& layout,
                               const std::vector<std::uint64_t>& file_bytes = {});

// Height, width, channels.
std::vector<std::uint64_t> sides_of(const image::Shape& shape);

// The column of this role; null when the shard has none. For kKept and kExtraLabel the first.
const Column* find(const std::vector<Column>& columns, Role role);

std::vector<std::string> names_of(const std::vector<Column>& columns);

// Whether `order` names each of 0 .. rows-1 once.
bool is_permutation(std::span<const std::uint32_t> order, std::uint64_t rows);

// As format.hpp defines it; `rejected` are the datasets of /rejected, where they are. The datasets'
// places do not enter.
std::string content_digest(const Header& header, const Layout& layout,
                           const std::vector<Column>& columns, ByteView row_digests, ByteView order,
                           std::span<const ByteView> rejected = {});

}  // namespace epochmill::shard
