// A process beside this one, for work that forged input may crash, corrupt or keep busy for ever.
// It is this program once more, in another role: it answers one request after the other, and ends
// with whoever started it.
#pragma once

#include <sys/types.h>

#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/bytes.hpp"
#include "capi/file.hpp"

namespace epochmill::capi {

struct CompanionRole {
  const char* name;
  // What it throws ends the companion.
  Bytes (*answer)(ByteView request);
  int most_cpu_seconds = 30;  // for one answer; waiting for a slow disk takes none
};

// First in main(), with the words of the command line. Where this process was started as a
// companion, it answers until its starter goes away, and returns true: main() has nothing left to
// do.
bool served_as_companion(std::span<char* const> words, std::span<const CompanionRole> roles);

// One of them; one thread at a time.
class Companion {
 public:
  // Of a role that this program's main() knows. The process is started when it is first asked, and
  // anew after it ended.
  explicit Companion(std::string role) : role_(std::move(role)) {}
  ~Companion() { end(); }
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;

  // Throws `input`, without a place, when the companion ends over `request`, twice unless its time
  // was up, or answers with more than `most_bytes`: "was ended by signal 11 (Segmentation fault)".
  // `io` when no process can be started, or the system took it away.
  Bytes ask(ByteView request, std::uint64_t most_bytes);
  // The same, without a use for the answer; nothing when it does not run.
  void tell(ByteView request);
  // It is started anew when it is asked next.
  void let_go() { end(); }

 private:
  void start();
  // None when the companion is gone.
  std::optional<Bytes> exchange(ByteView request, std::uint64_t most_bytes);
  // How it ended, as waitpid says.
  int end();

  std::string role_;
  pid_t process_ = 0;
  pid_t starter_ = 0;  // after a fork it is another's
  Handle<FdTraits> line_;
};

// As many as are asked at once, up to kMost. Any thread.
class Companions {
 public:
  explicit Companions(std::string role) : role_(std::move(role)) {}
  // As Companion.
  Bytes ask(ByteView request, std::uint64_t most_bytes);
  // For all of them; each gets it before it is asked next.
  void tell(const Bytes& request);

 private:
  static constexpr std::size_t kMost = 8;

  struct Member {
    explicit Member(const std::string& role) : companion(role) {}
    Companion companion;
    std::vector<Bytes> untold;
  };

  // One that nobody asks, waited for when there are kMost; and what it has to be told.
  Member& take(std::vector<Bytes>& untold);
  void give_back(Member& member);

  std::string role_;
  std::mutex mutex_;
  std::condition_variable is_back_;
  std::vector<std::unique_ptr<Member>> members_;
  std::vector<Member*> idle_;  // the one that was asked last is asked next
};

}  // namespace epochmill::capi
