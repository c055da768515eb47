#include "shard/reader.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "base/checked.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "shard/attributes.hpp"
#include "shard/columns.hpp"

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
    layout.image = picture("/image");
    layout.rows = dims("/image", 4)[0];
    if (layout.rows == 0 || layout.rows > std::numeric_limits<std::uint32_t>::max())
      refuse("/image");
    for (const std::string& name : names) {
      if (name.starts_with(kKeptPrefix)) {
        layout.kept.push_back({name.substr(std::string_view(kKeptPrefix).size()), picture(name)});
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
    std::vector<Column> columns = columns_for(layout);
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
          found.text_bytes != column.dataset.text_bytes) {
        refuse(column.dataset.name);
      }
      column.dataset.offset = found.offset;
    }
    return columns;
  }

 private:
  // A layout that came from a file and cannot be is the file's fault, not ours.
  std::vector<Column> columns_for(const Layout& layout) const {
    try {
      return columns_of(layout);
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

  image::Shape picture(const std::string& name) const {
    const std::vector<std::uint64_t> sides = dims(name, 4);
    const capi::H5Type type = file_.dataset(name).type;
    const bool is_pixels = type == capi::H5Type::kU8 || type == capi::H5Type::kF32;
    const auto is_side = [](std::uint64_t side) { return side > 0 && std::in_range<int>(side); };
    if (!is_pixels || !std::all_of(sides.begin() + 1, sides.end(), is_side)) refuse(name);
    return {static_cast<int>(sides[1]), static_cast<int>(sides[2]), static_cast<int>(sides[3]),
            type == capi::H5Type::kU8 ? image::PixelType::kU8 : image::PixelType::kF32};
  }

  const capi::H5File& file_;
  const fs::path& path_;
};

// A whole column as numbers. HDF5 aligns columns of a page or more; a smaller one may lie anywhere,
// and is copied.
template <typename T>
class Numbers {
 public:
  explicit Numbers(ByteView bytes) : count_(bytes.size() / sizeof(T)) {
    if (reinterpret_cast<std::uintptr_t>(bytes.data()) % alignof(T) == 0) {
      mapped_ = reinterpret_cast<const T*>(bytes.data());
      return;
    }
    copied_.resize(count_);
    std::memcpy(copied_.data(), bytes.data(), bytes.size());
  }
  std::span<const T> values() const {
    return {mapped_ != nullptr ? mapped_ : copied_.data(), count_};
  }

 private:
  std::size_t count_;
  const T* mapped_ = nullptr;
  std::vector<T> copied_;
};

template <typename T>
T number_at(ByteView bytes) {
  T value{};
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

// What HDF5 knows of the file; nothing of HDF5 stays open.
struct Opened {
  Attributes attributes;
  Layout layout;
  std::vector<Column> columns;
};

Opened open(const fs::path& path) {
  capi::H5File file = capi::H5File::open_read(path);
  Opened opened;
  opened.attributes = read_attributes(file, path);
  const std::vector<std::string>& names = opened.attributes.dataset_names;
  const LayoutReader reader(file, path);
  opened.layout = reader.read(names);
  opened.columns = reader.locate(opened.layout, names);
  file.close();
  return opened;
}

}  // namespace

struct Reader::State {
  State(const fs::path& file_path, Opened&& opened)
      : path(file_path),
        attributes(std::move(opened.attributes)),
        layout(std::move(opened.layout)),
        columns(std::move(opened.columns)),
        mapped(file_path),
        keypoints(all(Role::kKeypoint)),
        draws(all(Role::kDraws)),
        order(all(Role::kOrder)) {}

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
  capi::MappedFile mapped;
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

ByteView Reader::image(std::uint64_t row) const { return state_->at(Role::kImage, row); }

ByteView Reader::kept(std::size_t index, std::uint64_t row) const {
  if (index >= state_->layout.kept.size()) {
    throw internal_error("'{}' has {} kept pictures, and no number {}", state_->path.string(),
                         state_->layout.kept.size(), index);
  }
  return state_->at(find(state_->columns, Role::kKept) + index, row);
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
  for (const Column& column : state_->columns) {
    if (column.is_row_data()) digester.add(state_->at(&column, row));
  }
  return digester.value64();
}

std::string Reader::computed_content_digest() const {
  return shard::content_digest(state_->attributes.header, state_->columns,
                               state_->layout.draw_names, state_->all(Role::kDigest),
                               state_->all(Role::kOrder));
}

}  // namespace epochmill::shard
