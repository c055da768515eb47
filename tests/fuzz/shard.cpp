// A shard: everything of every row, and its digests.
#include <algorithm>

#include "codec/deflate.hpp"
#include "memory_file.hpp"
#include "outcome.hpp"
#include "seal.hpp"
#include "shard/reader.hpp"

namespace {

using namespace epochmill;

// Sums what is read, so that every byte of it is looked at.
struct Sum {
  std::uint64_t value = 0;
  template <typename Values>
  void add(const Values& values) {
    for (const auto& v : as_bytes(std::span(values.data(), values.size()))) value += v;
  }
};

void read_picture(ByteView stored, const image::Shape& shape, const shard::Storage& storage,
                  Sum& sum) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 24;
  sum.add(stored);
  if (storage.kind != shard::StorageKind::kDeflated || shape.size_bytes() > kMostBytes) return;
  fuzz::is_taken(
      [&] { sum.add(codec::inflate(stored, image::size_bytes(shape.type), shape.size_bytes())); });
}

void read_row(const shard::Reader& reader, std::uint64_t row, Sum& sum) {
  const shard::Layout& layout = reader.layout();
  Bytes room;
  read_picture(reader.image(row, room), layout.image, layout.storage, sum);
  for (std::size_t i = 0; i < layout.kept.size(); ++i) {
    read_picture(reader.kept(i, row, room), layout.kept[i].shape, layout.storage, sum);
  }
  if (layout.has_masks) {
    read_picture(reader.mask(row, room), shard::mask_shape(layout), layout.storage, sum);
  }
  for (const image::ObjectBox& box : reader.boxes(row))
    sum.value += static_cast<std::uint64_t>(box.label);
  for (std::size_t set = 0; set < layout.extra_labels.size(); ++set) {
    sum.value += static_cast<std::uint64_t>(reader.extra_label(row, set));
  }
  sum.add(reader.keypoints(row));
  sum.add(reader.keypoint_visible(row));
  sum.add(reader.draws(row));
  sum.add(reader.key(row));
  sum.value += reader.sample(row) + static_cast<std::uint64_t>(reader.label(row));
  sum.value += static_cast<std::uint64_t>(reader.row_digest(row) == reader.stored_digest(row));
}

void read_shard(const std::filesystem::path& path) {
  constexpr std::uint64_t kMostRows = 64;
  fuzz::is_taken([&] {
    const shard::Reader reader(path);
    const std::uint64_t rows = reader.layout().rows;
    static Sum sum;
    for (std::uint64_t row = 0; row < std::min(rows, kMostRows); ++row) {
      // A row that is refused does not spare the others.
      fuzz::is_taken([&] { read_row(reader, row, sum); });
    }
    fuzz::is_taken([&] { read_row(reader, rows - 1, sum); });
    sum.add(reader.order());
    sum.value += reader.computed_content_digest().size();
  });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  const ByteView bytes(data, size);
  file.hold(bytes);
  read_shard(file.path());
  const Bytes sealed = fuzz::sealed_hdf5(bytes);
  if (std::equal(sealed.begin(), sealed.end(), bytes.begin())) return 0;
  file.hold(sealed);
  read_shard(file.path());
  return 0;
}
