// An output shard by shard: the same samples in all of its finished epochs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "shard/reader.hpp"

namespace epochmill::verify {

struct ShardEpochs {
  std::uint64_t shard = 0;
  std::vector<std::uint32_t> epochs;  // ascending
};

// Every finished shard of `out`, ascending.
std::vector<ShardEpochs> finished_by_shard(const std::filesystem::path& out);

// The samples that have rows in the shard, each once, in their order.
std::vector<std::uint64_t> samples_in(const shard::Reader& reader);

// Opens the files of `shard`, `most_open` at a time, and shows them: readers[i] is of
// shard.epochs[first + i]. HDF5: one thread.
using SeeReaders =
    std::function<void(std::size_t first, const std::vector<shard::Reader>& readers)>;
void open_epochs(const std::filesystem::path& out, const ShardEpochs& shard, std::size_t most_open,
                 const SeeReaders& see);

}  // namespace epochmill::verify
