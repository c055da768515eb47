#include "shard/reader.hpp"

#include <algorithm>
#include <limits>
#include <optional>

#include "base/checked.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "capi/hdf5_chunks.hpp"
#include "shard/attributes.hpp"
#include "shard/columns.hpp"
#include "shard/numbers.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;

// Reads the shapes of the datasets that decide the layout, trusting nothing.
class LayoutReader {
 public:
  LayoutReader(const capi::H5File& file, const fs::path& path) : file_(file), path_(path) {}

  // `names` is the attribute `datasets`.
  Layout read(const std::vector<std::string>& names) const {
    Layout layout;
    layout.rows = dims("/label", 1)[0];
    if (layout.rows == 0 || layout.rows > std::numeric_limits<std::uint32_t>::max()) {
      refuse("/label");
    }
    layout.storage = storage();
    layout.image = picture(kImageName, layout.storage);
    for (const std::string& name : names) {
      if (const auto kept = kept_name(name)) {
        layout.kept.push_back({*kept, picture(kKeptPrefix + *kept, layout.storage)});
      }
    }
    if (file_.has_dataset("/keypoint")) {
      layout.keypoints = dims("/keypoint", 3)[1];
      if (layout.keypoints == 0) refuse("/keypoint");
    }
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

  bool has_files() const { return file_.has_dataset(std::string(kImageName) + kBytesSuffix); }

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

  const capi::H5File& file_;
  const fs::path& path_;
};

// What HDF5 knows of the file. Of HDF5 only chunks stay open.
struct Opened {
  Attributes attributes;
  Layout layout;
  std::vector<Column> columns;
  std::optional<capi::H5File> file = std::nullopt;
  std::vector<capi::H5Chunks> chunks = {};  // of each picture column of a deflated shard
};

Opened open(const fs::path& path) {
  capi::H5File file = capi::H5File::open_read(path);
  Opened opened;
  opened.attributes = read_attributes(file, path);
  const std::vector<std::string>& names = opened.attributes.dataset_names;
  const LayoutReader reader(file, path);
  opened.layout = reader.read(names);
  opened.columns = reader.locate(opened.layout, names);
  if (opened.layout.storage.kind != StorageKind::kDeflated) {
    file.close();
    return opened;
  }
  for (const Column& column : opened.columns) {
    if (column.is_picture()) opened.chunks.emplace_back(file, column.dataset);
  }
  opened.file = std::move(file);
  return opened;
}

}  // namespace

struct Reader::State {
  State(const fs::path& file_path, Opened&& opened)
      : path(file_path),
        attributes(std::move(opened.attributes)),
        layout(std::move(opened.layout)),
        columns(std::move(opened.columns)),
        file(std::move(opened.file)),
        chunks(std::move(opened.chunks)),
        mapped(file_path),
        keypoints(all(Role::kKeypoint)),
        draws(all(Role::kDraws)),
        order(all(Role::kOrder)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      offsets.emplace_back(columns[i].role == Role::kOffset ? all(columns[i]) : ByteView());
      if (columns[i].role == Role::kOffset) check_offsets(i);
    }
  }

  // So that each row lies inside the column before.
  void check_offsets(std::size_t index) const {
    const auto values = offsets[index].values();
    const bool is_right = values.front() == 0 &&
                          values.back() == columns[index - 1].dataset.size_bytes() &&
                          std::is_sorted(values.begin(), values.end());
    if (is_right) return;
    throw input_error("'{}' of '{}' does not fit the dataset before it; the file is damaged",
                      columns[index].dataset.name, path.string());
  }

  // A column's bytes of all rows; none when the shard has no such column.
  ByteView all(Role role) const {
    const Column* column = find(columns, role);
    return column == nullptr ? ByteView() : all(*column);
  }

  ByteView all(const Column& column) const {
    const std::uint64_t size = column.dataset.size_bytes();
    const std::uint64_t offset = column.dataset.offset;
    // HDF5 has checked this; the file may have been cut since.
    if (size > mapped.bytes().size() || offset > mapped.bytes().size() - size) {
      throw input_error("'{}' ends inside dataset '{}'; it was cut short", path.string(),
                        column.dataset.name);
    }
    return mapped.bytes().subspan(offset, size);
  }

  ByteView at(const Column* column, std::uint64_t row) const {
    if (row >= layout.rows) {
      throw internal_error("'{}' has {} rows, and no row {}", path.string(), layout.rows, row);
    }
    return column == nullptr ? ByteView()
                             : all(*column).subspan(row * column->row_bytes, column->row_bytes);
  }
  ByteView at(Role role, std::uint64_t row) const { return at(find(columns, role), row); }

  // The row of the picture column `index`, counted among all columns, as it is stored.
  ByteView picture(std::size_t index, std::uint64_t row, Bytes& room) const {
    const Column& column = columns[index];
    if (layout.storage.kind == StorageKind::kRaw) return at(&column, row);
    at(nullptr, row);  // for the check
    if (column.is_files()) {
      const auto place = offsets[index + 1].values().subspan(row, 2);
      return all(column).subspan(place[0], place[1] - place[0]);
    }
    room = chunks[index].read(row);  // pictures are the first columns
    return room;
  }

  // The row's part of `numbers`, `width` of them a row.
  std::span<const float> part(const Numbers<float>& numbers, std::size_t width,
                              std::uint64_t row) const {
    at(nullptr, row);  // for the check
    return numbers.values().subspan(row * width, width);
  }

  fs::path path;
  Attributes attributes;
  Layout layout;
  std::vector<Column> columns;
  std::optional<capi::H5File> file;
  std::vector<capi::H5Chunks> chunks;
  capi::MappedFile mapped;
  std::vector<Numbers<std::uint64_t>> offsets;  // of each column; none but of Role::kOffset
  Numbers<float> keypoints;
  Numbers<float> draws;
  Numbers<std::uint32_t> order;
};

