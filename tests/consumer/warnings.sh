# SPDX-License-Identifier: MIT
# A compiler that knows a warning more than ours builds the library all the same: a wrapper has every file of it warn. With
# RETRO3D_WERROR, as in CI and in the presets for developers, it does not; tools/demo, tools/check and the preset they use
# do not set that.
. "$(dirname "$0")/common.sh"
out=$R3D_OUT/warnings
fresh "$out"
cd "$out" || exit 1
cat > compiler <<WRAPPER
#!/bin/sh
exec "$R3D_CC" "\$@" -Wtraditional -Wunused-macros
WRAPPER
chmod +x compiler
unset CMAKE_C_COMPILER_LAUNCHER

# build DIR OPTION...: the core of the library.
build() {
    dir=$1
    shift
    "$R3D_CMAKE" -S "$R3D_SOURCE" -B "$dir" -DCMAKE_C_COMPILER="$out/compiler" -DRETRO3D_BUILD_TESTS=OFF \
        -DRETRO3D_BUILD_TOOLS=OFF -DRETRO3D_BUILD_EXAMPLES=OFF -DRETRO3D_BUILD_IO=OFF -DRETRO3D_BUILD_SCRIPT=OFF \
        -DRETRO3D_BUILD_DIFF=OFF -DRETRO3D_BUILD_GOLDEN=OFF -DRETRO3D_INSTALL=OFF "$@" > "$dir.configure" 2>&1 ||
        fail "configuring failed: $(tail -5 "$dir.configure")"
    "$R3D_CMAKE" --build "$dir" --target retro3d > "$dir.log" 2>&1
}

build plain || fail "warnings stop a plain build: $(grep -m 3 -i 'error' plain.log)"
grep -q 'warning:' plain.log || fail "the wrapper makes no warning: this test shows nothing"
if build strict -DRETRO3D_WERROR=ON; then
    fail "with RETRO3D_WERROR warnings do not stop the build"
fi

cd "$R3D_SOURCE" || exit 1
for preset in $("$R3D_CMAKE" --list-presets | sed -n 's/^ *"\([a-z0-9]*\)".*/\1/p'); do
    mkdir -p "$out/$preset"
    "$R3D_CMAKE" --preset "$preset" -B "$out/$preset" -N > "$out/$preset.set" 2>&1 || true
    case $preset in
    release) grep -q 'RETRO3D_WERROR="ON"' "$out/$preset.set" && fail "the preset $preset makes warnings errors" ;;
    *) grep -q 'RETRO3D_WERROR="ON"' "$out/$preset.set" || fail "the preset $preset lets warnings pass" ;;
    esac
done
grep -q 'preset release' tools/demo || fail "tools/demo does not use the preset for users"
grep -n 'Werror\|RETRO3D_WERROR=ON' tools/demo tools/check | grep -v '#' && fail "a script for users makes warnings errors"
grep -q 'RETRO3D_WERROR=ON tools/check' .ci/run || fail "CI lets warnings pass"
echo "plain builds go on, strict ones stop"
