#!/bin/bash
# Runs the program here and now as the site has it: jobs/program.sh plan RECIPE
set -euo pipefail
EPOCHMILL_HOME=$(cd "$(dirname "$0")/.." && pwd)
# shellcheck source=jobs/site.sh
. "$EPOCHMILL_HOME/jobs/site.sh"
exec "$EPOCHMILL" "$@"
