#include "shard/writer.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#include "base/checked.hpp"
#include "base/digest.hpp"
#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/hdf5.hpp"
#include "shard/attributes.hpp"
#include "shard/columns.hpp"
#include "shard/reader.hpp"

namespace epochmill::shard {
namespace {

namespace fs = std::filesystem;

// A file that is deleted with its owner, unless it has been given its final name.
class TempFile {
 public:
  explicit TempFile(fs::path path) : path_(std::move(path)) {}
  ~TempFile() {
    if (!is_published_) capi::remove_quietly(path_);
  }
  TempFile(const TempFile&) = delete;
  TempFile& operator=(const TempFile&) = delete;

  const fs::path& path() const { return path_; }
  void publish(const fs::path& final_path) {
    capi::publish(path_, final_path);
    is_published_ = true;
  }

 private:
  fs::path path_;
  bool is_published_ = false;
};

enum RowState : std::uint8_t { kMissing, kInWork, kWritten };

enum class Phase { kRows, kFinished, kPublished, kFailed };

// Lets HDF5 make the file and tell where everything goes; from then on its data are ours to write.
void make_file(const fs::path& path, const Header& header, const Layout& layout,
               std::vector<Column>& columns) {
  capi::H5File file = capi::H5File::create(path);
  for (Column& column : columns) column.dataset = file.create_dataset(column.dataset);
  if (find(columns, Role::kDraws) != nullptr) {
    file.set_dataset_texts("/draws", "columns", layout.draw_names);
  }
  write_attributes(file, header, names_of(columns));
  file.close();
}

void put(Bytes& column, std::uint64_t row, ByteView bytes) {
  std::copy(bytes.begin(), bytes.end(),
            column.begin() + checked_cast<std::ptrdiff_t>(checked_mul(row, bytes.size())));
}

}  // namespace

struct Writer::State {
  State(const fs::path& final, const Header& head, const Layout& rows);

  Bytes& memory_of(Role role) { return memory[index_of(role)]; }
  std::size_t index_of(Role role) const {
    return static_cast<std::size_t>(find(columns, role) - columns.data());
  }
  std::span<const std::uint8_t> in_memory(std::size_t index, std::uint64_t row) const {
    return ByteView(memory[index])
        .subspan(row * columns[index].row_bytes, columns[index].row_bytes);
  }
  ByteView picture_of(const Column& column, const RowView& view) const {
    return column.role == Role::kImage ? view.image : view.kept[column.kept];
  }

  void check_row_sizes(std::uint64_t row, const RowView& view) const;
  void remember(std::uint64_t row, const RowView& view);
  std::uint64_t write_pictures(std::uint64_t row, const RowView& view) const;
  void write_memory() const;
  void store_content_digest();
  void check_file() const;

  fs::path final_path;
  TempFile temp;
  Header header;
  Layout layout;
  std::vector<Column> columns;
  std::vector<Bytes> memory;  // of each column all rows; empty for pictures
  std::vector<std::atomic<std::uint8_t>> row_states;
  std::optional<capi::File> file;
  std::uint64_t file_bytes = 0;
  std::string digest;
  Phase phase = Phase::kRows;
};

Writer::State::State(const fs::path& final, const Header& head, const Layout& rows)
    : final_path(final),
      temp(capi::temp_path_for(final)),
      header(head),
      layout(rows),
      columns(columns_of(rows)),
      row_states(rows.rows) {
  make_file(temp.path(), header, layout, columns);
  file = capi::File::open_write(temp.path());
  file_bytes = file->size();
  file->reserve(file_bytes);
  for (const Column& column : columns) {
    const std::uint64_t end = checked_add(column.dataset.offset, column.dataset.size_bytes());
    if (column.dataset.offset == 0 || end > file_bytes) {
      throw internal_error("HDF5 gave '{}' of '{}' no place", column.dataset.name, final.string());
    }
    memory.emplace_back(column.is_picture() ? 0 : column.dataset.size_bytes());
  }
}

void Writer::State::check_row_sizes(std::uint64_t row, const RowView& view) const {
  const auto expect = [&](const char* what, std::size_t expected, std::size_t found) {
    if (expected == found) return;
    throw internal_error("row {} of '{}': {} is of size {}, not {}", row, final_path.string(), what,
                         found, expected);
  };
  expect("the list of kept pictures", layout.kept.size(), view.kept.size());
  for (const Column& column : columns) {
    if (!column.is_picture()) continue;
    expect(column.dataset.name.c_str(), column.row_bytes, picture_of(column, view).size());
  }
  expect("/keypoint", layout.keypoints, view.keypoints.size());
  expect("/draws", layout.draw_names.size(), view.draws.size());
  if (view.key.size() > layout.key_bytes || view.key.ends_with('\0')) {
    throw internal_error("row {} of '{}': its key has {} bytes; allowed are {}, the last not zero",
                         row, final_path.string(), view.key.size(), layout.key_bytes);
  }
}

void Writer::State::remember(std::uint64_t row, const RowView& view) {
  put(memory_of(Role::kLabel), row, bytes_of(view.label));
  put(memory_of(Role::kSample), row, bytes_of(view.sample));
  if (!view.draws.empty()) put(memory_of(Role::kDraws), row, as_bytes(view.draws));
  std::string key(view.key);
  key.resize(layout.key_bytes, '\0');
  put(memory_of(Role::kKey), row, as_bytes(key));
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

// Gives the row's digest, which is made on the way.
std::uint64_t Writer::State::write_pictures(std::uint64_t row, const RowView& view) const {
  Digester digester;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    if (!column.is_row_data()) continue;
    const ByteView bytes = column.is_picture() ? picture_of(column, view) : in_memory(i, row);
    digester.add(bytes);
    if (column.is_picture()) file->write_at(bytes, column.row_offset(row));
  }
  return digester.value64();
}

void Writer::State::write_memory() const {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    file->write_at(memory[i], columns[i].dataset.offset);
  }
}

