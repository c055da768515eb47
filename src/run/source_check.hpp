// Every sample of a source, read and decoded once: what a run would stumble over.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "codec/codec.hpp"
#include "source/source.hpp"

namespace epochmill::run {

struct CheckedSample {
  std::uint64_t sample = 0;
  image::Size size;  // oriented
  std::uint64_t pixels() const;
};

struct SampleFault {
  std::uint64_t sample = 0;
  std::string reason;
};

struct SourceCheck {
  std::uint64_t bytes = 0;
  std::uint64_t good = 0;
  std::uint64_t pixels = 0;                      // of all good samples
  std::map<std::string, std::uint64_t> formats;  // good samples by format
  std::vector<std::uint64_t> per_class;          // all samples by label
  CheckedSample smallest;                        // of the good ones, by pixels; the first of equals
  CheckedSample largest;
  std::uint64_t color_profiles = 0;
  std::uint64_t warned = 0;             // samples that decode with a warning
  std::uint64_t overhanging_boxes = 0;  // that reach out of their pictures
  std::uint64_t bad = 0;                // that cannot be read or decoded
  std::vector<SampleFault> listed;      // the first of them, by sample
};

// Called on the calling thread, now and then.
using ShowChecked = std::function<void(std::uint64_t done, std::uint64_t total)>;

// On `threads` threads. Does not throw for a bad sample. Of those at most `most_listed` are listed,
// the lowest ones, so that the answer is the same for any number of threads.
SourceCheck check_source(const source::Source& source, const source::Catalog& catalog,
                         const codec::DecodeOptions& options, int threads, std::size_t most_listed,
                         const ShowChecked& show);

}  // namespace epochmill::run
