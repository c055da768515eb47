#include "shard/columns.hpp"

#include <algorithm>
#include <limits>
#include <set>

#include "base/checked.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"

namespace epochmill::shard {
namespace {

using capi::H5Type;

std::uint64_t unsigned_side(int side) { return checked_cast<std::uint64_t>(side); }

// Each of `named` becomes a dataset of its name below a group.
template <typename Named>
void check_names(const std::vector<Named>& named, const char* what) {
  std::set<std::string> names;
  for (const Named& item : named) {
    const bool is_path = item.name.find('/') != std::string::npos || item.name == ".";
    if (item.name.empty() || is_path || item.name.find('\0') != std::string::npos) {
      throw internal_error("'{}' cannot be the name of a {}", item.name, what);
    }
    if (!names.insert(item.name).second) {
      throw internal_error("'{}' is the name of more than one {}", item.name, what);
    }
  }
}

void check(const Layout& layout) {
  if (layout.rows == 0 && layout.rejected.count == 0) {
    throw internal_error("a shard needs at least one row");
  }
  if (layout.rows > std::numeric_limits<std::uint32_t>::max()) {
    throw internal_error("a shard of {} rows: /order can name 4294967295", layout.rows);
  }
  if (layout.key_bytes == 0) throw internal_error("a shard's keys need at least one byte");
  check_names(layout.kept, "kept picture");
  check_names(layout.extra_labels, "set of extra labels");
}

std::uint64_t element_bytes(const capi::H5Dataset& dataset) {
  return capi::H5Dataset{"", dataset.type, {}, dataset.text_bytes}.size_bytes();
}

Column column(Role role, capi::H5Dataset dataset) {
  std::uint64_t row_bytes = element_bytes(dataset);
  for (std::size_t i = 1; i < dataset.dims.size(); ++i) {
    row_bytes = checked_mul(row_bytes, dataset.dims[i]);
  }
  checked_mul(row_bytes, dataset.dims[0]);  // so that no place in the file overflows later
  return {role, 0, std::move(dataset), row_bytes};
}

// Adds the columns of one picture.
class PictureColumns {
 public:
  PictureColumns(const Layout& layout, const std::vector<std::uint64_t>& file_bytes,
                 std::vector<Column>& columns)
      : layout_(layout), file_bytes_(file_bytes), columns_(columns) {}

  void add(Role role, std::size_t index, const std::string& name, const image::Shape& shape) {
    if (!shape.is_known() || shape.channels <= 0) {
      throw internal_error("'{}' of a shard has no size: {} x {} x {}", name, shape.height,
                           shape.width, shape.channels);
    }
    if (layout_.storage.kind == StorageKind::kFiles) {
      add_files(role, index, name, shape);
      return;
    }
    const bool is_u8 = shape.type == image::PixelType::kU8;
    capi::H5Dataset dataset{name, is_u8 ? H5Type::kU8 : real_type(), dims_of(role, shape)};
    // HDF5 makes no chunks that are larger than their dataset.
    if (layout_.storage.kind == StorageKind::kDeflated && layout_.rows > 0) {
      dataset.deflate = {.level = layout_.storage.deflate_level, .has_shuffle = !is_u8};
    }
    columns_.push_back(column(role, std::move(dataset)));
    columns_.back().index = index;
    columns_.back().shape = shape;
    columns_.back().is_channels_first = is_channels_first(role);
  }

 private:
  H5Type real_type() const { return layout_.storage.is_half ? H5Type::kF16 : H5Type::kF32; }

  std::vector<std::uint64_t> dims_of(Role role, const image::Shape& shape) const {
    std::vector<std::uint64_t> dims = sides_of(shape);
    if (role == Role::kMask) dims.pop_back();
    // The last side becomes the first.
    if (is_channels_first(role)) std::rotate(dims.begin(), dims.end() - 1, dims.end());
    dims.insert(dims.begin(), layout_.rows);
    return dims;
  }

  bool is_channels_first(Role role) const {
    return role != Role::kMask && layout_.storage.is_channels_first;
  }

