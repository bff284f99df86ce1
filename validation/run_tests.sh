#!/bin/sh
# Installs what is missing, builds everything and runs all tests, the slow ones included.
# Arguments go to `meson test`: `run_tests.sh --setup quick` leaves the slow ones out.
# LANEWISE_BUILD names another build directory than build/ in the clone.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${LANEWISE_BUILD:-$root/build}
export CCACHE_NOHASHDIR=1

"$root/physics/packaging/install_packages.sh" build test
if [ -f "$build/build.ninja" ]; then
    echo "Reconfiguring $build"
    meson setup --reconfigure "$build" "$root" -Dvalidation=enabled -Dbench=auto
else
    echo "Configuring $build"
    meson setup "$build" "$root"
fi
echo "Building"
ninja -C "$build"
echo "Testing"
meson test -C "$build" --no-rebuild --print-errorlogs --setup all "$@"
