#include "ops/mixing.hpp"

#include <utility>

#include "base/error.hpp"
#include "ops/chain.hpp"
#include "ops/keep.hpp"

namespace epochmill::ops {
namespace {

// Nobody looks at what a partner would have kept.
recipe::Recipe before(recipe::Recipe recipe, std::size_t at) {
  recipe.augments.resize(at);
  std::erase_if(recipe.augments,
                [](const recipe::Augment& augment) { return augment.op == kKeepName; });
  return recipe;
}

}  // namespace

Mixing::Mixing(const recipe::Recipe& recipe, std::size_t at, int partners, const OpContext& context)
    : count_(partners), before_(std::make_unique<Chain>(before(recipe, at), context)) {}
Mixing::~Mixing() = default;
Mixing::Mixing(Mixing&&) noexcept = default;
Mixing& Mixing::operator=(Mixing&&) noexcept = default;

void Mixing::gather(const Pass& pass, const std::vector<std::uint64_t>& wanted,
                    const Partners* partners, Sample& sample) const {
  for (const std::uint64_t partner : wanted) {
    if (partner == pass.sample) continue;
    if (partners == nullptr) throw internal_error("a mixing op has no other samples to take in");
    const auto use = [&](std::uint64_t index, const Sample& source) {
      sample.partners.push_back(before_mixing({pass.epoch, index, 0}, source));
    };
    sample.mix.partners.push_back(partners->find(partner, use));
  }
  sample.mix.partners.resize(static_cast<std::size_t>(count_), pass.sample);
}

Sample Mixing::before_mixing(const Pass& pass, const Sample& source) const {
  std::vector<float> draws(before_->draw_names().size());
  before_->draw(pass, shape_of(source.image), source.boxes, draws);
  Sample made;
  before_->apply(pass, draws, source, made);
  return made;
}

}  // namespace epochmill::ops
