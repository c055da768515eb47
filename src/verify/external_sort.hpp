// Sorts more records than memory holds: sorted runs in a file without a name, merged in the end.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "capi/file.hpp"

namespace epochmill::verify {

struct SortRecord {
  std::uint64_t major = 0;
  std::uint64_t minor = 0;
  auto operator<=>(const SortRecord&) const = default;
};

// Memory hangs on `memory_bytes` alone, however many records there are and however many of them
// are equal. One thread at a time.
class ExternalSort {
 public:
  // Holds up to `memory_bytes` of records (never less than one); the others lie in a file in
  // `folder`, 16 bytes each, which is made when it is needed.
  ExternalSort(std::uint64_t memory_bytes, std::filesystem::path folder);

  // Throws `io` when the folder has no room.
  void add(const SortRecord& record);

  // Shows every record that was added, ascending. Once; nothing can be added after it.
  void visit(const std::function<void(const SortRecord&)>& see);

 private:
  struct Run {
    std::uint64_t first = 0;  // records of the file [first, last)
    std::uint64_t last = 0;
  };
  void spill();
  void merge(const std::function<void(const SortRecord&)>& see) const;

  std::size_t capacity_;
  std::filesystem::path folder_;
  std::vector<SortRecord> held_;
  std::vector<Run> runs_;
  std::optional<capi::File> file_;
};

}  // namespace epochmill::verify
