#include "run/sample_pipeline.hpp"

#include <utility>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "codec/codec.hpp"

namespace epochmill::run {
namespace {

codec::Decoded decode(const Workshop& workshop, ByteView bytes) {
  try {
    return codec::decode(bytes, workshop.decode_options());
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("{}; replace the file, or take it out of the source", error.what());
  }
}

ops::Sample raw_sample(const Workshop& workshop, std::uint64_t sample, SampleNotes& notes) {
  const Stopwatch reading;
  const Bytes bytes = workshop.source().read(sample);
  notes.times.read_s = reading.elapsed_s();
  notes.source_bytes = bytes.size();

  const Stopwatch decoding;
  codec::Decoded decoded = decode(workshop, bytes);
  notes.times.decode_s = decoding.elapsed_s();
  notes.warnings = std::move(decoded.warnings);
  notes.has_color_profile = decoded.has_color_profile;

  ops::Sample raw;
  raw.image = std::move(decoded.image);
  raw.keypoints = workshop.catalog().keypoints(sample);
  return raw;
}

}  // namespace

StageTimes& StageTimes::operator+=(const StageTimes& other) {
  read_s += other.read_s;
  decode_s += other.decode_s;
  augment_s += other.augment_s;
  write_s += other.write_s;
  return *this;
}

SampleNotes make_sample(const Workshop& workshop, std::uint64_t sample,
                        const std::vector<std::uint32_t>& epochs, const RowSink& sink) {
  SampleNotes notes;
  const std::string key(workshop.catalog().key(sample));
  try {
    const ops::Sample raw = raw_sample(workshop, sample, notes);
    const ops::Chain& chain = workshop.plan().chain();

    Stopwatch augmenting;
    const auto chosen = plan::choose_draws(chain, workshop.plan().recipe().unique, sample,
                                           image::shape_of(raw.image), epochs);
    notes.times.augment_s += augmenting.elapsed_s();
    for (std::size_t i = 0; i < chosen.size(); ++i) {
      augmenting = Stopwatch();
      ops::Sample made = raw;
      chain.apply({chosen[i].epoch, sample, chosen[i].redraw}, chosen[i].values, made);
      notes.times.augment_s += augmenting.elapsed_s();
      const Stopwatch writing;
      sink(i, made, chosen[i]);
      notes.times.write_s += writing.elapsed_s();
    }
  } catch (const Error& error) {
    if (error.kind() != ErrorKind::kInput) throw;
    throw input_error("sample {} (`{}`): {}", sample, key, error.what());
  }
  for (std::string& warning : notes.warnings)
    warning = fmt::format("sample {} (`{}`): {}", sample, key, warning);
  return notes;
}

}  // namespace epochmill::run
