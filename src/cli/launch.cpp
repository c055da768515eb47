#include "cli/launch.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>

#include "base/error.hpp"
#include "capi/file.hpp"
#include "capi/process.hpp"

namespace epochmill::cli {
namespace {

bool is_set(const char* name) { return std::getenv(name) != nullptr; }

// The number in environment variable `name`; `otherwise` when it is not there or not a number of 1
// or more.
int number_in(const char* name, int otherwise) {
  const char* text = std::getenv(name);
  int value = 0;
  if (text == nullptr) return otherwise;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
  return error == std::errc() && value >= 1 ? value : otherwise;
}

}  // namespace

Launch detect_launch() {
  Launch launch;
  // Open MPI's mpirun, PMIx (srun --mpi=pmix), and MPICH's or Slurm's PMI.
  launch.has_mpi = is_set("OMPI_COMM_WORLD_SIZE") || is_set("PMIX_RANK") || is_set("PMI_RANK");
  launch.processes_here = number_in("OMPI_COMM_WORLD_LOCAL_SIZE", 1);
  if (is_set("SLURM_STEP_ID")) launch.slurm_tasks = number_in("SLURM_STEP_NUM_TASKS", 1);
  return launch;
}

void name_slurm_job() {
  const int job = number_in("SLURM_JOB_ID", 0);
  if (job == 0) return;
  const char* cluster = std::getenv("SLURM_CLUSTER_NAME");
  capi::name_batch_run(cluster == nullptr ? "" : cluster, static_cast<std::uint64_t>(job),
                       static_cast<std::uint64_t>(number_in("SLURM_RESTART_COUNT", 0)));
}

void check_launch(const Launch& launch, int mpi_size) {
  // mpirun within an allocation starts its daemons by srun, and they hand that step's variables on.
  const bool is_by_mpirun = is_set("OMPI_COMM_WORLD_SIZE");
  if (mpi_size > 1 || launch.slurm_tasks <= 1 || is_by_mpirun) return;
  throw usage_error(
      "Slurm has started {} copies, and MPI says that each is alone: all would make the same "
      "shards. Start them with "
      "`srun --mpi=pmix` or `mpirun`, or one copy (`srun -n 1`), or use --part",
      launch.slurm_tasks);
}

int choose_threads(int asked, const Launch& launch) {
  if (asked > 0) return asked;
  const int cores = static_cast<int>(capi::allowed_cores().size());
  const bool is_bound = cores < sysconf(_SC_NPROCESSORS_ONLN);
  const int share = is_bound ? cores : std::max(1, cores / launch.processes_here);
  return number_in("OMP_NUM_THREADS", share);
}

}  // namespace epochmill::cli
