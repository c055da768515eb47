#include "run/partner_samples.hpp"

#include "base/error.hpp"

namespace epochmill::run {

std::uint64_t PartnerSamples::find(std::uint64_t wanted, const Use& use) const {
  const std::uint64_t samples = workshop_.plan().samples();
  const bool is_skipped = workshop_.plan().recipe().on_bad_sample == recipe::OnBadSample::kSkip;
  std::string first_fault;
  for (std::uint64_t tried = 0; tried < samples; ++tried) {
    const std::uint64_t index = (wanted + tried) % samples;
    if (index == own_ && wanted != own_) continue;
    try {
      hand_over(index, use);
      return index;
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      const std::string fault = fmt::format("its partner, sample {} (`{}`), is bad: {}", index,
                                            workshop_.catalog().key(index), error.what());
      if (!is_skipped) throw input_error("{}", fault);
      if (first_fault.empty()) first_fault = fault;
    }
  }
  throw input_error("{}; and so are all others of the source", first_fault);
}

// Its warnings are given with its own rows.
void PartnerSamples::hand_over(std::uint64_t index, const Use& use) const {
  SampleNotes notes;
  const ops::Sample source = read_raw_sample(workshop_, index, nullptr, notes);
  notes_.times += notes.times;
  notes_.source_bytes += notes.source_bytes;
  use(index, source);
}

}  // namespace epochmill::run
