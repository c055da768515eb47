#!/bin/bash
# Submits one of the batch scripts beside it, with the site's facts.
#
#   jobs/submit.sh SCRIPT [sbatch options] [--] ARGUMENTS...       SCRIPT: preprocess array rolling verify scaling
#
#   SITE=NAME   jobs/sites/NAME.env (local)        NODES=N   for scripts that run on several nodes (1)
#   PARTS=N     elements of an array, 1 to N
# Options of sbatch are those before -- or before the first word that does not begin with a dash.
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
script=$here/${1:-}.sbatch
if [ ! -f "$script" ]; then
  echo "submit: expected a script, one of: $(cd "$here" && echo ./*.sbatch | sed 's/\.sbatch//g; s/\.\///g'); found '${1:-}'" >&2
  exit 64
fi
shift
EPOCHMILL_HOME=$(dirname "$here")
# shellcheck source=jobs/site.sh
. "$EPOCHMILL_HOME/jobs/site.sh"

options=()
case $script in
  */array.sbatch)
    if [ -z "${PARTS:-}" ]; then
      echo "submit: an array needs to know in how many parts: PARTS=N" >&2
      exit 64
    fi
    options+=(--cpus-per-task="$SITE_THREADS_PER_RANK" --array="1-$PARTS") ;;
  */verify.sbatch)
    options+=(--cpus-per-task="$SITE_THREADS_PER_RANK") ;;
  *)
    options+=(--nodes="${NODES:-1}" --ntasks-per-node="$SITE_RANKS_PER_NODE" --cpus-per-task="$SITE_THREADS_PER_RANK") ;;
esac
while [ $# -gt 0 ]; do
  case $1 in
    --) shift; break ;;
    -*) options+=("$1"); shift ;;
    *) break ;;
  esac
done
# Threads of this shell's own would go into the job.
unset OMP_NUM_THREADS
exec sbatch "${options[@]}" "$script" "$@"