// The data are synced first: a digest in the file says that what it covers is there.
void Writer::State::store_content_digest() {
  file->sync();
  digest = content_digest(header, columns, layout.draw_names, memory_of(Role::kDigest),
                          memory_of(Role::kOrder));
  capi::H5File with_attributes = capi::H5File::open_write(temp.path());
  write_content_digest(with_attributes, digest);
  with_attributes.close();
  file->sync();
}

// Everything but the rows, which check_row looks at.
void Writer::State::check_file() const {
  const Reader reader(temp.path());
  if (reader.file_bytes() != file_bytes) {
    throw io_error("'{}' has {} bytes after it was written, not {}", temp.path().string(),
                   reader.file_bytes(), file_bytes);
  }
  if (reader.header() != header || reader.content_digest() != digest ||
      reader.computed_content_digest() != digest) {
    throw io_error("'{}' reads back as something else than was written; check the disk",
                   temp.path().string());
  }
}

Writer::Writer(const fs::path& final_path, const Header& header, const Layout& layout)
    : state_(std::make_unique<State>(final_path, header, layout)) {}
Writer::~Writer() = default;
Writer::Writer(Writer&&) noexcept = default;
Writer& Writer::operator=(Writer&&) noexcept = default;

void Writer::write_row(std::uint64_t row, const RowView& view) {
  State& state = *state_;
  if (state.phase != Phase::kRows) {
    throw internal_error("row {} comes after '{}' was finished", row, state.final_path.string());
  }
  if (row >= state.layout.rows) {
    throw internal_error("'{}' has {} rows, and no row {}", state.final_path.string(),
                         state.layout.rows, row);
  }
  state.check_row_sizes(row, view);
  if (state.row_states[row].exchange(kInWork) != kMissing) {
    throw internal_error("row {} of '{}' is written twice", row, state.final_path.string());
  }
  state.remember(row, view);
  const std::uint64_t digest = state.write_pictures(row, view);
  put(state.memory_of(Role::kDigest), row, bytes_of(digest));
  state.row_states[row] = kWritten;
}

void Writer::finish(std::span<const std::uint32_t> order) {
  State& state = *state_;
  const std::string path = state.final_path.string();
  if (state.phase != Phase::kRows) throw internal_error("'{}' is finished twice", path);
  for (std::uint64_t row = 0; row < state.layout.rows; ++row) {
    if (state.row_states[row] != kWritten) {
      throw internal_error("row {} of '{}' was not written", row, path);
    }
  }
  if (!is_permutation(order, state.layout.rows)) {
    throw internal_error("/order of '{}' is no permutation of its {} rows", path,
                         state.layout.rows);
  }
  state.phase = Phase::kFailed;  // until all went well: a half-finished file must not be published
  put(state.memory_of(Role::kOrder), 0, as_bytes(order));
  state.write_memory();
  state.store_content_digest();
  state.check_file();
  state.phase = Phase::kFinished;
}

void Writer::check_row(std::uint64_t row) const {
  const State& state = *state_;
  if (state.phase != Phase::kFinished || row >= state.layout.rows) {
    throw internal_error("row {} of '{}' cannot be checked now", row, state.final_path.string());
  }
  Digester digester;
  std::array<std::uint8_t, std::size_t{64} << 10> piece;  // stays in a near cache
  for (const Column& column : state.columns) {
    if (!column.is_row_data()) continue;
    for (std::size_t done = 0; done < column.row_bytes;) {
      const std::span part(piece.data(), std::min(piece.size(), column.row_bytes - done));
      state.file->read_at(part, column.row_offset(row) + done);
      digester.add(part);
      done += part.size();
    }
  }
  const ByteView expected = state.in_memory(state.index_of(Role::kDigest), row);
  if (!std::ranges::equal(bytes_of(digester.value64()), expected)) {
    throw io_error("row {} of '{}' reads back as something else than was written; check the disk",
                   row, state.temp.path().string());
  }
}

Summary Writer::publish() {
  State& state = *state_;
  if (state.phase != Phase::kFinished) {
    throw internal_error("'{}' is published before it is finished, or twice",
                         state.final_path.string());
  }
  state.file->close();
  state.temp.publish(state.final_path);
  state.phase = Phase::kPublished;
  return {state.header.epoch, state.header.shard, state.layout.rows, state.file_bytes,
          state.digest};
}

}  // namespace epochmill::shard
