// One sample: read, decoded once, and put through the ops for each epoch asked for.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.hpp"
#include "ops/sample.hpp"
#include "plan/unique_draws.hpp"
#include "run/workshop.hpp"

namespace epochmill::run {

// Seconds of one thread in each stage.
struct StageTimes {
  double read_s = 0;
  double decode_s = 0;
  double augment_s = 0;
  double encode_s = 0;
  double write_s = 0;
  double sum_s() const { return read_s + decode_s + augment_s + encode_s + write_s; }
  StageTimes& operator+=(const StageTimes& other);
};

// What a sample gave beside its rows.
struct SampleNotes {
  StageTimes times;  // write_s is the sink's, and encode_s is 0
  std::vector<std::string> warnings;
  bool has_color_profile = false;
  std::uint64_t source_bytes = 0;       // of the mask, too
  std::uint64_t overhanging_boxes = 0;  // of the source's, that reach out of the picture
};

// A sample that cannot be read, decoded, or put through the ops.
class BadSample : public Error {
 public:
  BadSample(const std::string& message, std::string reason)
      : Error(ErrorKind::kInput, message), reason_(std::move(reason)) {}
  // What is wrong with it, in words that do not say where the source lies.
  const std::string& reason() const { return reason_; }

 private:
  std::string reason_;
};

// Takes a finished row; `index` counts the epochs asked for. Of a sample that has several rows in
// an epoch, each in turn: `draws.view` tells them apart.
using RowSink =
    std::function<void(std::size_t index, const ops::Sample& made, const plan::ChosenDraws& draws)>;

// Makes `sample` for each of `epochs` (ascending). Throws BadSample, naming its key; any thread.
// Where bad samples are skipped, a sample is bad or good whatever the epochs.
SampleNotes make_sample(const Workshop& workshop, std::uint64_t sample,
                        const std::vector<std::uint32_t>& epochs, const RowSink& sink);

// All of that but the rows: whether the sample is a good one.
SampleNotes check_sample(const Workshop& workshop, std::uint64_t sample,
                         const std::vector<std::uint32_t>& epochs);

}  // namespace epochmill::run
