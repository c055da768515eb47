#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "cluster/claims.hpp"

namespace epochmill::cluster {
namespace {

constexpr std::chrono::milliseconds kPause{1};
constexpr double kProgressEvery_s = 1.0;
// To rank 0, of all ranks together: it has its own work to do.
constexpr double kMostProgressPerSecond = 1000.0;

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
    : session_(session),
      stop_requested_(std::move(stop_requested)),
      progress_every_s_(std::max(kProgressEvery_s, session.size() / kMostProgressPerSecond)) {}

// Takes in what rank 0 has sent.
void ClaimClient::listen() {
  throw_if_requested(stop_requested_);
  while (auto message = session_.poll()) {
    const auto tag = static_cast<Tag>(message->tag);
    if (tag == Tag::kStop) {
      is_stopping_ = true;
      throw TeamStops{};
    }
    if (tag != Tag::kGrant || !has_asked_ || grant_)
      throw internal_error("rank 0 sent tag {} to a rank at work", message->tag);
    grant_ = std::move(message->bytes);
  }
}

void ClaimClient::ask_ahead() {
  if (has_asked_) return;
  send(session_, Tag::kClaim, {});
  has_asked_ = true;
}

std::optional<run::ShardTask> ClaimClient::next() {
  const Stopwatch waiting;
  ask_ahead();
  for (listen(); !grant_; listen()) std::this_thread::sleep_for(kPause);
  wait_s_ += waiting.elapsed_s();
  const Bytes grant = std::move(*grant_);
  grant_.reset();
  has_asked_ = false;
  if (grant.empty()) return std::nullopt;
  return decode_task(grant);
}

void ClaimClient::between(const Done& done) {
  listen();
  if (since_progress_.elapsed_s() < progress_every_s_) return;
  send(session_, Tag::kProgress, encode(done));
  since_progress_ = Stopwatch();
}

void ClaimClient::fail(const Failure& failure) {
  is_stopping_ = true;
  send(session_, Tag::kFailed, encode(failure));
}

bool ClaimClient::finish(const RankReport& report, double patience_s) {
  send(session_, Tag::kProgress, encode(Done{report.tally.images, report.tally.rejected}));
  send(session_, Tag::kDone, encode(report));
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
