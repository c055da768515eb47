// The rights of a process that looks at forged files.
#pragma once

namespace epochmill::capi {

// For the rest of its life this process may read files, take memory, and talk through what it has
// open: it cannot write or remove a file, make a socket, start anything, or send a signal to
// another. What it tries fails with EPERM. Where the system has no seccomp it keeps its rights, and
// so it does in a build with sanitizers, whose reports need more.
void give_up_rights();

}  // namespace epochmill::capi
