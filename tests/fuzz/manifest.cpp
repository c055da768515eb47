// manifest.json: what is read is written as it was understood, and read again to the same.
#include "shard/manifest.hpp"

#include "base/bytes.hpp"
#include "outcome.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace epochmill;
  const std::string json(as_text({data, size}));
  std::string written;
  const bool is_read = fuzz::is_taken(
      [&] { written = shard::to_json(shard::parse_manifest(json, "manifest.json")); });
  if (!is_read) return 0;
  std::string again;
  const bool is_read_back = fuzz::is_taken(
      [&] { again = shard::to_json(shard::parse_manifest(written, "manifest.json")); });
  fuzz::require(is_read_back, "a manifest that we wrote is refused");
  fuzz::require(again == written, "a manifest reads back to another one");
  return 0;
}
