#!/bin/sh
# Installs the Debian packages that are missing.
# usage: install_packages.sh SECTION ...    (sections of debian_packages.txt)
set -eu
list=$(cd "$(dirname "$0")" && pwd)/debian_packages.txt

missing=
for section in "$@"; do
    for package in $(awk -v section="$section" '$1 == section { print $2 }' "$list"); do
        state=$(dpkg-query --show --showformat='${db:Status-Status}' "$package" 2>/dev/null || true)
        [ "$state" = installed ] || missing="$missing $package"
    done
done
if [ -z "$missing" ]; then
    echo "All packages are installed: $*"
    exit 0
fi

echo "Installing$missing"
as_root=
[ "$(id -u)" -eq 0 ] || as_root=sudo
export DEBIAN_FRONTEND=noninteractive
$as_root apt-get -q update
# shellcheck disable=SC2086
$as_root apt-get -q -y --no-install-recommends install $missing </dev/null
