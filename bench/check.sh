#!/bin/sh
# Prints one line for each figure that the library promises (name, measured, target, ok or short)
# and exits 1 when one is short.
#   bench/check.sh [subject]      BUILD=directory chooses the build, ./build by default
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
build=${BUILD:-$root/build}
if [ ! -f "$build/build.ninja" ]; then
    meson setup --buildtype release "$build" "$root" >&2
fi
ninja -C "$build" bench/bench_check >&2
exec "$build/bench/bench_check" "$@"
