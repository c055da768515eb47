#include "verify/shard_epochs.hpp"

#include <algorithm>
#include <map>

#include "base/checked.hpp"
#include "run/output_folder.hpp"

namespace epochmill::verify {
std::vector<ShardEpochs> finished_by_shard(const std::filesystem::path& out) {
  std::map<std::uint64_t, std::vector<std::uint32_t>> epochs;
  for (const run::FinishedShard& finished : run::finished_shards(out)) {
    epochs[finished.shard].push_back(checked_cast<std::uint32_t>(finished.epoch));
  }
  std::vector<ShardEpochs> shards;
  for (auto& [shard, of_shard] : epochs) shards.push_back({shard, std::move(of_shard)});
  return shards;
}

std::vector<std::uint64_t> samples_in(const shard::Reader& reader) {
  std::vector<std::uint64_t> samples;
  for (std::uint64_t row = 0; row < reader.layout().rows; ++row) {
    const std::uint64_t sample = reader.sample(row);
    if (samples.empty() || samples.back() != sample) samples.push_back(sample);
  }
  return samples;
}

void open_epochs(const std::filesystem::path& out, const ShardEpochs& shard, std::size_t most_open,
                 const SeeReaders& see) {
  for (std::size_t first = 0; first < shard.epochs.size(); first += most_open) {
    const std::size_t last = std::min(first + most_open, shard.epochs.size());
    std::vector<shard::Reader> readers;
    readers.reserve(last - first);
    for (std::size_t i = first; i < last; ++i) {
      readers.emplace_back(shard::shard_path(out, shard.epochs[i], shard.shard));
    }
    see(first, readers);
  }
}

}  // namespace epochmill::verify
