// What the system says of this process.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace epochmill::capi {

// The cores that threads of this process may run on, ascending. Throws `io`. Called by the main
// thread: where OMP_PROC_BIND is set, that is bound to one place, and its own mask is not all.
std::vector<int> allowed_cores();

// Of them those that so many OpenMP threads run on, bound as OMP_PROC_BIND=close says.
std::vector<int> cores_of_threads(int threads);

// The most memory that this process has held at once (VmHWM): its own and its mapped pages.
std::uint64_t peak_memory_bytes();

// How many files this process may hold open.
std::uint64_t open_file_limit();

// Unique on this host while the process lives.
int process_id();

// "2026-11-30T12:00:00Z". For reports alone: nothing that reaches the data may know the time.
std::string utc_now();

// Seconds of CPU time, user and system, over all threads.
double cpu_time_s();

}  // namespace epochmill::capi
