// A tar file: its members, and its samples by both rules.
#include "memory_file.hpp"
#include "outcome.hpp"
#include "source/tar_reader.hpp"
#include "source/tar_samples.hpp"

namespace {

using namespace epochmill;

// Every member lies within the file, and can be read.
void walk(const std::filesystem::path& file, std::size_t size) {
  for (source::TarReader reader(file); reader.next();) {
    const source::TarMember& member = reader.member();
    fuzz::require(member.header_at + source::kTarBlock <= size, "a header lies beyond the end");
    fuzz::require(member.size <= size - member.header_at - source::kTarBlock,
                  "data lie beyond the end");
    fuzz::require(!member.name.empty() && member.name.find('\0') == std::string::npos,
                  "a name is empty or has a NUL");
    fuzz::require(reader.read().size() == member.size, "data are shorter than their size");
  }
}

bool leaves_the_tar(const std::string& key) {
  return key.empty() || key.starts_with('/') || ('/' + key + '/').find("/../") != std::string::npos;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::MemoryFile file;
  file.hold({data, size});
  fuzz::is_taken([&] { walk(file.path(), size); });
  for (const bool is_member_key : {false, true}) {
    fuzz::is_taken([&] {
      const source::TarContents contents = source::list_tar(
          file.path(),
          {.is_member_key = is_member_key, .extensions = {}, .check_label = [](std::int64_t) {}});
      for (const source::TarSample& sample : contents.samples) {
        fuzz::require(!leaves_the_tar(sample.key), "a key leaves the tar");
        fuzz::require(sample.size <= size, "a picture is larger than its tar");
        fuzz::require(sample.label >= -1, "a label is negative");
      }
    });
  }
  return 0;
}
