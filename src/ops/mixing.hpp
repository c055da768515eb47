// Gets a chain's mixing op the other samples that it takes in.
//
// A partner is what that sample itself has at this place of the chain in the same epoch with its
// first draws: the ops before the mixing op are applied to it as in the pass {epoch, partner, 0}.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "ops/op.hpp"
#include "ops/partners.hpp"
#include "recipe/recipe.hpp"

namespace epochmill::ops {

class Chain;
struct Pass;

// Immutable after construction: every thread may call every method.
class Mixing {
 public:
  // Of the mixing op recipe.augments[at], which takes in `partners` others. Throws as Chain.
  Mixing(const recipe::Recipe& recipe, std::size_t at, int partners, const OpContext& context);
  ~Mixing();
  Mixing(Mixing&&) noexcept;
  Mixing& operator=(Mixing&&) noexcept;

  int partners() const { return count_; }

  // Sets `partners` and `mix` of `sample`, which is about to be mixed with those `wanted`. Draws of
  // an op that does nothing name the sample itself, and a choice of another op none: nobody is
  // looked for then. Throws `internal` without `partners`, and as Partners::find.
  void gather(const Pass& pass, const std::vector<std::uint64_t>& wanted, const Partners* partners,
              Sample& sample) const;

 private:
  Sample before_mixing(const Pass& pass, const Sample& source) const;

  int count_;
  std::unique_ptr<Chain> before_;  // the ops that come before
};

}  // namespace epochmill::ops
