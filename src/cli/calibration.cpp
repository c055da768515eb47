#include "cli/calibration.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/error.hpp"
#include "base/stopwatch.hpp"
#include "codec/codec.hpp"

namespace epochmill::cli {
namespace {

// Times are taken of this many samples, or for so many seconds.
constexpr std::uint64_t kProbes = 64;
constexpr double kProbeTime_s = 3.0;
constexpr std::uint32_t kProbeEpochs = 4;

// Encoded pictures differ in size: more of them are made, until the mean is known this well.
constexpr double kBytesError = 0.015;  // relative standard error
constexpr std::uint64_t kMostProbes = 1024;
constexpr double kMostProbeTime_s = 12.0;

// Bytes of a row of `made` as it is stored.
std::uint64_t encoded_bytes(const plan::Plan& plan, const ops::Sample& made, Bytes& room) {
  std::uint64_t bytes = plan.encoding().encode(made.image, room).size();
  for (const ops::Kept& kept : made.kept) bytes += plan.encoding().encode(kept.image, room).size();
  if (plan.facts().has_masks) bytes += plan.mask_encoding().encode(made.mask, room).size();
  return bytes;
}

std::vector<std::uint32_t> first_epochs(std::uint32_t count) {
  std::vector<std::uint32_t> epochs(count);
  std::iota(epochs.begin(), epochs.end(), 0U);
  return epochs;
}

void probe(const run::Workshop& workshop, std::uint64_t sample, Calibration& found) {
  const Bytes bytes = workshop.source().read(sample);
  const image::Size size = codec::read_size(bytes, workshop.decode_options());
  image::Shape shape = workshop.plan().facts().picture;
  shape.height = size.height;
  shape.width = size.width;
  found.outcomes.push_back(workshop.plan().chain().outcomes(shape));
  const std::uint64_t pixels =
      static_cast<std::uint64_t>(size.height) * static_cast<std::uint64_t>(size.width);
  found.largest_pixels = std::max(found.largest_pixels, pixels);
  const auto epochs = first_epochs(std::min(kProbeEpochs, workshop.plan().recipe().epochs));
  Bytes room;
  std::uint64_t row_bytes = 0;
  std::uint64_t rows = 0;
  const auto encode = [&](std::size_t, const ops::Sample& made, const plan::ChosenDraws&) {
    const Stopwatch clock;
    row_bytes += encoded_bytes(workshop.plan(), made, room);
    ++rows;
    found.times.encode_s += clock.elapsed_s();
  };
  found.times += run::make_sample(workshop, sample, epochs, encode).times;
  found.row_bytes.add(static_cast<double>(row_bytes) / static_cast<double>(rows));
  found.images += rows;
  ++found.samples;
}

// For the size of its rows alone: one epoch.
void probe_bytes(const run::Workshop& workshop, std::uint64_t sample, Calibration& found) {
  Bytes room;
  const auto encode = [&](std::size_t, const ops::Sample& made, const plan::ChosenDraws&) {
    found.row_bytes.add(static_cast<double>(encoded_bytes(workshop.plan(), made, room)));
  };
  run::make_sample(workshop, sample, first_epochs(1), encode);
}

}  // namespace

double Mean::relative_error() const {
  const auto n = static_cast<double>(count_);
  const double variance = std::max(0.0, squares_ / n - value() * value());
  return std::sqrt(variance / n) / value();
}

Calibration calibrate(const run::Workshop& workshop) {
  Calibration found;
  const Stopwatch clock;
  const std::uint64_t samples = workshop.plan().samples();
  const std::uint64_t probes = std::min(kMostProbes, samples);
  bool has_times = false;
  for (std::uint64_t i = 0; i < probes; ++i) {
    has_times = has_times || i >= kProbes || clock.elapsed_s() >= kProbeTime_s;
    const bool has_bytes =
        found.row_bytes.count() > 0 && found.row_bytes.relative_error() < kBytesError;
    if (has_times && (has_bytes || clock.elapsed_s() >= kMostProbeTime_s)) break;
    // A stride that is not a power of two keeps the early end of a slow calibration representative.
    const std::uint64_t sample = (i * 2654435761U) % probes * samples / probes;
    try {
      has_times ? probe_bytes(workshop, sample, found) : probe(workshop, sample, found);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput) throw;
      found.bad.push_back(fmt::format("sample {} (`{}`): {}", sample,
                                      workshop.catalog().key(sample), error.what()));
    }
  }
  std::sort(found.outcomes.begin(), found.outcomes.end());
  return found;
}

}  // namespace epochmill::cli
