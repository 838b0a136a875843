# SPDX-License-Identifier: MIT
# A project that adds the sources with add_subdirectory builds, draws, and installs nothing of ours.
. "$(dirname "$0")/common.sh"
out=$R3D_OUT/add_subdirectory
fresh "$out"
"$R3D_CMAKE" -S "$R3D_SOURCE/tests/consumer/add_subdirectory" -B "$out/build" \
    "-DRETRO3D_SOURCE=$R3D_SOURCE" "-DCMAKE_C_COMPILER=$R3D_CC" -DCMAKE_BUILD_TYPE=Debug
"$R3D_CMAKE" --build "$out/build" --parallel 2
for program in draw_c draw_cpp; do
    (cd "$out" && "$out/build/$program") || fail "$program: exit code $?"
done
"$R3D_CMAKE" --install "$out/build" --prefix "$out/installed" > /dev/null
[ ! -e "$out/installed" ] || fail "the library installs itself from within another project"
