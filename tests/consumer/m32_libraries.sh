#!/bin/sh
# SPDX-License-Identifier: MIT
# m32_libraries.sh FOLDER: puts the 32-bit zlib and cmocka that the preset m32 links into FOLDER
# (build/i386), from Debian's i386 packages. Nothing is installed and apt's own state is not touched,
# so it works beside any versions of the same packages and needs no root. About 10 MB are loaded once.
set -eu
out=${1:?usage: m32_libraries.sh FOLDER}
if [ -e "$out/complete" ]; then
    exit 0
fi
for program in apt-get dpkg-deb; do
    command -v $program > /dev/null 2>&1 || {
        echo "m32_libraries: $program is needed (Debian)" >&2
        exit 1
    }
done
rm -rf "$out"
mkdir -p "$out/apt/lists/partial" "$out/apt/cache/archives/partial" "$out/packages"
out=$(cd "$out" && pwd)

# A private apt that knows both architectures.
apt_get() {
    apt-get -q -o APT::Architectures::=i386 -o APT::Architectures::=amd64 \
        -o Dir::State::Lists="$out/apt/lists" -o Dir::Cache="$out/apt/cache" \
        -o Acquire::Languages=none -o APT::Sandbox::User="$(id -un)" "$@"
}
# An archive in the middle of an update may refuse one index and still have what is needed.
apt_get update > "$out/apt.log" 2>&1 || true
(cd "$out/packages" &&
    apt_get download zlib1g:i386 zlib1g-dev:i386 libcmocka0:i386 libcmocka-dev:i386) \
    >> "$out/apt.log" 2>&1 || {
    tail -n 5 "$out/apt.log" >&2
    echo "m32_libraries: the i386 packages could not be loaded" >&2
    exit 1
}
for package in "$out"/packages/*.deb; do
    dpkg-deb -x "$package" "$out"
done
rm -rf "$out/apt" "$out/packages"
touch "$out/complete"
