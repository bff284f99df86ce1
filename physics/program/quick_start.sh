#!/bin/sh
# From a fresh clone to a picture: installs what is missing, builds the program, runs `lanewise race`.
# Arguments go to the program. LANEWISE_BUILD names another build directory than build/ in the clone.
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
echo "Running lanewise race $*"
exec "$build/physics/program/lanewise" race "$@"
