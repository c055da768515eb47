#include "shard/layout_reader.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "base/error.hpp"
#include "shard/attributes.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;

// Reads the shapes of the datasets that decide the layout, trusting nothing.
class LayoutReader {
 public:
  LayoutReader(const capi::H5Reading& file, const fs::path& path) : file_(file), path_(path) {}

  // `names` is the attribute `datasets`.
  Layout read(const std::vector<std::string>& names) const {
    Layout layout;
    layout.rows = dims("/label", 1)[0];
    layout.rejected = rejected();
    const bool is_empty = layout.rows == 0 && layout.rejected.count == 0;
    if (is_empty || layout.rows > std::numeric_limits<std::uint32_t>::max()) refuse("/label");
    layout.storage = storage();
    layout.image = picture(kImageName, layout.storage);
    for (const std::string& name : names) {
      if (const auto kept = kept_name(name)) {
        layout.kept.push_back({*kept, picture(kKeptPrefix + *kept, layout.storage)});
      }
    }
    read_annotations(names, layout);
    layout.has_views = file_.has_dataset(kViewName);
    if (file_.has_dataset("/draws")) {
      layout.draw_names = file_.dataset_texts("/draws", "columns");
      if (layout.draw_names.empty()) refuse("/draws");
    }
    layout.key_bytes = file_.dataset("/key").text_bytes;
    if (layout.key_bytes == 0) refuse("/key");
    return layout;
  }

  // The columns of `layout` with their places in the file.
  std::vector<Column> locate(const Layout& layout, std::vector<std::string> names) const {
    std::vector<Column> columns = columns_for(layout, file_bytes(names));
    const bool is_listed = names_of(columns) == names;
    std::sort(names.begin(), names.end());
    if (!is_listed || file_.dataset_names() != names) {
      throw input_error(
          "'{}' has other datasets than its attribute 'datasets' lists, or in another "
          "order; it is damaged, or not from epochmill",
          path_.string());
    }
    for (Column& column : columns) {
      const capi::H5Dataset found = file_.dataset(column.dataset.name);
      if (found.type != column.dataset.type || found.dims != column.dataset.dims ||
          found.text_bytes != column.dataset.text_bytes ||
          found.deflate != column.dataset.deflate) {
        refuse(column.dataset.name);
      }
      column.dataset.offset = found.offset;
    }
    return columns;
  }

 private:
  // What a source may have or not.
  void read_annotations(const std::vector<std::string>& names, Layout& layout) const {
    layout.has_masks = has_masks();
    if (layout.has_masks) check_mask(layout);
    if (file_.has_dataset("/box")) {
      layout.boxes = dims("/box", 2)[0];
      layout.box_class_names = file_.texts(kBoxClassNames);
      if (layout.box_class_names.empty()) refuse("/box");
    }
    for (const std::string& name : names) {
      if (!name.starts_with(kExtraLabelPrefix)) continue;
      layout.extra_labels.push_back({name.substr(std::string_view(kExtraLabelPrefix).size()),
                                     file_.dataset_texts(name, "class_names")});
    }
    if (file_.has_dataset(kMixPartnerName)) layout.mix_partners = mix_partners();
    if (file_.has_dataset("/keypoint")) {
      layout.keypoints = dims("/keypoint", 3)[1];
      if (layout.keypoints == 0) refuse("/keypoint");
    }
  }

  // A layout that came from a file and cannot be is the file's fault, not ours.
  std::vector<Column> columns_for(const Layout& layout,
                                  const std::vector<std::uint64_t>& file_bytes) const {
    try {
      return columns_of(layout, file_bytes);
    } catch (const Error& error) {
      throw input_error("'{}' is damaged, or not from epochmill: {}", path_.string(), error.what());
    }
  }

  [[noreturn]] void refuse(const std::string& name) const {
    throw input_error(
        "dataset '{}' of '{}' has another type or shape than a shard's; the file is "
        "damaged, or not from epochmill",
        name, path_.string());
  }

  std::vector<std::uint64_t> dims(const std::string& name, std::size_t rank) const {
    const std::vector<std::uint64_t> dims = file_.dataset(name).dims;
    if (dims.size() != rank) refuse(name);
    return dims;
  }

  std::uint64_t mix_partners() const {
    const std::vector<std::uint64_t> dims = file_.dataset(kMixPartnerName).dims;
    if (dims.size() == 1) return 1;
    if (dims.size() != 2 || dims[1] < 2) refuse(kMixPartnerName);
    return dims[1];
  }

  RejectedLayout rejected() const {
    RejectedLayout layout;
    if (!file_.has_dataset(kRejectedSampleName)) return layout;
    layout.count = dims(kRejectedSampleName, 1)[0];
    layout.key_bytes = file_.dataset(kRejectedKeyName).text_bytes;
    layout.reason_bytes = file_.dataset(kRejectedReasonName).text_bytes;
    if (layout.count == 0) refuse(kRejectedSampleName);
    if (layout.key_bytes == 0) refuse(kRejectedKeyName);
    if (layout.reason_bytes == 0) refuse(kRejectedReasonName);
    return layout;
  }

