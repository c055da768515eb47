#!/bin/sh
# install-packages.sh LIST GROUP...: installs the Debian packages of these groups of LIST that are not there yet.
# Where apt-get is not allowed, it says what is missing, and fails only if CMake would not find it either way: on a
# cluster the same things come from modules.
set -eu

list=$1
shift
missing=
for group in "$@"; do
  # shellcheck disable=SC2013  # names of packages have no spaces
  for package in $(awk -v group="$group" '$1 == group { print $2 }' "$list"); do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null | grep -q '^install ok installed$' || missing="$missing $package"
  done
done
[ -n "$missing" ] || exit 0

if ! command -v apt-get >/dev/null 2>&1 || [ "$(id -u)" -ne 0 ]; then
  echo "Not installed as Debian packages, and apt-get is not for this user:"
  for package in $missing; do
    awk -v package="$package" '$2 == package { reason = $4; for (i = 5; i <= NF; ++i) reason = reason " " $i
      printf "  %-20s %-26s %s\n", $2, $3, reason }' "$list"
  done
  echo "On Debian or Ubuntu, as root: apt-get install --no-install-recommends$missing"
  echo "On a cluster: load modules that give the same (a C++20 compiler, CMake 3.25, Ninja, Open MPI, HDF5, ...);"
  echo "the second column is what CMake looks for. Going on: it says what it does not find."
  exit 0
fi

echo "Installing:$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086  # a list of words
apt-get install -y -qq --no-install-recommends $missing >/dev/null
