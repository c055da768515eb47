// An IDX file, plain or gzip: its data, and its numbers as labels.
#include "source/idx_file.hpp"

#include "memory_file.hpp"
#include "outcome.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  static fuzz::MemoryFile memory;
  memory.hold({data, size});
  fuzz::is_taken([&] {
    const source::IdxFile file(memory.path());
    Bytes all(file.data_bytes());
    file.read(all, 0);
    if (file.sides().size() != 1) return;
    fuzz::require(source::read_idx_labels(file).size() == file.sides()[0],
                  "there are not as many labels as the header says");
  });
  return 0;
}