  void add_files(Role role, std::size_t index, const std::string& name, const image::Shape& shape) {
    const Storage& storage = layout_.storage;
    if (shape.type != image::PixelType::kU8 || storage.format.empty() || storage.is_half ||
        storage.is_channels_first) {
      throw internal_error("'{}' of a shard cannot be files of format '{}'", name,
                           layout_.storage.format);
    }
    // Not known yet: a place holder, so that no dataset is empty.
    const std::uint64_t bytes = added_ < file_bytes_.size() ? file_bytes_[added_] : 1;
    ++added_;
    columns_.push_back(column(role, {name + kBytesSuffix, H5Type::kU8, {bytes}}));
    columns_.back().index = index;
    columns_.back().shape = shape;
    columns_.back().format = role == Role::kMask ? kMaskFormat : layout_.storage.format;
    columns_.push_back(
        column(Role::kOffset, {name + kOffsetSuffix, H5Type::kU64, {layout_.rows + 1}}));
  }

  const Layout& layout_;
  const std::vector<std::uint64_t>& file_bytes_;
  std::vector<Column>& columns_;
  std::size_t added_ = 0;
};

const char* name_of(H5Type type) {
  switch (type) {
    case H5Type::kU8:
      return "u8";
    case H5Type::kU32:
      return "u32";
    case H5Type::kU64:
      return "u64";
    case H5Type::kI64:
      return "i64";
    case H5Type::kF16:
      return "f16";
    case H5Type::kF32:
      return "f32";
    case H5Type::kText:
      return "text";
  }
  throw internal_error("a dataset's type has no name");
}

void add_number(Digester& digester, std::uint64_t number) { digester.add(bytes_of(number)); }

void add_list(Digester& digester, const std::vector<std::string>& texts) {
  add_number(digester, texts.size());
  for (const std::string& text : texts) digester.add_text(text);
}

void add_header(Digester& digester, const Header& header) {
  digester.add_text(kFormat);
  add_number(digester, kFormatVersion);
  digester.add_text(header.recipe_text);
  digester.add_text(header.recipe_digest);
  digester.add_text(header.catalog_digest);
  add_number(digester, header.seed);
  add_number(digester, header.epoch);
  add_number(digester, header.shard);
  add_list(digester, header.class_names);
  digester.add_text(header.stream_version);
  digester.add_text(header.versions);
}

}  // namespace

std::vector<Column> columns_of(const Layout& layout, const std::vector<std::uint64_t>& file_bytes) {
  check(layout);
  const std::uint64_t n = layout.rows;
  std::vector<Column> columns;
  PictureColumns pictures(layout, file_bytes, columns);
  pictures.add(Role::kImage, 0, kImageName, layout.image);
  for (std::size_t i = 0; i < layout.kept.size(); ++i) {
    pictures.add(Role::kKept, i, kKeptPrefix + layout.kept[i].name, layout.kept[i].shape);
  }
  if (layout.has_masks) pictures.add(Role::kMask, 0, kMaskName, mask_shape(layout));
  const auto add = [&columns](Role role, capi::H5Dataset dataset) {
    columns.push_back(column(role, std::move(dataset)));
  };
  if (layout.keypoints > 0) {
    add(Role::kKeypoint, {"/keypoint", H5Type::kF32, {n, layout.keypoints, 2}});
    add(Role::kKeypointVisible, {"/keypoint_visible", H5Type::kU8, {n, layout.keypoints}});
  }
  if (!layout.box_class_names.empty()) {
    add(Role::kBox, {"/box", H5Type::kF32, {layout.boxes, 4}});
    add(Role::kBoxLabel, {"/box_label", H5Type::kI64, {layout.boxes}});
    add(Role::kBoxOffset, {"/box_offset", H5Type::kU64, {n + 1}});
  }
  if (!layout.draw_names.empty()) {
    add(Role::kDraws, {"/draws", H5Type::kF32, {n, layout.draw_names.size()}});
  }
  add(Role::kLabel, {"/label", H5Type::kI64, {n}});
  for (std::size_t i = 0; i < layout.extra_labels.size(); ++i) {
    add(Role::kExtraLabel, {kExtraLabelPrefix + layout.extra_labels[i].name, H5Type::kI64, {n}});
    columns.back().index = i;
    columns.back().class_names = layout.extra_labels[i].class_names;
  }
  if (layout.has_mixed_labels()) {
    add(Role::kMixLabel, {"/mix_label", H5Type::kI64, {n}});
    add(Role::kMixWeight, {"/mix_weight", H5Type::kF32, {n}});
  }
  if (const std::uint64_t partners = layout.mix_partners; partners > 0) {
    std::vector<std::uint64_t> dims = {n};
    if (partners > 1) dims.push_back(partners);
    add(Role::kMixPartner, {kMixPartnerName, H5Type::kU64, std::move(dims)});
  }
  add(Role::kSample, {"/sample", H5Type::kU64, {n}});
  if (layout.has_views) add(Role::kView, {kViewName, H5Type::kU8, {n}});
  add(Role::kKey, {"/key", H5Type::kText, {n}, layout.key_bytes});
  add(Role::kDigest, {"/digest", H5Type::kU64, {n}});
  add(Role::kOrder, {"/order", H5Type::kU32, {n}});
  if (const RejectedLayout& rejected = layout.rejected; rejected.count > 0) {
    const std::uint64_t m = rejected.count;
    add(Role::kRejectedSample, {kRejectedSampleName, H5Type::kU64, {m}});
    add(Role::kRejectedKey, {kRejectedKeyName, H5Type::kText, {m}, rejected.key_bytes});
    add(Role::kRejectedReason, {kRejectedReasonName, H5Type::kText, {m}, rejected.reason_bytes});
  }
  return columns;
}

std::vector<std::uint64_t> sides_of(const image::Shape& shape) {
  return {unsigned_side(shape.height), unsigned_side(shape.width), unsigned_side(shape.channels)};
}

const Column* find(const std::vector<Column>& columns, Role role) {
  const auto found = std::find_if(columns.begin(), columns.end(),
                                  [role](const Column& column) { return column.role == role; });
  return found == columns.end() ? nullptr : &*found;
}

std::vector<std::string> names_of(const std::vector<Column>& columns) {
  std::vector<std::string> names;
  for (const Column& column : columns) names.push_back(column.dataset.name);
  return names;
}

bool is_permutation(std::span<const std::uint32_t> order, std::uint64_t rows) {
  if (order.size() != rows) return false;
  std::vector<bool> is_seen(rows, false);
  for (const std::uint32_t row : order) {
    if (row >= rows || is_seen[row]) return false;
    is_seen[row] = true;
  }
  return true;
}

std::string content_digest(const Header& header, const Layout& layout,
                           const std::vector<Column>& columns, ByteView row_digests, ByteView order,
                           std::span<const ByteView> rejected) {
  Digester digester;
  add_header(digester, header);
  add_number(digester, columns.size());
  for (const Column& column : columns) {
    digester.add_text(column.dataset.name);
    digester.add_text(name_of(column.dataset.type));
    add_number(digester, element_bytes(column.dataset));
    add_number(digester, column.dataset.dims.size());
    for (const std::uint64_t dim : column.dataset.dims) add_number(digester, dim);
    if (column.role == Role::kExtraLabel) add_list(digester, column.class_names);
    if (column.is_channels_first) digester.add_text(kChannelsFirst);
    if (!column.is_files()) continue;
    digester.add_text(column.format);
    for (const std::uint64_t side : sides_of(column.shape)) add_number(digester, side);
  }
  add_list(digester, layout.draw_names);
  if (!layout.box_class_names.empty()) add_list(digester, layout.box_class_names);
  digester.add(row_digests);
  digester.add(order);
  for (const ByteView dataset : rejected) digester.add(dataset);
  return digester.value128_hex();
}

}  // namespace epochmill::shard
