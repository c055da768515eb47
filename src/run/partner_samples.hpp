// Other samples of the source, for the op that mixes them into one.
#pragma once

#include <cstdint>

#include "ops/partners.hpp"
#include "run/raw_sample.hpp"
#include "run/workshop.hpp"

namespace epochmill::run {

// The partners of one sample. Each is read and decoded anew, and whole, so that it is bad or good
// whatever part of it is used; time and bytes are added to `notes`. One thread.
class PartnerSamples final : public ops::Partners {
 public:
  PartnerSamples(const Workshop& workshop, std::uint64_t own, SampleNotes& notes)
      : workshop_(workshop), own_(own), notes_(notes) {}

  std::uint64_t find(std::uint64_t wanted, const Use& use) const override;

 private:
  void hand_over(std::uint64_t index, const Use& use) const;

  const Workshop& workshop_;
  std::uint64_t own_;
  SampleNotes& notes_;
};

}  // namespace epochmill::run
