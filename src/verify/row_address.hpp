// Which row of an output: by what it is for, not by where it lies.
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <string>

#include "run/workshop.hpp"

namespace epochmill::verify {

struct RowAddress {
  std::uint32_t epoch = 0;
  std::uint64_t sample = 0;
  std::uint32_t view = 0;  // which of the rows of that sample
  auto operator<=>(const RowAddress&) const = default;
};

// Faulty rows that a check names; the rest it counts.
inline constexpr std::size_t kMostNamed = 50;

// "sample 17", or "sample 17, view 3" where a sample has several rows.
std::string name_of(const run::Workshop& workshop, const RowAddress& row);

// "OUT/epoch-0003/shard-00017.h5: row 5 (sample 17, `cat/7.jpg`)": how a fault begins.
std::string place_text(const std::filesystem::path& out, const run::Workshop& workshop,
                       const RowAddress& row);

}  // namespace epochmill::verify
