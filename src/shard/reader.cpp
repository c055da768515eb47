#include "shard/reader.hpp"

#include <algorithm>
#include <optional>

#include "base/digest.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "shard/attributes.hpp"
#include "shard/box_columns.hpp"
#include "shard/columns.hpp"
#include "shard/layout_reader.hpp"
#include "shard/numbers.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;

// What stands before the padding.
std::string_view unpadded(ByteView text) {
  return as_text(text).substr(0, as_text(text).find_last_not_of('\0') + 1);
}

// What HDF5 knows of the file. Of HDF5 only chunks stay open.
struct Opened {
  Attributes attributes;
  Layout layout;
  std::vector<Column> columns;
  std::unique_ptr<capi::H5Reading> file = nullptr;
};

Opened open(const fs::path& path, capi::H5Maker maker) {
  std::unique_ptr<capi::H5Reading> file = capi::open_finished(path, maker);
  Opened opened;
  opened.attributes = read_attributes(*file, path);
  const std::vector<std::string>& names = opened.attributes.dataset_names;
  opened.layout = read_layout(*file, path, names);
  opened.columns = locate_columns(*file, path, opened.layout, names);
  if (opened.layout.storage.kind != StorageKind::kDeflated) return opened;
  for (const Column& column : opened.columns) {
    if (column.is_picture()) file->check_chunks(column.dataset.name);
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
        mapped(file_path),
        boxes(all(Role::kBox), all(Role::kBoxLabel), all(Role::kBoxOffset)),
        keypoints(all(Role::kKeypoint)),
        draws(all(Role::kDraws)),
        order(all(Role::kOrder)) {
    for (std::size_t i = 0; i < columns.size(); ++i) {
      offsets.emplace_back(columns[i].role == Role::kOffset ? all(columns[i]) : ByteView());
      if (columns[i].role == Role::kOffset) check_offsets(i);
    }
    if (!boxes.is_right()) refuse_offsets(*find(columns, Role::kBoxOffset));
  }

  // So that each row lies inside the column before.
  void check_offsets(std::size_t index) const {
    const auto values = offsets[index].values();
    const bool is_right = values.front() == 0 &&
                          values.back() == columns[index - 1].dataset.size_bytes() &&
                          std::is_sorted(values.begin(), values.end());
    if (!is_right) refuse_offsets(columns[index]);
  }

  [[noreturn]] void refuse_offsets(const Column& column) const {
    throw input_error("'{}' of '{}' does not fit the dataset before it; the file is damaged",
                      column.dataset.name, path.string());
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

  ByteView mixed(Role role, std::uint64_t row) const {
    if (layout.has_mixed_labels()) return at(role, row);
    throw internal_error("'{}' has no mixed labels", path.string());
  }

  // The row of the picture column `index`, counted among all columns, as it is stored.
  ByteView picture(std::size_t index, std::uint64_t row, Bytes& room) const {
    const Column& column = columns[index];
    if (layout.storage.kind == StorageKind::kRaw) return at(&column, row);
    at(nullptr, row);  // for the check
    if (column.is_files()) {
      const auto place = offsets[index + 1].values().subspan(row, 2);
      return all(column).subspan(place[0], place[1] - place[0]);
    }
    room = file->chunk(column.dataset.name, row, column.row_bytes);
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
  std::unique_ptr<capi::H5Reading> file;  // of a deflated shard
  capi::MappedFile mapped;
  std::vector<Numbers<std::uint64_t>> offsets;  // of each column; none but of Role::kOffset
  BoxColumns boxes;
  Numbers<float> keypoints;
  Numbers<float> draws;
  Numbers<std::uint32_t> order;
};

Reader::Reader(const fs::path& path, capi::H5Maker maker)
    : state_(std::make_unique<State>(path, open(path, maker))) {}
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

ByteView Reader::mask(std::uint64_t row, Bytes& room) const {
  const Column* column = find(state_->columns, Role::kMask);
  if (column == nullptr) throw internal_error("'{}' has no masks", state_->path.string());
  return state_->picture(static_cast<std::size_t>(column - state_->columns.data()), row, room);
}

std::vector<image::ObjectBox> Reader::boxes(std::uint64_t row) const {
  state_->at(nullptr, row);  // for the check
  return state_->boxes.boxes(row);
}

std::span<const float> Reader::draws(std::uint64_t row) const {
  return state_->part(state_->draws, state_->layout.draw_names.size(), row);
}

std::string_view Reader::key(std::uint64_t row) const {
  return unpadded(state_->at(Role::kKey, row));
}

std::uint64_t Reader::sample(std::uint64_t row) const {
  return number_at<std::uint64_t>(state_->at(Role::kSample, row));
}

std::uint32_t Reader::view(std::uint64_t row) const {
  const ByteView stored = state_->at(Role::kView, row);
  return stored.empty() ? 0 : stored.front();
}

std::int64_t Reader::label(std::uint64_t row) const {
  return number_at<std::int64_t>(state_->at(Role::kLabel, row));
}

std::int64_t Reader::extra_label(std::uint64_t row, std::size_t set) const {
  if (set >= state_->layout.extra_labels.size()) {
    throw internal_error("'{}' has {} sets of extra labels, and no number {}",
                         state_->path.string(), state_->layout.extra_labels.size(), set);
  }
  return number_at<std::int64_t>(state_->at(find(state_->columns, Role::kExtraLabel) + set, row));
}

std::vector<std::uint64_t> Reader::mix_partners(std::uint64_t row) const {
  const auto partners = Numbers<std::uint64_t>(state_->at(Role::kMixPartner, row));
  return {partners.values().begin(), partners.values().end()};
}

std::int64_t Reader::mix_label(std::uint64_t row) const {
  return number_at<std::int64_t>(state_->mixed(Role::kMixLabel, row));
}

float Reader::mix_weight(std::uint64_t row) const {
  return number_at<float>(state_->mixed(Role::kMixWeight, row));
}

std::span<const std::uint32_t> Reader::order() const { return state_->order.values(); }

std::optional<std::uint64_t> Reader::row_of(std::uint64_t sample) const {
  std::uint64_t first = 0;
  for (std::uint64_t count = state_->layout.rows; count > 0;) {
    const std::uint64_t half = count / 2;
    const bool is_behind = this->sample(first + half) < sample;
    if (is_behind) first += half + 1;
    count = is_behind ? count - half - 1 : half;
  }
  if (first == state_->layout.rows || this->sample(first) != sample) return std::nullopt;
  return first;
}

std::vector<Rejected> Reader::rejected() const {
  const RejectedLayout& sizes = state_->layout.rejected;
  std::vector<Rejected> rejected(sizes.count);
  for (std::uint64_t i = 0; i < sizes.count; ++i) {
    const auto item = [&](Role role, std::uint64_t bytes) {
      return state_->all(role).subspan(i * bytes, bytes);
    };
    rejected[i] = {number_at<std::uint64_t>(item(Role::kRejectedSample, sizeof(std::uint64_t))),
                   std::string(unpadded(item(Role::kRejectedKey, sizes.key_bytes))),
                   std::string(unpadded(item(Role::kRejectedReason, sizes.reason_bytes)))};
  }
  return rejected;
}

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
    } else if (column.is_of_boxes()) {
      digester.add(state_->boxes.bytes(column.role, row));
    } else if (column.is_row_data()) {
      digester.add(state_->at(&column, row));
    }
  }
  return digester.value64();
}

std::string Reader::computed_content_digest() const {
  std::vector<ByteView> rejected;
  for (const Column& column : state_->columns) {
    if (column.is_rejected()) rejected.push_back(state_->all(column));
  }
  return shard::content_digest(state_->attributes.header, state_->layout, state_->columns,
                               state_->all(Role::kDigest), state_->all(Role::kOrder), rejected);
}

}  // namespace epochmill::shard
