// The command line of epochmill.
#pragma once

namespace epochmill::cli {

// Runs the command in `argv` and returns the exit code: 0 done, 64 usage, 65 bad input data, 70 our
// fault, 74 I/O, 75 stopped and resumable.
int run(int argc, char** argv);

}  // namespace epochmill::cli
