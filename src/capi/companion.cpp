#include "capi/companion.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

#include "base/error.hpp"
#include "capi/sandbox.hpp"

namespace epochmill::capi {
namespace {

constexpr const char* kCompanionOption = "--companion";
constexpr int kLine = 0;                                             // the companion's end
constexpr std::uint64_t kMostRequestBytes = std::uint64_t{1} << 20;  // names and numbers

// False when the other end is gone. A message is its length and its bytes, sent at once.
bool send_message(int line, ByteView bytes) {
  std::uint64_t size = bytes.size();
  std::array<iovec, 2> parts{iovec{&size, sizeof size},
                             iovec{const_cast<std::uint8_t*>(bytes.data()), bytes.size()}};
  msghdr message{};
  message.msg_iov = parts.data();
  message.msg_iovlen = parts.size();
  while (parts[1].iov_len > 0 || parts[0].iov_len > 0) {
    const ssize_t sent = ::sendmsg(line, &message, MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return false;
    auto left = static_cast<std::size_t>(sent);
    for (iovec& part : parts) {
      const std::size_t taken = std::min(left, part.iov_len);
      part.iov_base = static_cast<std::uint8_t*>(part.iov_base) + taken;
      part.iov_len -= taken;
      left -= taken;
    }
  }
  return true;
}

bool receive_all(int line, std::span<std::uint8_t> out) {
  while (!out.empty()) {
    const ssize_t received = ::recv(line, out.data(), out.size(), 0);
    if (received < 0 && errno == EINTR) continue;
    if (received <= 0) return false;
    out = out.subspan(static_cast<std::size_t>(received));
  }
  return true;
}

std::optional<Bytes> receive_message(int line, std::uint64_t most_bytes) {
  std::uint64_t size = 0;
  if (!receive_all(line, {reinterpret_cast<std::uint8_t*>(&size), sizeof size})) return {};
  if (size > most_bytes) throw input_error("said {} bytes, and {} are the most", size, most_bytes);
  Bytes bytes(size);
  if (!receive_all(line, bytes)) return {};
  return bytes;
}

// SIGPROF ends this process after so many seconds of CPU time from now on.
void limit_cpu_time(int seconds) {
  const itimerval limit{.it_interval = {}, .it_value = {.tv_sec = seconds, .tv_usec = 0}};
  ::setitimer(ITIMER_PROF, &limit, nullptr);
}

void serve(const CompanionRole& role) {
  // What its starter had open is none of its business, and a crash leaves no core file.
  ::close_range(kLine + 1, ~0U, 0);
  ::prctl(PR_SET_DUMPABLE, 0);
  give_up_rights();
  while (const std::optional<Bytes> request = receive_message(kLine, kMostRequestBytes)) {
    limit_cpu_time(role.most_cpu_seconds);
    if (!send_message(kLine, role.answer(*request))) return;
  }
}

// What stops a run asks its ranks to finish what they are at, for which they need their companions;
// these go with them.
sigset_t stop_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGHUP}) sigaddset(&signals, signal);
  return signals;
}

// 0, or the error.
int spawn(const std::string& role, int line, pid_t& process) {
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  if (posix_spawn_file_actions_init(&actions) != 0) return ENOMEM;
  if (posix_spawnattr_init(&attributes) != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return ENOMEM;
  }
  const sigset_t blocked = stop_signals();
  posix_spawnattr_setsigmask(&attributes, &blocked);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
  std::string option = kCompanionOption;
  std::string name = role;
  std::string program = "epochmill";
  const std::array<char*, 4> words{program.data(), option.data(), name.data(), nullptr};
  // Its output would mix with ours, and keep pipes open that wait for our end.
  int error = posix_spawn_file_actions_adddup2(&actions, line, kLine);
  if (error == 0) error = posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  if (error == 0) error = posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  if (error == 0) {
    error = posix_spawn(&process, "/proc/self/exe", &actions, &attributes, words.data(), environ);
  }
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return error;
}

bool has_run_out_of_time(int status) { return WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF; }

