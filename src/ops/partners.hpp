// Where a chain gets other samples from: the ops do not know sources.
#pragma once

#include <cstdint>
#include <functional>

#include "ops/sample.hpp"

namespace epochmill::ops {

class Partners {
 public:
  virtual ~Partners() = default;

  // Takes the sample `index` as its source has it, before any op. Throws `input` when it cannot be
  // a partner.
  using Use = std::function<void(std::uint64_t index, const Sample& source)>;

  // Hands sample `wanted` to `use`. A sample is bad when it cannot be read, or `use` throws
  // `input`. Where bad samples are skipped, the next good one is taken then, in the order of the
  // catalog, the first behind the last, and never the sample whose partners these are, unless it
  // was wanted. Throws `input`, naming the sample, where they are not, and when there is none.
  // Gives the index of the one that was used.
  virtual std::uint64_t find(std::uint64_t wanted, const Use& use) const = 0;
};

}  // namespace epochmill::ops
