// Any one output, made again from its address alone.
#pragma once

#include <cstdint>
#include <filesystem>

#include "ops/sample.hpp"
#include "plan/unique_draws.hpp"
#include "run/workshop.hpp"
#include "verify/findings.hpp"

namespace epochmill::verify {

struct Replayed {
  ops::Sample sample;
  plan::ChosenDraws draws;
};

// Throws `usage` for a sample, view or epoch that does not exist, and as run::make_sample.
Replayed replay(const run::Workshop& workshop, std::uint32_t epoch, std::uint64_t sample,
                std::uint32_t view = 0);

// The stored picture of that address, compared with `replayed`: "" when every byte is equal, else
// what differs, with the file and row. HDF5: one thread.
std::string compare_with_stored(const std::filesystem::path& out, const run::Workshop& workshop,
                                const Replayed& replayed, std::uint64_t sample);

// Replays `count` rows, evenly chosen over all finished shards by the recipe's seed, and compares.
// `between` as in run::parallel_for.
Findings check_replays(const std::filesystem::path& out, const run::Workshop& workshop,
                       std::uint64_t count, int threads, const ShowRows& show);

}  // namespace epochmill::verify
