#include "plan/unique_draws.hpp"

#include <cmath>
#include <map>
#include <utility>

#include "base/error.hpp"
#include "streams/stream.hpp"

namespace epochmill::plan {
namespace {

// How often each set of draws was chosen in the epochs so far.
using Uses = std::map<std::vector<float>, std::uint32_t>;

ChosenDraws choose(const ops::Chain& chain, const Uses& uses, std::uint32_t epoch,
                   std::uint64_t sample, const image::Shape& in,
                   std::span<const image::ObjectBox> boxes) {
  ChosenDraws best;
  std::uint32_t fewest = 0;
  ChosenDraws attempt{.epoch = epoch, .values = std::vector<float>(chain.draw_names().size())};
  for (std::uint32_t redraw = 0; redraw < streams::Stream::kRedrawLimit; ++redraw) {
    attempt.redraw = redraw;
    chain.draw({epoch, sample, redraw}, in, boxes, attempt.values);
    const auto found = uses.find(attempt.values);
    if (found == uses.end()) return attempt;
    if (redraw == 0 || found->second < fewest) {
      fewest = found->second;
      best = attempt;
    }
  }
  best.is_repeat = true;
  return best;
}

}  // namespace

std::vector<ChosenDraws> choose_draws(const ops::Chain& chain, recipe::Uniqueness unique,
                                      std::uint64_t sample, const image::Shape& in,
                                      std::span<const image::ObjectBox> boxes,
                                      const std::vector<std::uint32_t>& epochs) {
  std::vector<ChosenDraws> chosen;
  chosen.reserve(epochs.size());
  if (unique == recipe::Uniqueness::kOff || std::isinf(chain.outcomes(in))) {
    for (const std::uint32_t epoch : epochs) {
      ChosenDraws draws{.epoch = epoch, .values = std::vector<float>(chain.draw_names().size())};
      chain.draw({epoch, sample, 0}, in, boxes, draws.values);
      chosen.push_back(std::move(draws));
    }
    return chosen;
  }
  Uses uses;
  auto wanted = epochs.begin();
  for (std::uint32_t epoch = 0; wanted != epochs.end(); ++epoch) {
    ChosenDraws draws = choose(chain, uses, epoch, sample, in, boxes);
    if (draws.is_repeat && unique == recipe::Uniqueness::kStrict) {
      throw usage_error(
          "sample {}: epoch {} cannot differ from the {} before it: a picture of {} x {} has too "
          "few "
          "outcomes, and `unique` is "
          "\"strict\"; leave the sample out, lower `epochs`, or say `unique = true`",
          sample, epoch, epoch, in.height, in.width);
    }
    ++uses[draws.values];
    if (epoch == *wanted) {
      chosen.push_back(std::move(draws));
      ++wanted;
    }
  }
  return chosen;
}

}  // namespace epochmill::plan
