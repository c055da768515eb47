#include "shard/writer.hpp"

#include <algorithm>
#include <atomic>

#include "base/checked.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "capi/hdf5.hpp"
#include "shard/attributes.hpp"
#include "shard/box_columns.hpp"
#include "shard/columns.hpp"
#include "shard/draft.hpp"
#include "shard/picture_store.hpp"
#include "shard/reader.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;

enum RowState : std::uint8_t { kMissing, kInWork, kWritten };

enum class Phase { kRows, kFinished, kPublished, kFailed };

Layout with_rejected(Layout layout, const std::vector<Rejected>& rejected) {
  layout.rejected.count = rejected.size();
  for (const Rejected& one : rejected) {
    RejectedLayout& sizes = layout.rejected;
    sizes.key_bytes = std::max<std::uint64_t>(sizes.key_bytes, one.key.size());
    sizes.reason_bytes = std::max<std::uint64_t>(sizes.reason_bytes, one.reason.size());
  }
  return layout;
}

void put(Bytes& column, std::uint64_t row, ByteView bytes) {
  std::copy(bytes.begin(), bytes.end(),
            column.begin() + checked_cast<std::ptrdiff_t>(checked_mul(row, bytes.size())));
}

}  // namespace

struct Writer::State {
  State(const fs::path& final_path, const Header& header, const Layout& layout,
        const std::vector<Rejected>& rejected);

  Bytes& memory_of(Role role) { return memory[index_of(role)]; }
  std::size_t index_of(Role role) const {
    return static_cast<std::size_t>(find(draft.columns, role) - draft.columns.data());
  }
  std::span<const std::uint8_t> in_memory(std::size_t index, std::uint64_t row) const {
    const std::size_t row_bytes = draft.columns[index].row_bytes;
    return ByteView(memory[index]).subspan(row * row_bytes, row_bytes);
  }
  bool has_boxes() const { return !draft.layout.box_class_names.empty(); }
  ByteView picture_of(const Column& column, const RowView& view) const {
    if (column.role == Role::kMask) return view.mask;
    return column.role == Role::kImage ? view.image : view.kept[column.index];
  }

  void check_row_sizes(std::uint64_t row, const RowView& view) const;
  void remember(const std::vector<Rejected>& rejected);
  void remember(std::uint64_t row, const RowView& view);
  std::vector<ByteView> rejected_in_memory() const;
  void add_from_memory(std::uint64_t row, Digester& digester) const;
  std::uint64_t write_pictures(std::uint64_t row, const RowView& view);
  void write_memory();
  void write_boxes();
  void store_content_digest();
  void check_file() const;

  Draft draft;
  std::vector<Bytes> memory;  // of each column all rows; empty for pictures and boxes
  std::vector<std::vector<image::ObjectBox>> boxes;  // of each row, where the layout has boxes
  std::vector<std::atomic<std::uint8_t>> row_states;
  std::unique_ptr<PictureStore> pictures;
  std::string digest;
  Phase phase = Phase::kRows;
};

Writer::State::State(const fs::path& final_path, const Header& header, const Layout& layout,
                     const std::vector<Rejected>& rejected)
    : draft(final_path, header, with_rejected(layout, rejected)),
      row_states(layout.rows),
      pictures(make_picture_store(draft)) {
  for (const Column& column : draft.columns) {
    const bool is_small = !column.is_picture() && !column.is_made_last();
    memory.emplace_back(is_small ? column.dataset.size_bytes() : 0);
  }
  if (has_boxes()) boxes.resize(layout.rows);
  remember(rejected);
}

void Writer::State::remember(const std::vector<Rejected>& rejected) {
  for (std::size_t i = 0; i < rejected.size(); ++i) {
    const auto padded = [](std::string text, std::uint64_t bytes) {
      text.resize(bytes, '\0');
      return text;
    };
    put(memory_of(Role::kRejectedSample), i, bytes_of(rejected[i].sample));
    put(memory_of(Role::kRejectedKey), i,
        as_bytes(padded(rejected[i].key, draft.layout.rejected.key_bytes)));
    put(memory_of(Role::kRejectedReason), i,
        as_bytes(padded(rejected[i].reason, draft.layout.rejected.reason_bytes)));
  }
}

std::vector<ByteView> Writer::State::rejected_in_memory() const {
  std::vector<ByteView> datasets;
  for (std::size_t i = 0; i < draft.columns.size(); ++i) {
    if (draft.columns[i].is_rejected()) datasets.emplace_back(memory[i]);
  }
  return datasets;
}

