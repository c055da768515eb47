// Runs every file below the folders and files of its command line through the target that it is
// linked with: what the tests do with the stored corpus, and how a finding is looked at without a
// fuzzer.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

#include "outcome.hpp"

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);
// Of targets that have one.
extern "C" __attribute__((weak)) int LLVMFuzzerInitialize(int* argc, char*** argv);

namespace {

namespace fs = std::filesystem;

void replay(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) {
    std::fprintf(stderr, "%s: cannot be read\n", file.c_str());
    std::exit(1);
  }
  std::vector<char> bytes(std::istreambuf_iterator<char>(stream), {});
  bytes.shrink_to_fit();  // so that AddressSanitizer sees the first byte behind
  std::fprintf(stderr, "%s\n", file.c_str());
  LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  if (LLVMFuzzerInitialize != nullptr) LLVMFuzzerInitialize(&argc, &argv);
  int count = 0;
  for (int i = 1; i < argc; ++i) {
    if (!fs::is_directory(argv[i])) {
      replay(argv[i]);
      ++count;
      continue;
    }
    for (const auto& entry : fs::recursive_directory_iterator(argv[i])) {
      if (!entry.is_regular_file()) continue;
      replay(entry.path());
      ++count;
    }
  }
  using namespace epochmill::fuzz;
  std::printf("%d inputs, %llu of %llu uses taken\n", count,
              static_cast<unsigned long long>(uses_taken), static_cast<unsigned long long>(uses));
  return uses_taken > 0 ? 0 : 1;
}
