// Signals that ask for a stop at a safe point.
#pragma once

namespace epochmill::cli {

// From now on SIGTERM, SIGINT, SIGUSR1 and SIGHUP only set a flag; a second SIGINT ends the process
// at once.
void catch_stop_signals();

// Whether one of them has come. Any thread.
bool is_stop_requested();

}  // namespace epochmill::cli
