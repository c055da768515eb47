#include "capi/mpi.hpp"

#include <mpi.h>

#include <cstdlib>
#include <iterator>
#include <numeric>
#include <utility>

#include "base/checked.hpp"
#include "base/error.hpp"

namespace epochmill::capi {
namespace {

void check(int code, const char* call) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING];
  int length = 0;
  MPI_Error_string(code, text, &length);
  throw internal_error("{} failed: {}", call, std::string(text, static_cast<std::size_t>(length)));
}

}  // namespace

struct MpiSession::Outgoing {
  Outgoing(MPI_Request none, Bytes content) : request(none), bytes(std::move(content)) {}
  MPI_Request request;
  Bytes bytes;
};

MpiSession::MpiSession() {
  int provided = MPI_THREAD_SINGLE;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
  check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
  if (provided < MPI_THREAD_FUNNELED) {
    throw internal_error("MPI gives thread level {}, and epochmill needs MPI_THREAD_FUNNELED",
                         provided);
  }
  check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
  check(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
}

MpiSession::~MpiSession() {
  for (Outgoing& message : outgoing_) MPI_Wait(&message.request, MPI_STATUS_IGNORE);
  MPI_Finalize();
}

void MpiSession::send(int to, int tag, ByteView message) {
  Outgoing& kept = outgoing_.emplace_back(MPI_REQUEST_NULL, Bytes(message.begin(), message.end()));
  check(MPI_Isend(kept.bytes.data(), checked_cast<int>(kept.bytes.size()), MPI_BYTE, to, tag,
                  MPI_COMM_WORLD, &kept.request),
        "MPI_Isend");
  forget_sent();
}

void MpiSession::forget_sent() {
  for (auto message = outgoing_.begin(); message != outgoing_.end();) {
    int is_gone = 0;
    check(MPI_Test(&message->request, &is_gone, MPI_STATUS_IGNORE), "MPI_Test");
    message = is_gone != 0 ? outgoing_.erase(message) : std::next(message);
  }
}

std::optional<MpiSession::Message> MpiSession::poll() {
  forget_sent();
  int has_come = 0;
  MPI_Status status;
  // Open MPI looks first and lets messages in from the network afterwards: what it let in is found
  // by a second look only.
  for (int look = 0; look < 2 && has_come == 0; ++look) {
    check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &has_come, &status),
          "MPI_Iprobe");
  }
  if (has_come == 0) return std::nullopt;
  int count = 0;
  check(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count");
  Message message{status.MPI_SOURCE, status.MPI_TAG, Bytes(static_cast<std::size_t>(count))};
  check(MPI_Recv(message.bytes.data(), count, MPI_BYTE, message.from, message.tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE),
        "MPI_Recv");
  return message;
}

void MpiSession::broadcast(Bytes& bytes) {
  std::uint64_t size = bytes.size();
  check(MPI_Bcast(&size, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD), "MPI_Bcast");
  bytes.resize(size);
  check(MPI_Bcast(bytes.data(), checked_cast<int>(size), MPI_BYTE, 0, MPI_COMM_WORLD), "MPI_Bcast");
}

std::vector<Bytes> MpiSession::gather(ByteView bytes) {
  const int size = checked_cast<int>(bytes.size());
  const auto ranks = static_cast<std::size_t>(rank_ == 0 ? size_ : 0);
  std::vector<int> sizes(ranks);
  check(MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD), "MPI_Gather");
  std::vector<int> starts(ranks);
  std::exclusive_scan(sizes.begin(), sizes.end(), starts.begin(), 0);
  Bytes all(ranks == 0 ? 0 : static_cast<std::size_t>(starts.back() + sizes.back()));
  check(MPI_Gatherv(bytes.data(), size, MPI_BYTE, all.data(), sizes.data(), starts.data(), MPI_BYTE,
                    0, MPI_COMM_WORLD),
        "MPI_Gatherv");
  std::vector<Bytes> parts(ranks);
  for (std::size_t r = 0; r < ranks; ++r)
    parts[r].assign(all.begin() + starts[r], all.begin() + starts[r] + sizes[r]);
  return parts;
}

void MpiSession::abort(int exit_code) {
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  std::abort();
}

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  check(MPI_Get_library_version(text, &length), "MPI_Get_library_version");
  return {text, static_cast<std::size_t>(length)};
}

}  // namespace epochmill::capi
