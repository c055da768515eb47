// A sample as its source has it: read and decoded, before any op.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "codec/codec.hpp"
#include "ops/sample.hpp"
#include "run/workshop.hpp"

namespace epochmill::run {

// Seconds of one thread in each stage.
struct StageTimes {
  double read_s = 0;
  double decode_s = 0;
  double augment_s = 0;
  double encode_s = 0;
  double write_s = 0;  // into the page cache
  double check_s = 0;  // rows read back and compared
  double file_s = 0;   // files created, finished, synced and renamed; other threads wait meanwhile
  double sum_s() const {
    return read_s + decode_s + augment_s + encode_s + write_s + check_s + file_s;
  }
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

// Picture, points, boxes and mask of `sample`; of the picture, the part that `choose` chooses, or
// all when it is null. What it took is added to `notes`, but for the time that `choose` adds there
// itself. Throws BadSample and `input`, without the sample's name; any thread.
ops::Sample read_raw_sample(const Workshop& workshop, std::uint64_t sample,
                            const codec::ChoosePart& choose, SampleNotes& notes);

}  // namespace epochmill::run
