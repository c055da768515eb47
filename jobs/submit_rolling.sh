#!/bin/bash
# Epochs that come and go: epoch e is made while epoch e-1 is trained on and epoch e-2 is deleted.
#
#   jobs/submit_rolling.sh EPOCHS OUTPUT TRAIN.sbatch RECIPE [options of `epochmill run`]
#
# Needs:  TRAIN.sbatch, your batch script, which is started as `TRAIN.sbatch OUTPUT EPOCH`, one epoch after the other.
#         DISK_GB=N  says how many gigabytes (10^9 bytes) may lie on disk at once; two epochs must fit.
# Leaves: 2 x EPOCHS jobs, each waiting for what it needs. When one fails, those behind it are taken from the queue; submit the
#         chain again from epoch FIRST=e. Their numbers are printed: "make EPOCH JOB", "train EPOCH JOB".
set -euo pipefail

if [ $# -lt 4 ]; then
  sed -n 's/^#   \(jobs.*\)/usage: \1/p' "$0" >&2
  exit 64
fi
epochs=$1
output=$2
train=$3
shift 3
here=$(cd "$(dirname "$0")" && pwd)
first=${FIRST:-0}

report=$(mktemp)
trap 'rm -f "$report"' EXIT
"$here/program.sh" plan "$@" --output "$output" --report "$report" >&2
need=$(sed -n 's/.*"rolling_bytes": \([0-9]*\).*/\1/p' "$report")
folder=$output
while [ ! -d "$folder" ]; do folder=$(dirname "$folder"); done
free=$(($(df -Pk "$folder" | awk 'NR == 2 { print $4 }') * 1024))
may=$((${DISK_GB:-0} * 1000000000))
if [ "$may" -eq 0 ]; then may=$free; fi
# What the output holds now goes as the chain rolls on.
if [ -d "$output" ]; then free=$((free + $(du -sk "$output" | awk '{ print $1 }') * 1024)); fi
if [ "$need" -gt "$may" ] || [ "$need" -gt "$free" ]; then
  echo "submit_rolling: two epochs take $need bytes; $may may be used (DISK_GB), and $free are free at $folder." >&2
  echo "  Give it more room, or make less: smaller images, encoding = \"jpeg\"." >&2
  exit 74
fi

# job NAME EPOCH DEPENDENCIES COMMAND...: submits, prints, and gives the job's number.
job() {
  local name=$1 epoch=$2 after=$3 id
  shift 3
  # A chain whose link has failed leaves the queue.
  local options=()
  if [ -n "$after" ]; then options=(--dependency="afterok$after" --kill-on-invalid-dep=yes); fi
  id=$("$@" "${options[@]}")
  echo "$name $epoch $id" >&3
  echo "$id"
}
submit_make() { local e=$1; shift; "$here/submit.sh" rolling --parsable "$@" -- "$e" "$output" "${run[@]}"; }
submit_train() { local e=$1; shift; sbatch --parsable --job-name=train "$@" "$train" "$output" "$e"; }

run=("$@")
exec 3>&1
made=()
trained=()
for ((e = first; e < epochs; ++e)); do
  after=
  if [ $((e - 1)) -ge "$first" ]; then after+=":${made[e - 1]}"; fi
  if [ $((e - 2)) -ge "$first" ]; then after+=":${trained[e - 2]}"; fi
  made[e]=$(job make "$e" "$after" submit_make "$e")
  after=":${made[e]}"
  if [ $((e - 1)) -ge "$first" ]; then after+=":${trained[e - 1]}"; fi
  trained[e]=$(job train "$e" "$after" submit_train "$e")
done
