// A .npy or .npz file: the zip directory, its first array, its rows, and its numbers as labels.
#include "memory_file.hpp"
#include "outcome.hpp"
#include "source/npy_labels.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  static fuzz::MemoryFile memory;
  memory.hold({data, size});
  fuzz::is_taken([&] {
    for (const source::ZipMember& member : source::read_zip_directory({data, size})) {
      fuzz::require(member.data_at <= size && member.stored_bytes <= size - member.data_at,
                    "a member lies outside its zip file");
    }
  });
  fuzz::is_taken([&] {
    const source::NpyArray array(memory.path(), "", "array");
    if (array.sides().empty()) return;
    Bytes row(array.row_bytes());
    for (std::uint64_t i = 0; i < array.sides()[0] && i < 64; ++i) array.read_row(i, row);
    fuzz::require(source::read_npy_labels(array).size() == array.sides()[0],
                  "there are not as many labels as the header says");
  });
  return 0;
}