Error ended(int status) {
  if (has_run_out_of_time(status)) {
    return input_error("came to no end, and was stopped");
  }
  if (WIFSIGNALED(status) && (WTERMSIG(status) == SIGKILL || WTERMSIG(status) == SIGTERM)) {
    return io_error("was ended by the system (signal {}); is there enough memory?",
                    WTERMSIG(status));
  }
  if (WIFSIGNALED(status)) {
    return input_error("was ended by signal {} ({})", WTERMSIG(status),
                       ::strsignal(WTERMSIG(status)));
  }
  return input_error("gave up with exit code {}", WEXITSTATUS(status));
}

}  // namespace

bool served_as_companion(std::span<char* const> words, std::span<const CompanionRole> roles) {
  if (words.size() != 3 || std::string_view(words[1]) != kCompanionOption) return false;
  for (const CompanionRole& role : roles) {
    if (std::string_view(words[2]) == role.name) serve(role);
  }
  return true;
}

void Companion::start() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw io_error("cannot make a socket to a process beside this one: {}", std::strerror(errno));
  }
  line_ = Handle<FdTraits>(ends[0]);
  const Handle<FdTraits> its_end(ends[1]);
  starter_ = ::getpid();
  const int error = spawn(role_, its_end.get(), process_);
  if (error == 0) return;
  process_ = 0;
  line_.reset();
  throw io_error("cannot start a process beside this one: {}", std::strerror(error));
}

std::optional<Bytes> Companion::exchange(ByteView request, std::uint64_t most_bytes) {
  try {
    if (!send_message(line_.get(), request)) return {};
    return receive_message(line_.get(), most_bytes);
  } catch (const std::exception&) {  // memory, too: nobody knows any more where a message begins
    end();
    throw;
  }
}

int Companion::end() {
  line_.reset();
  const pid_t process = std::exchange(process_, 0);
  if (process == 0 || starter_ != ::getpid()) return 0;
  // One that is ending by itself has its status already.
  ::kill(process, SIGKILL);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

Bytes Companion::ask(ByteView request, std::uint64_t most_bytes) {
  if (starter_ != ::getpid()) end();
  for (bool is_again = false;; is_again = true) {
    if (process_ == 0) start();
    if (std::optional<Bytes> answer = exchange(request, most_bytes)) return std::move(*answer);
    const int status = end();
    // The first time it may have ended long before, over nothing.
    if (is_again || has_run_out_of_time(status)) throw ended(status);
  }
}

void Companion::tell(ByteView request) {
  constexpr std::uint64_t kMostOfNoUse = 4096;
  if (process_ == 0 || starter_ != ::getpid()) return;
  if (!exchange(request, kMostOfNoUse)) end();
}

Companions::Member& Companions::take(std::vector<Bytes>& untold) {
  std::unique_lock lock(mutex_);
  is_back_.wait(lock, [this] { return !idle_.empty() || members_.size() < kMost; });
  if (idle_.empty()) {
    members_.push_back(std::make_unique<Member>(role_));
    return *members_.back();
  }
  Member& member = *idle_.back();
  idle_.pop_back();
  untold.swap(member.untold);
  return member;
}

void Companions::give_back(Member& member) {
  const std::scoped_lock lock(mutex_);
  idle_.push_back(&member);
  is_back_.notify_one();
}

Bytes Companions::ask(ByteView request, std::uint64_t most_bytes) {
  std::vector<Bytes> untold;
  Member& member = take(untold);
  try {
    for (const Bytes& one : untold) member.companion.tell(one);
    Bytes answer = member.companion.ask(request, most_bytes);
    give_back(member);
    return answer;
  } catch (...) {
    give_back(member);
    throw;
  }
}

void Companions::tell(const Bytes& request) {
  constexpr std::size_t kMostUntold = 64;
  const std::scoped_lock lock(mutex_);
  for (const auto& member : members_) member->untold.push_back(request);
  // One that has not been asked for so long is not needed.
  for (Member* member : idle_) {
    if (member->untold.size() <= kMostUntold) continue;
    member->companion.let_go();
    member->untold.clear();
  }
}

}  // namespace epochmill::capi
