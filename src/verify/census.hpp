// How many rows of an output are equal, and what equal rows have in common.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "run/workshop.hpp"
#include "verify/equal_pairs.hpp"
#include "verify/equal_rows.hpp"
#include "verify/findings.hpp"

namespace epochmill::verify {

// What a census may use.
struct CensusMeans {
  int threads = 1;
  std::uint64_t memory_bytes = std::uint64_t{256} << 20;  // for what is sorted
  std::filesystem::path scratch;                          // a folder for what that does not hold
  std::size_t most_open = 256;      // files of one shard that are mapped at once
  std::size_t most_judged = 10000;  // rows with equal pictures that are made again
};

struct Census {
  std::uint64_t rows = 0;
  std::uint64_t epochs = 0;
  PairCounts pictures;  // rows whose pictures, kept ones included, are equal to the last byte
  // Rows whose effective draws are equal, if the recipe draws. Of several rows of a sample in an
  // epoch, which have them in common, only the first is counted.
  std::optional<PairCounts> draws;
  EqualRows equal_pictures{0};  // those that check_equal_pictures is to judge
};

// Reads every row of every finished shard under `out`; check_digests has found no fault in them.
// Memory as `means` says, and 16 bytes a row of one shard, whatever the number of rows. Needs no
// source. HDF5: the calling thread alone. Throws `io` when the scratch folder has no room for 16
// bytes a row, twice.
Census take_census(const std::filesystem::path& out, const plan::Plan& plan,
                   const CensusMeans& means, const ShowRows& show);

}  // namespace epochmill::verify