void Writer::State::check_row_sizes(std::uint64_t row, const RowView& view) const {
  const auto expect = [&](const char* what, std::size_t expected, std::size_t found) {
    if (expected == found) return;
    throw internal_error("row {} of '{}': {} is of size {}, not {}", row, draft.final_path.string(),
                         what, found, expected);
  };
  expect("the list of kept pictures", draft.layout.kept.size(), view.kept.size());
  for (const Column& column : draft.columns) {
    if (!column.is_picture()) continue;
    const ByteView picture = picture_of(column, view);
    const bool has_own_size = column.is_files() || column.dataset.deflate;
    if (!has_own_size) expect(column.dataset.name.c_str(), column.row_bytes, picture.size());
    if (picture.empty()) {
      throw internal_error("row {} of '{}': {} is empty", row, draft.final_path.string(),
                           column.dataset.name);
    }
  }
  expect("/keypoint", draft.layout.keypoints, view.keypoints.size());
  expect("the list of extra labels", draft.layout.extra_labels.size(), view.extra_labels.size());
  expect(kMixPartnerName, draft.layout.mix_partners, view.mix_partners.size());
  if (!has_boxes()) expect("/box", 0, view.boxes.size());
  expect("/draws", draft.layout.draw_names.size(), view.draws.size());
  if (view.key.size() > draft.layout.key_bytes || view.key.ends_with('\0')) {
    throw internal_error("row {} of '{}': its key has {} bytes; allowed are {}, the last not zero",
                         row, draft.final_path.string(), view.key.size(), draft.layout.key_bytes);
  }
}

void Writer::State::remember(std::uint64_t row, const RowView& view) {
  put(memory_of(Role::kLabel), row, bytes_of(view.label));
  put(memory_of(Role::kSample), row, bytes_of(view.sample));
  if (draft.layout.has_views) put(memory_of(Role::kView), row, bytes_of(view.view));
  if (!view.draws.empty()) put(memory_of(Role::kDraws), row, as_bytes(view.draws));
  std::string key(view.key);
  key.resize(draft.layout.key_bytes, '\0');
  put(memory_of(Role::kKey), row, as_bytes(key));
  for (std::size_t i = 0; i < view.extra_labels.size(); ++i) {
    put(memory[index_of(Role::kExtraLabel) + i], row, bytes_of(view.extra_labels[i]));
  }
  if (draft.layout.has_mixed_labels()) {
    put(memory_of(Role::kMixLabel), row, bytes_of(view.mix_label));
    put(memory_of(Role::kMixWeight), row, bytes_of(view.mix_weight));
  }
  if (!view.mix_partners.empty()) {
    put(memory_of(Role::kMixPartner), row, as_bytes(view.mix_partners));
  }
  if (has_boxes()) boxes[row].assign(view.boxes.begin(), view.boxes.end());
  if (view.keypoints.empty()) return;
  std::vector<float> points;
  Bytes visible;
  for (const image::Keypoint& point : view.keypoints) {
    points.insert(points.end(), {point.x, point.y});
    visible.push_back(point.is_visible ? 1 : 0);
  }
  put(memory_of(Role::kKeypoint), row, as_bytes(points));
  put(memory_of(Role::kKeypointVisible), row, visible);
}

void Writer::State::add_from_memory(std::uint64_t row, Digester& digester) const {
  for (std::size_t i = 0; i < draft.columns.size(); ++i) {
    const Column& column = draft.columns[i];
    if (!column.is_row_data() || column.is_picture()) continue;
    if (column.is_of_boxes()) {
      digester.add(box_bytes(column.role, boxes[row]));
    } else {
      digester.add(in_memory(i, row));
    }
  }
}

// Gives the row's digest.
std::uint64_t Writer::State::write_pictures(std::uint64_t row, const RowView& view) {
  Digester digester;
  std::vector<ByteView> views;
  for (const Column& column : draft.columns) {
    if (!column.is_picture()) continue;
    views.push_back(picture_of(column, view));
    digester.add(views.back());
  }
  pictures->put(row, views);
  add_from_memory(row, digester);
  return digester.value64();
}

void Writer::State::write_memory() {
  std::size_t offsets = 0;
  for (std::size_t i = 0; i < draft.columns.size(); ++i) {
    const Column& column = draft.columns[i];
    if (column.is_made_last()) continue;
    if (column.role == Role::kOffset) put(memory[i], 0, as_bytes(pictures->offsets(offsets++)));
    if (!column.is_picture()) draft.file().write_at(memory[i], column.dataset.offset);
  }
}

// All boxes of all rows, and where each row's start.
void Writer::State::write_boxes() {
  std::vector<std::uint64_t> offsets = {0};
  for (const std::vector<image::ObjectBox>& row : boxes) {
    offsets.push_back(offsets.back() + row.size());
  }
  draft.make_boxes(offsets.back());
  for (const Role role : {Role::kBox, Role::kBoxLabel}) {
    Bytes all;
    for (const std::vector<image::ObjectBox>& row : boxes) {
      const Bytes bytes = box_bytes(role, row);
      all.insert(all.end(), bytes.begin(), bytes.end());
    }
    if (!all.empty()) draft.file().write_at(all, find(draft.columns, role)->dataset.offset);
  }
  draft.file().write_at(as_bytes(offsets), find(draft.columns, Role::kBoxOffset)->dataset.offset);
}

