// What ranks say to each other: small messages between rank 0 and one other.
#pragma once

#include <cstdint>
#include <string>

#include "base/bytes.hpp"
#include "base/error.hpp"
#include "cluster/report.hpp"
#include "run/shard_builder.hpp"

namespace epochmill::cluster {

// MPI tags.
enum class Tag : int {
  kClaim = 1,  // to rank 0: "give me a shard"; empty
  kGrant,      // from rank 0: a ShardTask; empty when there is none left
  kProgress,   // to rank 0: a Done
  kFailed,     // to rank 0: a Failure; the sender has stopped
  kDone,       // to rank 0: the sender's RankReport; it makes nothing more
  kStop,       // from rank 0: stop at the next sample; empty
  kBye,        // from rank 0: the Verdict; everybody leaves
};

// What one rank has done so far.
struct Done {
  std::uint64_t rows = 0;
  std::uint64_t rejected = 0;  // samples skipped
};

// What went wrong, on one rank.
struct Failure {
  ErrorKind kind = ErrorKind::kInternal;
  std::string text;
};

Bytes encode(const run::ShardTask& task);
run::ShardTask decode_task(ByteView message);
Bytes encode(const Done& done);
Done decode_done(ByteView message);
Bytes encode(const Failure& failure);
Failure decode_failure(ByteView message);
Bytes encode(const RankReport& report);
RankReport decode_report(ByteView message);

}  // namespace epochmill::cluster
