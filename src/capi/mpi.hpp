// MPI, as far as epochmill needs it: small messages between the main threads of ranks. Every call's
// return code is checked; errors are `internal` and name the call. Only the thread that began the
// session may use it (FUNNELED).
#pragma once

#include <cstdint>
#include <list>
#include <optional>
#include <string>
#include <vector>

#include "base/bytes.hpp"

namespace epochmill::capi {

// MPI's life in this process. At most one.
class MpiSession {
 public:
  // Throws `internal` when MPI gives less than MPI_THREAD_FUNNELED.
  MpiSession();
  // Finalizes. Reached only when all ranks have agreed to leave.
  ~MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  // Sends without waiting for the receiver, which may hang: the message is kept here until it has
  // gone.
  void send(int to, int tag, ByteView message);

  struct Message {
    int from = 0;
    int tag = 0;
    Bytes bytes;
  };
  // The next message that has come, if any. Never waits.
  std::optional<Message> poll();

  // `bytes` of rank 0 to all: collective.
  void broadcast(Bytes& bytes);

  // What every rank gives, in the order of ranks, on rank 0; nothing on the others: collective.
  std::vector<Bytes> gather(ByteView bytes);

  // Kills every rank at once with this exit code. For a rank that no longer answers.
  [[noreturn]] void abort(int exit_code);

 private:
  struct Outgoing;
  void forget_sent();

  std::list<Outgoing> outgoing_;
  int rank_ = 0;
  int size_ = 1;
};

// "Open MPI v4.1.4, ...": the library's own name for itself. Callable at any time.
std::string mpi_version();

}  // namespace epochmill::capi
