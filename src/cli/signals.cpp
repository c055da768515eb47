#include "cli/signals.hpp"

#include <csignal>

#include "base/error.hpp"

namespace epochmill::cli {
namespace {

volatile std::sig_atomic_t stop_requested = 0;

extern "C" void note_stop(int signal) {
  if (signal == SIGINT && stop_requested != 0) {
    std::signal(SIGINT, SIG_DFL);
    std::raise(SIGINT);
  }
  stop_requested = 1;
}

}  // namespace

void catch_stop_signals() {
  struct sigaction action {};
  action.sa_handler = note_stop;
  action.sa_flags = SA_RESTART;
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGHUP}) {
    if (sigaction(signal, &action, nullptr) != 0)
      throw internal_error("sigaction refused signal {}", signal);
  }
}

bool is_stop_requested() { return stop_requested != 0; }

}  // namespace epochmill::cli
