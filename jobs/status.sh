#!/bin/bash
# What the jobs and an output are at: jobs/status.sh [OUTPUT]
set -euo pipefail
if command -v squeue >/dev/null 2>&1; then
  # Without --long names squeue cuts them; the reason says what a job waits for.
  squeue --me --format='%.12i %.20j %.10T %.12M %.6D %R' | awk 'NR == 1 || $2 ~ /^(epochmill|train)/'
fi
output=${1:-}
if [ -n "$output" ]; then
  if [ ! -d "$output" ]; then
    echo "$output: not there yet"
    exit
  fi
  finished=$(find "$output" -path '*/epoch-*/shard-*.h5' -type f | wc -l)
  open=$(find "$output" -path '*/epoch-*/.*' -type f | wc -l)
  whole=no
  if [ -f "$output/manifest.json" ]; then whole=yes; fi
  echo "$output: $finished finished shards, $open being written; manifest.json: $whole"
  for epoch in "$output"/epoch-*; do
    [ -d "$epoch" ] || continue
    printf '  %s %s shards\n' "$(basename "$epoch")" "$(find "$epoch" -name 'shard-*.h5' -type f | wc -l)"
  done
fi
