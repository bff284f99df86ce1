#!/bin/sh
# From a fresh clone to two pictures: installs what is missing, builds the program, runs `lanewise drive`
# and `lanewise race`. With arguments it runs the program with them instead.
# LANEWISE_BUILD names another build directory than build/ in the clone.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
build=${LANEWISE_BUILD:-$root/build}
export CCACHE_NOHASHDIR=1

"$root/physics/packaging/install_packages.sh" build
if [ ! -f "$build/build.ninja" ]; then
    echo "Configuring $build"
    meson setup "$build" "$root" -Dvalidation=disabled -Dbench=disabled
fi
echo "Building the program"
ninja -C "$build" physics/program/lanewise
if [ $# -gt 0 ]; then exec "$build/physics/program/lanewise" "$@"; fi
for command in drive race; do
    echo
    echo "Running lanewise $command"
    "$build/physics/program/lanewise" "$command"
done