  bool has_files() const { return file_.has_dataset(std::string(kImageName) + kBytesSuffix); }

  std::string mask_name() const {
    return has_files() ? std::string(kMaskName) + kBytesSuffix : kMaskName;
  }
  bool has_masks() const { return file_.has_dataset(mask_name()); }

  // Of masks in files, what locate() does not look at.
  void check_mask(const Layout& layout) const {
    if (!has_files()) return;
    const bool is_right =
        file_.dataset_texts(mask_name(), "format") == std::vector<std::string>{kMaskFormat} &&
        file_.dataset_numbers(mask_name(), "shape") == sides_of(mask_shape(layout));
    if (!is_right) refuse(mask_name());
  }

  // Of the whole shard: /image shows it, and locate() finds a kept picture that is stored
  // otherwise.
  Storage storage() const {
    Storage storage;
    if (has_files()) {
      const std::string name = std::string(kImageName) + kBytesSuffix;
      const std::vector<std::string> formats = file_.dataset_texts(name, "format");
      if (formats.size() != 1 || formats[0].empty()) refuse(name);
      storage.kind = StorageKind::kFiles;
      storage.format = formats[0];
    } else if (const auto deflate = file_.dataset(kImageName).deflate) {
      storage.kind = StorageKind::kDeflated;
      storage.deflate_level = deflate->level;
    }
    if (!has_files()) {
      storage.is_half = file_.dataset(kImageName).type == capi::H5Type::kF16;
      storage.is_channels_first = has_channels_first(kImageName);
    }
    return storage;
  }

  bool has_channels_first(const std::string& name) const {
    if (!file_.has_dataset_attribute(name, kLayoutAttribute)) return false;
    const std::vector<std::string> texts = file_.dataset_texts(name, kLayoutAttribute);
    if (texts != std::vector<std::string>{kChannelsFirst}) refuse(name);
    return true;
  }

  // NAME of /keep/NAME or /keep/NAME_bytes; absent for other datasets.
  std::optional<std::string> kept_name(const std::string& name) const {
    if (!name.starts_with(kKeptPrefix)) return std::nullopt;
    std::string kept = name.substr(std::string_view(kKeptPrefix).size());
    if (!has_files()) return kept;
    if (!kept.ends_with(kBytesSuffix)) return std::nullopt;
    kept.resize(kept.size() - std::string_view(kBytesSuffix).size());
    return kept;
  }

  // Of pictures in files, the bytes of each column of them.
  std::vector<std::uint64_t> file_bytes(const std::vector<std::string>& names) const {
    std::vector<std::uint64_t> bytes;
    if (!has_files()) return bytes;
    bytes.push_back(dims(std::string(kImageName) + kBytesSuffix, 1)[0]);
    for (const std::string& name : names) {
      if (kept_name(name)) bytes.push_back(dims(name, 1)[0]);
    }
    if (has_masks()) bytes.push_back(dims(mask_name(), 1)[0]);
    return bytes;
  }

  // `name` is that of the pixels, even where files stand for them.
  image::Shape picture(const std::string& name, const Storage& storage) const {
    std::vector<std::uint64_t> sides;
    capi::H5Type type = capi::H5Type::kU8;
    if (has_files()) {
      sides = file_.dataset_numbers(name + kBytesSuffix, "shape");
    } else {
      const std::vector<std::uint64_t> all = dims(name, 4);
      sides.assign(all.begin() + 1, all.end());
      type = file_.dataset(name).type;
      if (has_channels_first(name) != storage.is_channels_first) refuse(name);
      if (storage.is_channels_first) std::rotate(sides.begin(), sides.begin() + 1, sides.end());
    }
    const capi::H5Type real = storage.is_half ? capi::H5Type::kF16 : capi::H5Type::kF32;
    const bool is_pixels = type == capi::H5Type::kU8 || type == real;
    const auto is_side = [](std::uint64_t side) { return side > 0 && std::in_range<int>(side); };
    if (!is_pixels || sides.size() != 3 || !std::all_of(sides.begin(), sides.end(), is_side)) {
      refuse(name);
    }
    return {static_cast<int>(sides[0]), static_cast<int>(sides[1]), static_cast<int>(sides[2]),
            type == capi::H5Type::kU8 ? image::PixelType::kU8 : image::PixelType::kF32};
  }

  const capi::H5Reading& file_;
  const fs::path& path_;
};

}  // namespace

Layout read_layout(const capi::H5Reading& file, const fs::path& path,
                   const std::vector<std::string>& names) {
  return LayoutReader(file, path).read(names);
}

std::vector<Column> locate_columns(const capi::H5Reading& file, const fs::path& path,
                                   const Layout& layout, const std::vector<std::string>& names) {
  return LayoutReader(file, path).locate(layout, names);
}

}  // namespace epochmill::shard
