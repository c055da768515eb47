# Sourced with EPOCHMILL_HOME set: the facts of the site, and which program is run (EPOCHMILL).
# SITE is the name of a file in jobs/sites (local), or the path of one elsewhere.
# shellcheck shell=bash

: "${SITE:=local}"
case $SITE in
  */*) site_file=$SITE ;;
  *) site_file=$EPOCHMILL_HOME/jobs/sites/$SITE.env ;;
esac
if [ ! -f "$site_file" ]; then
  echo "There is no $site_file: copy jobs/sites/example.env there and fill it in" >&2
  exit 64
fi
# shellcheck source=jobs/sites/local.env
. "$site_file"
# The one that is built in this tree, or installed with it, or found.
if [ -z "${EPOCHMILL:-}" ]; then
  for EPOCHMILL in "$EPOCHMILL_HOME/build/src/epochmill" "$EPOCHMILL_HOME/../../bin/epochmill" epochmill; do
    if [ -x "$EPOCHMILL" ]; then break; fi
  done
fi
# What starts ranks.
if [ -z "${SITE_LAUNCHER:-}" ]; then
  if [ -n "${SLURM_JOB_ID:-}" ] || command -v sbatch >/dev/null; then SITE_LAUNCHER=srun; else SITE_LAUNCHER=mpirun; fi
fi
export SITE EPOCHMILL_HOME EPOCHMILL SITE_LAUNCHER
