// Are the draws of every row those of its address, and are no more of them equal than may be?
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "run/workshop.hpp"
#include "verify/census.hpp"

namespace epochmill::verify {

struct DrawCheck {
  std::uint64_t rows = 0;
  std::uint64_t differing = 0;  // rows whose draws are not those of their address
  std::vector<std::string>
      faults;  // the first kMostNamed, with file and row, and whose draws it has
  std::vector<std::string> excess;  // each class of pairs of which there are more than allowed
  PairCounts allowed;               // pairs of equal draws that the recipe itself makes
  std::uint64_t repeats = 0;        // rows marked as repeats: their pictures have too few outcomes
  // Pairs of equal draws of one sample that there would be if `unique` did not keep them apart: as
  // the same streams give them, and as plan::expected_repeats, over all samples.
  std::uint64_t one_sample_without_unique = 0;
  double expected_one_sample = 0;
  // Noise for each pixel: rows with equal draws differ all the same, and `unique` lets them be.
  bool has_endless_outcomes = false;
};

// Makes the draws of every finished row again from its address, and compares. `found` are the equal
// draws that take_census counted. Allowed are the pairs that recomputation gives; but of one sample
// with `unique` on, only those of pictures with too few outcomes, as marked. Reads the source, and
// decodes nothing. When rows differ, looks for the owners of their draws through the whole source.
// Throws as draws_of_address. HDF5: the calling thread alone.
DrawCheck check_draws(const std::filesystem::path& out, const run::Workshop& workshop,
                      const PairCounts& found, const CensusMeans& means, const ShowRows& show);

}  // namespace epochmill::verify
