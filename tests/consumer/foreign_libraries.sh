#!/bin/sh
# SPDX-License-Identifier: MIT
# foreign_libraries.sh ARCHITECTURE FOLDER: puts the zlib and cmocka of another architecture, which the
# presets m32 and arm64 link, into FOLDER, from Debian's packages. Nothing is installed and apt's own
# state is not touched, so it works beside any versions of the same packages and needs no root. About
# 10 MB are loaded once.
set -eu
usage="usage: foreign_libraries.sh ARCHITECTURE FOLDER"
architecture=${1:?$usage}
out=${2:?$usage}
if [ -e "$out/complete" ]; then
    exit 0
fi
for program in apt-get dpkg-deb; do
    command -v $program > /dev/null 2>&1 || {
        echo "foreign_libraries: $program is needed (Debian)" >&2
        exit 1
    }
done
rm -rf "$out"
mkdir -p "$out/apt/lists/partial" "$out/apt/cache/archives/partial" "$out/packages"
out=$(cd "$out" && pwd)

# A private apt that knows both architectures.
apt_get() {
    apt-get -q -o "APT::Architectures::=$architecture" -o APT::Architectures::=amd64 \
        -o Dir::State::Lists="$out/apt/lists" -o Dir::Cache="$out/apt/cache" \
        -o Acquire::Languages=none -o APT::Sandbox::User="$(id -un)" "$@"
}
# An archive in the middle of an update may refuse one index and still have what is needed.
apt_get update > "$out/apt.log" 2>&1 || true
(cd "$out/packages" &&
    apt_get download "zlib1g:$architecture" "zlib1g-dev:$architecture" \
        "libcmocka0:$architecture" "libcmocka-dev:$architecture") \
    >> "$out/apt.log" 2>&1 || {
    tail -n 5 "$out/apt.log" >&2
    echo "foreign_libraries: the $architecture packages could not be loaded" >&2
    exit 1
}
for package in "$out"/packages/*.deb; do
    dpkg-deb -x "$package" "$out"
done
rm -rf "$out/apt" "$out/packages"
touch "$out/complete"
