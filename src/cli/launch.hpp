// How this process was started: alone, or as one of many by mpirun or srun.
#pragma once

namespace epochmill::cli {

struct Launch {
  bool has_mpi = false;    // a launcher has set up MPI for us
  int processes_here = 1;  // of this job, on this machine
  int slurm_tasks = 1;     // that the Slurm step has
};

Launch detect_launch();

// Tells the files that this process makes which run of a Slurm job it belongs to, if any.
void name_slurm_job();

// Throws `usage` when MPI says "rank 0 of 1" and Slurm has started several of us: each would make
// the whole dataset.
void check_launch(const Launch& launch, int mpi_size);

// Threads for this process: `asked`, else OMP_NUM_THREADS, else the cores that it may use, shared
// with the job's other processes on this machine when none of them is bound.
int choose_threads(int asked, const Launch& launch);

}  // namespace epochmill::cli
