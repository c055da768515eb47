// Where the pictures of an unfinished shard go, row by row: one way for each StorageKind.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "base/bytes.hpp"
#include "base/digest.hpp"
#include "shard/draft.hpp"

namespace epochmill::shard {

class PictureStore {
 public:
  virtual ~PictureStore() = default;

  // Any thread, each row once. `pictures` are the stored bytes for each picture column, in order.
  virtual void put(std::uint64_t row, std::span<const ByteView> pictures) = 0;
  // After all rows: from here on all pictures are in the draft's file, which is open. HDF5: one
  // thread.
  virtual void finish() = 0;
  // Before the first read_back(), once nothing is written any more. HDF5: one thread.
  virtual void begin_reading() {}
  // After that: adds the row's pictures to `digester` as they stand in the file. Any thread.
  virtual void read_back(std::uint64_t row, Digester& digester) const = 0;
  // Of pictures in files, after finish(): rows + 1 offsets of the picture column `index`, counted
  // among them.
  virtual std::vector<std::uint64_t> offsets(std::size_t index) const;
};

// `draft` must outlive the store. HDF5: one thread.
std::unique_ptr<PictureStore> make_picture_store(Draft& draft);

}  // namespace epochmill::shard
