// What work costs on one node, as it was measured there: the ground of every forecast. A JSON file,
// so that it can be measured on a cluster's node and looked at elsewhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace epochmill::forecast {

// One sample, in seconds of a thread that has its core and its memory to itself.
struct SampleCost {
  // Once for all epochs that are made together:
  double read_s = 0;
  double decode_s = 0;
  // For each image of it:
  double augment_s = 0;
  double encode_s = 0;
  double write_s = 0;  // into the page cache
};

// What `threads` busy threads of a node do to each other: each takes `factor` times as long as one
// alone, for the memory, the caches and the clock rate that they share.
struct Slowdown {
  int threads = 1;
  double factor = 1;
};

struct Calibration {
  // Where and when.
  std::string version;  // of the program
  std::string measured_at;
  std::string host;
  int cores = 1;  // that the measurement might run on

  std::vector<SampleCost> samples;  // their distribution, not their mean; in no order
  double check_s = 0;               // an image: read back and compared, on any thread
  double other_s = 0;               // a sample: the loop around it, warnings, counts
  double file_s = 0;  // a file: created, finished and renamed, while the rank's other threads wait
  double sync_bytes_per_s = 0;      // of one file's fsync; 0: takes no time
  double write_bytes_per_s = 0;     // of the whole node to the output's file system; 0: no limit
  std::vector<Slowdown> slowdowns;  // by threads, ascending; the first is {1, 1}

  double image_bytes = 0;   // of an image as it is stored
  double sample_bytes = 0;  // of a sample in its source
  double start_s = 0;       // of a process, until it knows its source
  double list_s = 0;        // a sample: found by rank 0, before the others begin
};

// How much slower a thread is while `busy` of a node run, on `cores` cores: between two measured
// points on the straight line, beyond the last as the last, and where threads share cores as much
// slower again.
double slowdown(const Calibration& calibration, double busy, int cores);

std::string to_json(const Calibration& calibration);
// `path` is for messages. Throws `input` for a text that is no calibration, naming what is wrong.
Calibration parse_calibration(std::string_view json, const std::filesystem::path& path);

}  // namespace epochmill::forecast
