#include "capi/hdf5_heap.hpp"

#include <algorithm>
#include <array>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::capi {
namespace {

// Sides and numbers of the format.
constexpr std::size_t kSequenceLengthBytes = 4;
constexpr std::size_t kObjectNumberBytes = 4;
// "GCOL", version, three of no use; of an object: number, references, four of no use.
constexpr std::size_t kMagicBytes = 8;

std::uint64_t little_endian(ByteView bytes) {
  std::uint64_t number = 0;
  for (std::size_t i = bytes.size(); i-- > 0;) number = number << 8 | bytes[i];
  return number;
}

Error damaged(const char* what) {
  return input_error("its reference leads to {}; the file is damaged", what);
}

// Part of a file, by addresses as HDF5 has them.
class Part {
 public:
  Part(const File& file, std::uint64_t base) : file_(file), base_(base), file_bytes_(file.size()) {}

  bool has(std::uint64_t address, std::uint64_t bytes) const {
    return base_ <= file_bytes_ && address <= file_bytes_ - base_ &&
           bytes <= file_bytes_ - base_ - address;
  }

  void read(std::span<std::uint8_t> out, std::uint64_t address) const {
    if (!has(address, out.size())) throw damaged("a place outside the file");
    file_.read_at(out, base_ + address);
  }

 private:
  const File& file_;
  std::uint64_t base_;
  std::uint64_t file_bytes_;
};

// Headers are eight bytes and a length, filled up to a multiple of eight.
using Head = std::array<std::uint8_t, kMagicBytes + 8>;

// The bytes of the collection at `address`, its header included.
std::uint64_t collection_bytes(const Part& part, std::size_t length_bytes, std::uint64_t address) {
  Head head{};
  part.read(head, address);
  if (as_text(ByteView(head).first(4)) != "GCOL" || head[4] != 1)
    throw damaged("no heap of HDF5's");
  const std::uint64_t bytes = little_endian(ByteView(head).subspan(kMagicBytes, length_bytes));
  if (!part.has(address, bytes)) throw damaged("a heap that is cut");
  return bytes;
}

}  // namespace

std::size_t h5_reference_bytes(const H5Sizes& sizes) {
  return kSequenceLengthBytes + sizes.address_bytes + kObjectNumberBytes;
}

Bytes read_h5_heap(const File& file, const H5Sizes& sizes, ByteView reference) {
  if (reference.size() != h5_reference_bytes(sizes)) throw internal_error("no reference of HDF5's");
  const std::uint64_t wanted = little_endian(reference.first(kSequenceLengthBytes));
  const std::uint64_t address =
      little_endian(reference.subspan(kSequenceLengthBytes, sizes.address_bytes));
  const std::uint64_t number = little_endian(reference.last(kObjectNumberBytes));
  if (wanted == 0) return {};
  if (wanted > kMostHeapBytes) throw input_error("it claims {} bytes", wanted);

  const Part part(file, sizes.base_address);
  const std::uint64_t end = collection_bytes(part, sizes.length_bytes, address);
  std::uint64_t at = sizeof(Head);
  while (at <= end && end - at >= sizeof(Head)) {
    Head head{};
    part.read(head, address + at);
    const std::uint64_t its_number = little_endian(ByteView(head).first(2));
    const std::uint64_t size =
        little_endian(ByteView(head).subspan(kMagicBytes, sizes.length_bytes));
    at += sizeof(Head);
    if (its_number == 0) break;  // free space is last
    if (size > end - at) throw damaged("a heap whose parts are longer than it");
    if (its_number == number) {
      if (size < wanted) throw damaged("fewer bytes than it says");
      Bytes found(checked_cast<std::size_t>(wanted));
      part.read(found, address + at);
      return found;
    }
    at += (size + 7) / 8 * 8;
  }
  throw damaged("nothing that its heap has");
}

}  // namespace epochmill::capi
