#include <chrono>
#include <thread>
#include <utility>

#include "cluster/claims.hpp"

namespace epochmill::cluster {
namespace {

constexpr std::chrono::milliseconds kPause{1};
constexpr double kProgressEvery_s = 1.0;

void send(capi::MpiSession& session, Tag tag, ByteView message) {
  session.send(0, static_cast<int>(tag), message);
}

}  // namespace

void throw_if_requested(const StopRequested& stop_requested) {
  if (stop_requested()) {
    throw Error(
        ErrorKind::kStopped,
        "stopped by a signal; finished shards are kept, and the same command goes on from there");
  }
}

ClaimClient::ClaimClient(capi::MpiSession& session, StopRequested stop_requested)
    : session_(session), stop_requested_(std::move(stop_requested)) {}

std::optional<capi::MpiSession::Message> ClaimClient::poll() {
  throw_if_requested(stop_requested_);
  auto message = session_.poll();
  if (message && static_cast<Tag>(message->tag) == Tag::kStop) {
    is_stopping_ = true;
    throw TeamStops{};
  }
  return message;
}

std::optional<run::ShardTask> ClaimClient::next() {
  const Stopwatch waiting;
  send(session_, Tag::kClaim, {});
  for (;;) {
    const auto message = poll();
    if (message && static_cast<Tag>(message->tag) == Tag::kGrant) {
      wait_s_ += waiting.elapsed_s();
      if (message->bytes.empty()) return std::nullopt;
      return decode_task(message->bytes);
    }
    if (message) throw internal_error("rank 0 answered a claim with tag {}", message->tag);
    std::this_thread::sleep_for(kPause);
  }
}

void ClaimClient::between(std::uint64_t rows) {
  if (const auto message = poll())
    throw internal_error("rank 0 sent tag {} between two samples", message->tag);
  if (since_progress_.elapsed_s() < kProgressEvery_s) return;
  send(session_, Tag::kProgress, encode(rows));
  since_progress_ = Stopwatch();
}

void ClaimClient::fail(const Failure& failure) {
  is_stopping_ = true;
  send(session_, Tag::kFailed, encode(failure));
}

bool ClaimClient::finish(const RankReport& report, double patience_s) {
  const std::string json = to_json(report);
  send(session_, Tag::kDone, as_bytes(std::string_view(json)));
  // A grant or a stop may still be on its way to a rank that has stopped for another reason.
  const Stopwatch waiting;
  while (!is_stopping_ || waiting.elapsed_s() < patience_s) {
    const auto message = session_.poll();
    if (message && static_cast<Tag>(message->tag) == Tag::kBye) return true;
    if (!message) std::this_thread::sleep_for(kPause);
  }
  return false;
}

}  // namespace epochmill::cluster
