#include "run/source_check.hpp"

#include <algorithm>
#include <atomic>

#include "base/checked.hpp"
#include "base/error.hpp"
#include "run/annotations.hpp"
#include "run/parallel_for.hpp"

namespace epochmill::run {
namespace {

// The one with the better size, or the lower sample.
template <typename IsBetter>
void keep_best(CheckedSample& best, const CheckedSample& other, const IsBetter& is_better) {
  if (other.pixels() == 0) return;
  const bool is_equal = other.pixels() == best.pixels();
  if (best.pixels() == 0 || is_better(other.pixels(), best.pixels()) ||
      (is_equal && other.sample < best.sample)) {
    best = other;
  }
}

// What one thread has found.
class Finder {
 public:
  Finder(const source::Source& source, const source::Catalog& catalog,
         const codec::DecodeOptions& options, std::size_t most_listed)
      : source_(source), catalog_(catalog), options_(options), most_listed_(most_listed) {}

  void look_at(std::uint64_t sample) {
    try {
      const Bytes bytes = source_.read(sample);
      found_.bytes += bytes.size();
      const codec::Format& format = codec::format_of(bytes);
      const codec::Decoded decoded = format.decode(bytes, options_, nullptr);
      check_annotations(sample, {decoded.image.height(), decoded.image.width()});
      note(sample, format, decoded);
    } catch (const Error& error) {
      if (error.kind() != ErrorKind::kInput && error.kind() != ErrorKind::kIo) throw;
      ++found_.bad;
      found_.listed.push_back({sample, error.what()});
      // Samples come in rising order on each thread, so the first ones are the lowest.
      if (found_.listed.size() > most_listed_) found_.listed.pop_back();
    }
  }

  const SourceCheck& found() const { return found_; }

 private:
  void check_annotations(std::uint64_t sample, image::Size size) {
    if (!catalog_.box_class_names().empty()) {
      found_.overhanging_boxes += count_overhanging(boxes_in_pixels(catalog_, sample, size), size);
    }
    if (!catalog_.has_masks()) return;
    const Bytes bytes = source_.read_mask(sample);
    found_.bytes += bytes.size();
    decode_mask(bytes, options_, size);
  }

  void note(std::uint64_t sample, const codec::Format& format, const codec::Decoded& decoded) {
    const image::Shape shape = decoded.shape();
    const CheckedSample checked{sample, {shape.height, shape.width}};
    ++found_.good;
    ++found_.formats[format.name];
    found_.pixels += checked.pixels();
    found_.color_profiles += decoded.has_color_profile ? 1 : 0;
    found_.warned += decoded.warnings.empty() ? 0 : 1;
    keep_best(found_.smallest, checked, std::less<>());
    keep_best(found_.largest, checked, std::greater<>());
  }

  const source::Source& source_;
  const source::Catalog& catalog_;
  const codec::DecodeOptions& options_;
  std::size_t most_listed_;
  SourceCheck found_;
};

void add(SourceCheck& sum, const SourceCheck& part) {
  sum.bytes += part.bytes;
  sum.good += part.good;
  sum.pixels += part.pixels;
  sum.color_profiles += part.color_profiles;
  sum.warned += part.warned;
  sum.overhanging_boxes += part.overhanging_boxes;
  sum.bad += part.bad;
  for (const auto& [name, count] : part.formats) sum.formats[name] += count;
  keep_best(sum.smallest, part.smallest, std::less<>());
  keep_best(sum.largest, part.largest, std::greater<>());
  sum.listed.insert(sum.listed.end(), part.listed.begin(), part.listed.end());
}

}  // namespace

std::uint64_t CheckedSample::pixels() const {
  return checked_cast<std::uint64_t>(size.height) * checked_cast<std::uint64_t>(size.width);
}

SourceCheck check_source(const source::Source& source, const source::Catalog& catalog,
                         const codec::DecodeOptions& options, int threads, std::size_t most_listed,
                         const ShowChecked& show) {
  std::vector<Finder> finders(checked_cast<std::size_t>(threads),
                              Finder(source, catalog, options, most_listed));
  std::atomic<std::uint64_t> done = 0;
  const auto look_at = [&](std::uint64_t sample, int thread) {
    finders[static_cast<std::size_t>(thread)].look_at(sample);
    ++done;
  };
  parallel_for(catalog.size(), threads, look_at, [&] { show(done, catalog.size()); });
  SourceCheck sum;
  for (const Finder& finder : finders) add(sum, finder.found());
  std::sort(sum.listed.begin(), sum.listed.end(),
            [](const SampleFault& a, const SampleFault& b) { return a.sample < b.sample; });
  if (sum.listed.size() > most_listed) sum.listed.resize(most_listed);
  sum.per_class.resize(catalog.class_names().size());
  for (std::uint64_t sample = 0; sample < catalog.size(); ++sample)
    ++sum.per_class[checked_cast<std::size_t>(catalog.label(sample))];
  return sum;
}

}  // namespace epochmill::run