// The data are synced first: a digest in the file says that what it covers is there.
void Writer::State::store_content_digest() {
  draft.file().sync();
  digest = content_digest(draft.header, draft.layout, draft.columns, memory_of(Role::kDigest),
                          memory_of(Role::kOrder), rejected_in_memory());
  capi::H5File with_attributes = capi::H5File::open_write(draft.temp_path);
  write_content_digest(with_attributes, digest);
  with_attributes.close();
  draft.file().sync();
}

// Everything but the rows, which check_row looks at.
void Writer::State::check_file() const {
  const Reader reader(draft.temp_path, capi::H5Maker::kThisProgram);
  if (reader.file_bytes() != draft.file_bytes()) {
    throw io_error("'{}' has {} bytes after it was written, not {}", draft.temp_path.string(),
                   reader.file_bytes(), draft.file_bytes());
  }
  if (reader.header() != draft.header || reader.content_digest() != digest ||
      reader.computed_content_digest() != digest) {
    throw io_error("'{}' reads back as something else than was written; check the disk",
                   draft.temp_path.string());
  }
}

Writer::Writer(const fs::path& final_path, const Header& header, const Layout& layout,
               const std::vector<Rejected>& rejected)
    : state_(std::make_unique<State>(final_path, header, layout, rejected)) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

void Writer::write_row(std::uint64_t row, const RowView& view) {
  State& state = *state_;
  if (state.phase != Phase::kRows) {
    throw internal_error("row {} comes after '{}' was finished", row,
                         state.draft.final_path.string());
  }
  if (row >= state.draft.layout.rows) {
    throw internal_error("'{}' has {} rows, and no row {}", state.draft.final_path.string(),
                         state.draft.layout.rows, row);
  }
  state.check_row_sizes(row, view);
  if (state.row_states[row].exchange(kInWork) != kMissing) {
    throw internal_error("row {} of '{}' is written twice", row, state.draft.final_path.string());
  }
  state.remember(row, view);
  const std::uint64_t digest = state.write_pictures(row, view);
  put(state.memory_of(Role::kDigest), row, bytes_of(digest));
  state.row_states[row] = kWritten;
}

void Writer::finish(std::span<const std::uint32_t> order) {
  State& state = *state_;
  const std::string path = state.draft.final_path.string();
  if (state.phase != Phase::kRows) throw internal_error("'{}' is finished twice", path);
  for (std::uint64_t row = 0; row < state.draft.layout.rows; ++row) {
    if (state.row_states[row] != kWritten) {
      throw internal_error("row {} of '{}' was not written", row, path);
    }
  }
  if (!is_permutation(order, state.draft.layout.rows)) {
    throw internal_error("/order of '{}' is no permutation of its {} rows", path,
                         state.draft.layout.rows);
  }
  state.phase = Phase::kFailed;  // until all went well: a half-finished file must not be published
  put(state.memory_of(Role::kOrder), 0, as_bytes(order));
  state.pictures->finish();
  state.write_memory();
  if (state.has_boxes()) state.write_boxes();
  state.store_content_digest();
  state.check_file();
  state.pictures->begin_reading();
  state.phase = Phase::kFinished;
}

void Writer::check_row(std::uint64_t row) const {
  const State& state = *state_;
  if (state.phase != Phase::kFinished || row >= state.draft.layout.rows) {
    throw internal_error("row {} of '{}' cannot be checked now", row,
                         state.draft.final_path.string());
  }
  Digester digester;
  state.pictures->read_back(row, digester);
  state.add_from_memory(row, digester);
  const ByteView expected = state.in_memory(state.index_of(Role::kDigest), row);
  if (!std::ranges::equal(bytes_of(digester.value64()), expected)) {
    throw io_error("row {} of '{}' reads back as something else than was written; check the disk",
                   row, state.draft.temp_path.string());
  }
}

Summary Writer::publish() {
  State& state = *state_;
  if (state.phase != Phase::kFinished) {
    throw internal_error("'{}' is published before it is finished, or twice",
                         state.draft.final_path.string());
  }
  state.draft.publish();
  state.phase = Phase::kPublished;
  return {.epoch = state.draft.header.epoch,
          .shard = state.draft.header.shard,
          .rows = state.draft.layout.rows,
          .rejected = state.draft.layout.rejected.count,
          .file_bytes = state.draft.file_bytes(),
          .content_digest = state.digest};
}

}  // namespace epochmill::shard
