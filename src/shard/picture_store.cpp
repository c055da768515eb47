#include "shard/picture_store.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>

#include "base/error.hpp"
#include "capi/hdf5_chunks.hpp"
#include "shard/row_queue.hpp"

namespace epochmill::shard {
namespace {

std::vector<const Column*> picture_columns(const Draft& draft) {
  std::vector<const Column*> pictures;
  for (const Column& column : draft.columns) {
    if (column.is_picture()) pictures.push_back(&column);
  }
  return pictures;
}

RowQueue::Pictures copies_of(std::span<const ByteView> pictures) {
  RowQueue::Pictures copies;
  for (const ByteView picture : pictures) copies.emplace_back(picture.begin(), picture.end());
  return copies;
}

void read_piece_by_piece(const capi::File& file, std::uint64_t offset, std::uint64_t size,
                         Digester& digester) {
  std::array<std::uint8_t, std::size_t{64} << 10> piece;  // stays in a near cache
  for (std::uint64_t done = 0; done < size;) {
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(piece.size(), size - done));
    const std::span part(piece.data(), count);
    file.read_at(part, offset + done);
    digester.add(part);
    done += count;
  }
}

// Every row has its place before it is made: threads write where they like.
class RawPictures final : public PictureStore {
 public:
  explicit RawPictures(Draft& draft) : draft_(draft) {
    draft.make().close();
    draft.open();
    columns_ = picture_columns(draft);
  }

  void put(std::uint64_t row, std::span<const ByteView> pictures) override {
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      draft_.file().write_at(pictures[i], columns_[i]->row_offset(row));
    }
  }
  void finish() override {}
  void read_back(std::uint64_t row, Digester& digester) const override {
    for (const Column* column : columns_) {
      read_piece_by_piece(draft_.file(), column->row_offset(row), column->row_bytes, digester);
    }
  }

 private:
  Draft& draft_;
  std::vector<const Column*> columns_;
};

// Where a row starts hangs on all before it, and where a dataset starts on all their sizes: rows
// are put into a file without a name, and copied once all are there.
class PictureFiles final : public PictureStore {
 public:
  explicit PictureFiles(Draft& draft)
      : draft_(draft),
        spool_(capi::open_scratch_file(draft.final_path.parent_path())),
        offsets_(picture_columns(draft).size(), {0}) {}

  void put(std::uint64_t row, std::span<const ByteView> pictures) override {
    queue_.put(row, copies_of(pictures));
  }

  void finish() override {
    std::vector<std::uint64_t> sizes;
    for (const auto& offsets : offsets_) sizes.push_back(offsets.back());
    draft_.columns = columns_of(draft_.layout, sizes);
    draft_.make().close();
    draft_.open();
    columns_ = picture_columns(draft_);
    Bytes picture;
    std::uint64_t place = 0;
    for (std::uint64_t row = 0; row < draft_.layout.rows; ++row) {
      for (std::size_t i = 0; i < columns_.size(); ++i) {
        picture.resize(size_of(i, row));
        spool_.read_at(picture, place);
        draft_.file().write_at(picture, columns_[i]->dataset.offset + offsets_[i][row]);
        place += picture.size();
      }
    }
    spool_.close();
  }

  void read_back(std::uint64_t row, Digester& digester) const override {
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      read_piece_by_piece(draft_.file(), columns_[i]->dataset.offset + offsets_[i][row],
                          size_of(i, row), digester);
    }
  }

  std::vector<std::uint64_t> offsets(std::size_t index) const override { return offsets_[index]; }

 private:
  std::uint64_t size_of(std::size_t i, std::uint64_t row) const {
    return offsets_[i][row + 1] - offsets_[i][row];
  }

  void append(const RowQueue::Pictures& pictures) {
    for (std::size_t i = 0; i < pictures.size(); ++i) {
      spool_.write_at(pictures[i], spooled_);
      spooled_ += pictures[i].size();
      offsets_[i].push_back(offsets_[i].back() + pictures[i].size());
    }
  }

  Draft& draft_;
  capi::File spool_;
  std::uint64_t spooled_ = 0;
  std::vector<std::vector<std::uint64_t>> offsets_;  // of each picture column, as far as rows came
  std::vector<const Column*> columns_;
  RowQueue queue_{[this](std::uint64_t, const RowQueue::Pictures& rows) { append(rows); }};
};

// HDF5 finds each chunk its place when it comes, and notes it in the dataset's index.
class DeflatedPictures final : public PictureStore {
 public:
  explicit DeflatedPictures(Draft& draft) : draft_(draft), made_(draft.make()) {
    open_chunks(*made_);
  }

  void put(std::uint64_t row, std::span<const ByteView> pictures) override {
    queue_.put(row, copies_of(pictures));
  }

  void finish() override {
    chunks_.clear();
    made_->close();
    draft_.open();
  }
  void begin_reading() override {
    made_ = capi::H5File::open_read(draft_.temp_path);
    open_chunks(*made_);
  }

  void read_back(std::uint64_t row, Digester& digester) const override {
    for (const capi::H5Chunks& chunks : chunks_) digester.add(chunks.read(row));
  }

 private:
  void open_chunks(const capi::H5File& file) {
    for (const Column* column : picture_columns(draft_))
      chunks_.emplace_back(file, column->dataset);
  }

  void write(std::uint64_t row, const RowQueue::Pictures& pictures) {
    for (std::size_t i = 0; i < pictures.size(); ++i) chunks_[i].write(row, pictures[i]);
  }

  Draft& draft_;
  std::optional<capi::H5File> made_;
  std::vector<capi::H5Chunks> chunks_;
  RowQueue queue_{[this](std::uint64_t row, const RowQueue::Pictures& rows) { write(row, rows); }};
};

}  // namespace

std::vector<std::uint64_t> PictureStore::offsets(std::size_t) const {
  throw internal_error("pictures that are not in files have no offsets");
}

std::unique_ptr<PictureStore> make_picture_store(Draft& draft) {
  switch (draft.layout.storage.kind) {
    case StorageKind::kDeflated:
      if (draft.layout.rows > 0) return std::make_unique<DeflatedPictures>(draft);
      [[fallthrough]];
    case StorageKind::kRaw:
      return std::make_unique<RawPictures>(draft);
    case StorageKind::kFiles:
      return std::make_unique<PictureFiles>(draft);
  }
  throw internal_error("a shard's storage is of no kind");
}

}  // namespace epochmill::shard
