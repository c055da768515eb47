#include "verify/external_sort.hpp"

#include <gmock/gmock.h>
#include <malloc.h>

#include <algorithm>

#include "error_of.hpp"
#include "streams/stream.hpp"
#include "temp_folder.hpp"

namespace epochmill::verify {
namespace {

std::vector<SortRecord> some_records(std::size_t count) {
  const streams::Stream stream(1, {.op = streams::kSelfTestOp});
  std::vector<SortRecord> records;
  for (std::uint32_t i = 0; i < count; ++i) {
    const streams::Block block = stream.bulk_block(i);
    records.push_back({block[0] % 7, block[1] % 50});
  }
  return records;
}

std::vector<SortRecord> sorted(std::vector<SortRecord> records) {
  std::sort(records.begin(), records.end());
  return records;
}

std::vector<SortRecord> through(const std::vector<SortRecord>& records, std::uint64_t memory_bytes,
                                const std::filesystem::path& folder) {
  ExternalSort sort(memory_bytes, folder);
  for (const SortRecord& record : records) sort.add(record);
  std::vector<SortRecord> seen;
  sort.visit([&](const SortRecord& record) { seen.push_back(record); });
  return seen;
}

TEST(ExternalSort, GivesTheSameWithAnyMemory) {
  const TempFolder folder;
  for (const std::size_t count : {0, 1, 2, 63, 64, 65, 1000}) {
    const auto records = some_records(count);
    for (const std::uint64_t memory : {0, 16, 48, 1024, 1 << 20}) {
      EXPECT_EQ(through(records, memory, folder.path()), sorted(records))
          << count << " records in " << memory << " bytes";
    }
  }
}

TEST(ExternalSort, TouchesNoDiskWhileMemoryHoldsThem) {
  EXPECT_EQ(through(some_records(64), 1024, "/no/such/folder"), sorted(some_records(64)));
  const Error error = error_of([] { through(some_records(65), 1024, "/no/such/folder"); });
  EXPECT_EQ(error.kind(), ErrorKind::kIo);
  EXPECT_THAT(error.what(), ::testing::HasSubstr("/no/such/folder"));
  EXPECT_THAT(error.what(), ::testing::HasSubstr("TMPDIR"));
}

// Bytes that this process has taken from the heap.
std::size_t heap_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(ExternalSort, NeverHoldsMoreThanItsMemory) {
  const TempFolder folder;
  constexpr std::uint64_t kMemory = 4 << 20;
  constexpr std::size_t kOverhead = 1 << 18;
  const std::size_t before = heap_bytes();
  std::size_t most = 0;
  ExternalSort sort(kMemory, folder.path());
  for (std::uint64_t i = 0; i < 20 * kMemory / sizeof(SortRecord); ++i) {
    sort.add({i * 0x9e3779b97f4a7c15U, i});
    if (i % 1000 == 0) most = std::max(most, heap_bytes() - before);
  }
  std::uint64_t seen = 0;
  sort.visit([&](const SortRecord&) {
    if (seen++ % 1000 == 0) most = std::max(most, heap_bytes() - before);
  });
  EXPECT_EQ(seen, 20 * kMemory / sizeof(SortRecord));
  EXPECT_LE(most, kMemory + kOverhead);
  EXPECT_LE(heap_bytes() - before, kOverhead) << "afterwards";
}

TEST(ExternalSort, LeavesNothingBehind) {
  const TempFolder folder;
  ExternalSort sort(64, folder.path());
  for (const SortRecord& record : some_records(100)) sort.add(record);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

}  // namespace
}  // namespace epochmill::verify
