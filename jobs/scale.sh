#!/bin/bash
# The scaling study: one job on the largest number of nodes, or, where nothing is submitted (SITE_LAUNCHER=mpirun), here and now.
#
#   NODES="1 2 4 8" jobs/scale.sh [options of benchmarks/scaling/study.py]      (or make -f Makefile.cluster scale NODES="1 2 4 8")
set -euo pipefail
EPOCHMILL_HOME=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=jobs/site.sh
. "$EPOCHMILL_HOME/jobs/site.sh"

nodes=${NODES:-1}
if [ "$SITE_LAUNCHER" = mpirun ]; then
  exec bash "$EPOCHMILL_HOME/jobs/scaling.sbatch" --nodes "$nodes" "$@"
fi
# Says what will be run, and refuses what cannot be, before a job waits for nodes.
python3 "$EPOCHMILL_HOME/benchmarks/scaling/study.py" --plan --nodes "$nodes" "$@"
NODES=$(tr -s ' ' '\n' <<< "$nodes" | sort -n | tail -n 1)
export NODES
exec "$EPOCHMILL_HOME/jobs/submit.sh" scaling -- --nodes "$nodes" "$@"
