// The main() of tests, and of the companions that they start (capi/companion.hpp): what the
// program has, and some that misbehave.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <string>

#include "capi/companion.hpp"
#include "capi/hdf5_service.hpp"

namespace {

using epochmill::Bytes;
using epochmill::ByteView;

Bytes echo(ByteView request) { return {request.begin(), request.end()}; }

// Ends by the signal that the first byte says; 0 is answered by this process's number.
Bytes die(ByteView request) {
  if (request.front() != 0) {
    std::signal(request.front(), SIG_DFL);  // a sanitizer has its own end for some
    std::raise(request.front());
  }
  const std::string number = std::to_string(::getpid());
  return {number.begin(), number.end()};
}

// How often it was asked.
Bytes count(ByteView /*request*/) {
  static std::uint8_t asked = 0;
  return {++asked};
}

Bytes leave(ByteView /*request*/) { std::_Exit(3); }

Bytes spin(ByteView /*request*/) {
  for (std::atomic<unsigned> turns = 0;; ++turns) {
  }
}

// For each of these whether it can be done: reading a file, writing one, removing one, a socket, a
// process, a signal to another, and choosing whom the kernel sends some.
Bytes rights(ByteView request) {
  const std::string file(request.begin(), request.end());
  Bytes can;
  const auto note = [&can](int result) { can.push_back(result >= 0 ? 1 : 0); };
  note(::open(file.c_str(), O_RDONLY));
  note(::open(file.c_str(), O_WRONLY));
  note(::unlink(file.c_str()));
  note(::socket(AF_INET, SOCK_STREAM, 0));
  const pid_t child = ::fork();
  if (child == 0) std::_Exit(0);
  note(child);
  note(::kill(::getppid(), 0));
  note(::fcntl(0, F_SETOWN, ::getpid()));
  return can;
}

}  // namespace

int main(int argc, char** argv) {
  using epochmill::capi::CompanionRole;
  const std::array roles{epochmill::capi::hdf5_role(),   CompanionRole{"echo", echo},
                         CompanionRole{"die", die},      CompanionRole{"count", count},
                         CompanionRole{"leave", leave},  CompanionRole{"spin", spin, 1},
                         CompanionRole{"rights", rights}};
  if (epochmill::capi::served_as_companion({argv, static_cast<std::size_t>(argc)}, roles)) return 0;
  ::testing::InitGoogleMock(&argc, argv);
  return RUN_ALL_TESTS();
}
