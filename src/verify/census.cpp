#include "verify/census.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "base/checked.hpp"
#include "run/output_folder.hpp"
#include "run/parallel_for.hpp"
#include "shard/reader.hpp"
#include "verify/row_hash.hpp"

namespace epochmill::verify {
namespace {

// Rows that a thread takes at a time: small rows are hashed faster than they are handed out.
constexpr std::uint64_t kBlockRows = 256;

struct RowHashes {
  std::vector<std::uint64_t> pictures;
  std::vector<std::uint64_t> draws;
};

RowHashes hash_rows(const shard::Reader& reader, int threads, const run::Between& between) {
  const std::uint64_t rows = reader.layout().rows;
  RowHashes hashes;
  hashes.pictures.resize(rows);
  hashes.draws.resize(rows);
  const auto hash_block = [&](std::uint64_t block, int) {
    const std::uint64_t last = std::min(rows, (block + 1) * kBlockRows);
    for (std::uint64_t row = block * kBlockRows; row < last; ++row) {
      hashes.pictures[row] = picture_hash(reader, row);
      hashes.draws[row] = draws_hash(effective_draws(reader.draws(row)));
    }
  };
  run::parallel_for((rows + kBlockRows - 1) / kBlockRows, threads, hash_block, between);
  return hashes;
}

void ignore_equal(std::uint64_t, const RowAddress&) {}

}  // namespace

Census take_census(const std::filesystem::path& out, const plan::Plan& plan,
                   const CensusMeans& means, const ShowRows& show) {
  const auto finished = run::finished_shards(out);
  std::uint64_t total = 0;
  std::set<std::uint64_t> epochs;
  for (const run::FinishedShard& shard : finished) {
    total += plan.rows_of(shard.shard);
    epochs.insert(shard.epoch);
  }
  const std::uint64_t half = means.memory_bytes / 2;
  EqualPairs pictures(grid_of(plan.recipe()), plan.samples(), half, means.scratch, plan.views());
  EqualPairs draws(grid_of(plan.recipe()), plan.samples(), half, means.scratch);
  Census census;
  census.epochs = epochs.size();
  for (const run::FinishedShard& shard : finished) {
    const shard::Reader reader(shard::shard_path(out, shard.epoch, shard.shard));
    const RowHashes hashes = hash_rows(reader, means.threads, [&] { show(census.rows, total); });
    const auto epoch = checked_cast<std::uint32_t>(shard.epoch);
    for (std::uint64_t row = 0; row < hashes.pictures.size(); ++row) {
      const RowAddress address{epoch, reader.sample(row), reader.view(row)};
      pictures.add(hashes.pictures[row], address);
      if (address.view == 0) draws.add(hashes.draws[row], address);
    }
    census.rows += hashes.pictures.size();
  }
  census.equal_pictures = EqualRows(means.most_judged);
  census.pictures = pictures.count(
      [&](std::uint64_t hash, const RowAddress& row) { census.equal_pictures.see(hash, row); });
  // Where nothing is drawn, rows have no draws that could be equal.
  if (!plan.chain().draw_names().empty()) census.draws = draws.count(ignore_equal);
  return census;
}

}  // namespace epochmill::verify
