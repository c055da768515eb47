#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "cluster/claims.hpp"

namespace epochmill::cluster {
namespace {

constexpr std::chrono::milliseconds kPause{1};

}  // namespace

ClaimDesk::ClaimDesk(capi::MpiSession* session, TaskPool tasks)
    : session_(session),
      tasks_(std::move(tasks)),
      done_(static_cast<std::size_t>(others()) + 1),
      is_done_(static_cast<std::size_t>(others()) + 1) {}

std::optional<run::ShardTask> ClaimDesk::next() {
  return is_stopping() ? std::nullopt : tasks_.next();
}

void ClaimDesk::serve() {
  if (session_ == nullptr) return;
  for (int claims = 0; claims < others();) {
    const auto message = session_->poll();
    if (!message) return;
    if (static_cast<Tag>(message->tag) == Tag::kClaim) ++claims;
    answer(*message);
  }
}

void ClaimDesk::answer(const capi::MpiSession::Message& message) {
  const auto rank = static_cast<std::size_t>(message.from);
  switch (static_cast<Tag>(message.tag)) {
    case Tag::kClaim: {
      const auto task = next();
      send(message.from, Tag::kGrant, task ? encode(*task) : Bytes{});
      return;
    }
    case Tag::kProgress:
      done_[rank] = decode_done(message.bytes);
      return;
    case Tag::kFailed:
      fail(message.from, decode_failure(message.bytes));
      return;
    case Tag::kDone:
      reports_.push_back(message.bytes);
      is_done_[rank] = true;
      return;
    default:
      throw internal_error("rank {} sent rank 0 a message with tag {}", message.from, message.tag);
  }
}

void ClaimDesk::fail(int rank, const Failure& failure) {
  const bool outweighs =
      !failure_ || (failure_->kind == ErrorKind::kStopped && failure.kind != ErrorKind::kStopped);
  const bool is_first = !failure_;
  if (outweighs) {
    failure_ = failure;
    if (others() > 0 && failure.kind != ErrorKind::kStopped)
      failure_->text += fmt::format(" [rank {}]", rank);
  }
  if (!is_first) return;
  since_stop_ = Stopwatch();
  for (int other = 1; other <= others(); ++other) {
    if (!is_done_[static_cast<std::size_t>(other)]) send(other, Tag::kStop, {});
  }
}

bool ClaimDesk::wait_for_all(double patience_s, const run::Between& between) {
  const auto all_done = [&] {
    return std::all_of(is_done_.begin() + 1, is_done_.end(), [](bool done) { return done; });
  };
  for (;;) {
    serve();
    if (all_done()) return true;
    between();
    if (is_stopping() && since_stop_.elapsed_s() > patience_s) return false;
    std::this_thread::sleep_for(kPause);
  }
}

void ClaimDesk::say_bye() {
  for (int other = 1; other <= others(); ++other) send(other, Tag::kBye, {});
}

std::vector<RankReport> ClaimDesk::take_reports() {
  std::vector<RankReport> reports;
  for (Bytes& bytes : reports_) reports.push_back(decode_report(std::exchange(bytes, {})));
  reports_.clear();
  return reports;
}

Done ClaimDesk::done_elsewhere() const {
  Done sum;
  for (const Done& done : done_) {
    sum.rows += done.rows;
    sum.rejected += done.rejected;
  }
  return sum;
}

void ClaimDesk::send(int rank, Tag tag, ByteView message) {
  session_->send(rank, static_cast<int>(tag), message);
}

int ClaimDesk::others() const { return session_ == nullptr ? 0 : session_->size() - 1; }

}  // namespace epochmill::cluster