Reader::Reader(const fs::path& path) : state_(std::make_unique<State>(path, open(path))) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

const fs::path& Reader::path() const { return state_->path; }
const Header& Reader::header() const { return state_->attributes.header; }
const Layout& Reader::layout() const { return state_->layout; }
const std::string& Reader::content_digest() const { return state_->attributes.content_digest; }
std::uint64_t Reader::file_bytes() const { return state_->mapped.bytes().size(); }

ByteView Reader::image(std::uint64_t row, Bytes& room) const {
  return state_->picture(0, row, room);
}

ByteView Reader::kept(std::size_t index, std::uint64_t row, Bytes& room) const {
  if (index >= state_->layout.kept.size()) {
    throw internal_error("'{}' has {} kept pictures, and no number {}", state_->path.string(),
                         state_->layout.kept.size(), index);
  }
  const Column* first = find(state_->columns, Role::kKept);
  const std::size_t step = first->is_files() ? 2 : 1;
  const auto place = static_cast<std::size_t>(first - state_->columns.data());
  return state_->picture(place + step * index, row, room);
}

std::span<const float> Reader::keypoints(std::uint64_t row) const {
  return state_->part(state_->keypoints, 2 * state_->layout.keypoints, row);
}

std::span<const std::uint8_t> Reader::keypoint_visible(std::uint64_t row) const {
  return state_->at(Role::kKeypointVisible, row);
}

std::span<const float> Reader::draws(std::uint64_t row) const {
  return state_->part(state_->draws, state_->layout.draw_names.size(), row);
}

std::string_view Reader::key(std::uint64_t row) const {
  const std::string_view padded = as_text(state_->at(Role::kKey, row));
  return padded.substr(0, padded.find_last_not_of('\0') + 1);
}

std::uint64_t Reader::sample(std::uint64_t row) const {
  return number_at<std::uint64_t>(state_->at(Role::kSample, row));
}

std::int64_t Reader::label(std::uint64_t row) const {
  return number_at<std::int64_t>(state_->at(Role::kLabel, row));
}

std::span<const std::uint32_t> Reader::order() const { return state_->order.values(); }

std::uint64_t Reader::stored_digest(std::uint64_t row) const {
  return number_at<std::uint64_t>(state_->at(Role::kDigest, row));
}

std::uint64_t Reader::row_digest(std::uint64_t row) const {
  Digester digester;
  Bytes room;
  for (std::size_t i = 0; i < state_->columns.size(); ++i) {
    const Column& column = state_->columns[i];
    if (column.is_picture()) {
      digester.add(state_->picture(i, row, room));
    } else if (column.is_row_data()) {
      digester.add(state_->at(&column, row));
    }
  }
  return digester.value64();
}

std::string Reader::computed_content_digest() const {
  return shard::content_digest(state_->attributes.header, state_->columns,
                               state_->layout.draw_names, state_->all(Role::kDigest),
                               state_->all(Role::kOrder));
}

}  // namespace epochmill::shard
