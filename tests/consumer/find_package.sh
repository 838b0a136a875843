# SPDX-License-Identifier: MIT
# find_package.sh static|shared: a project of its own finds the moved package, links every library
# and draws the right pixels, in C and in C++.
. "$(dirname "$0")/common.sh"
here=$R3D_SOURCE/tests/consumer
prefix_of "$1"
out=$R3D_OUT/find_package_$1
fresh "$out"



"$R3D_CMAKE" -S "$here/find_package" -B "$out/build" "-Dretro3d_ROOT=$prefix" \
    -DCMAKE_BUILD_TYPE=Debug "-DEXPECTED_VERSION=$R3D_VERSION"
"$R3D_CMAKE" --build "$out/build" --parallel 2
for program in draw_c draw_cpp rooms; do
    (cd "$out" && "$out/build/$program") || fail "$program: exit code $?"
done

# refused NAME TEXT OPTIONS...: configuring must fail and say TEXT.
refused() {
    log=$out/$1.log
    text=$2
    build=$out/$1
    shift 2
    if "$R3D_CMAKE" -S "$here/find_package" -B "$build" "-Dretro3d_ROOT=$prefix" \
        "-DEXPECTED_VERSION=$R3D_VERSION" "$@" > "$log" 2>&1; then
        fail "configuring with $* succeeded"
    fi
    grep -qF "$text" "$log" || {
        cat "$log"
        fail "the message does not contain: $text"
    }
}
refused unknown_component "no component 'sound'" -DCOMPONENTS=sound
refused later_version 'requested version' -DEXPECTED_VERSION=9.0
