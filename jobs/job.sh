# Sourced by the batch scripts: the site's facts, and how the program is started, stopped and queued again.
# shellcheck shell=bash

: "${EPOCHMILL_HOME:=${SLURM_SUBMIT_DIR:-$PWD}}"
# shellcheck source=jobs/site.sh
. "$EPOCHMILL_HOME/jobs/site.sh"

# srun does not take over the cores per task that sbatch was told (since Slurm 22.05).
threads=${SLURM_CPUS_PER_TASK:-$SITE_THREADS_PER_RANK}
export SRUN_CPUS_PER_TASK=$threads
export OMP_PLACES=cores OMP_PROC_BIND=close

# mill_step SRUN-OPTIONS... -- EPOCHMILL-ARGUMENTS...: runs the program on the cores of its own; gives its exit code.
# A signal before the time limit or a preemption reaches this shell (--signal=B:USR1@...) and goes on to every rank, which
# stops at the next sample.
mill_step() {
  local options=()
  while [ "$1" != -- ]; do options+=("$1"); shift; done
  shift
  srun --cpu-bind=cores "${options[@]}" "$EPOCHMILL" "$@" --threads "$threads" &
  local step=$! code=0
  # shellcheck disable=SC2064  # the step's number now, not when the signal comes
  trap "kill -USR1 $step 2>/dev/null" USR1 TERM
  # A signal ends `wait` too, while the step is still stopping.
  wait "$step" || code=$?
  while kill -0 "$step" 2>/dev/null; do wait "$step" || code=$?; done
  wait "$step" && code=0 || code=$?
  trap - USR1 TERM
  return "$code"
}

# end_job CODE: the job ends so; or, when the program was stopped with work left, is queued again under the same number.
end_job() {
  [ "$1" -eq 75 ] || exit "$1"
  local restarts=${SLURM_RESTART_COUNT:-0}
  if [ "$restarts" -ge "${MAX_RESTARTS:-100}" ]; then
    echo "$SLURM_JOB_NAME: stopped after $restarts restarts; submit it again, and it goes on (MAX_RESTARTS allows more)"
    exit 75
  fi
  echo "$SLURM_JOB_NAME: stopped with work left; queued again as job $SLURM_JOB_ID"
  scontrol requeue "$SLURM_JOB_ID" || exit 75
  # Slurm ends this script; should it end by itself first, the job would count as failed.
  sleep 120
  exit 75
}
