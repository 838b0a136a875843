# SPDX-License-Identifier: MIT
# install.sh static|shared|core THIS_TREE: installs a package, moves it to another folder, and checks
# that nothing in it remembers the first one.
. "$(dirname "$0")/common.sh"
kind=$1
this_tree=$2

made=$R3D_OUT/$kind-first
rm -rf "$made" "${R3D_OUT:?}/$kind"

if [ "$kind" = "$this_tree" ]; then
    tree=$R3D_BUILD
else
    tree=$R3D_OUT/$kind-build
    case $kind in
    shared) options='-DBUILD_SHARED_LIBS=ON' ;;
    static) options='-DBUILD_SHARED_LIBS=OFF' ;;
    core) options='-DRETRO3D_BUILD_IO=OFF -DRETRO3D_BUILD_SCRIPT=OFF -DRETRO3D_BUILD_DIFF=OFF -DRETRO3D_BUILD_GOLDEN=OFF' ;;
    esac
    [ "$kind" = core ] && options="$options -DRETRO3D_BUILD_TOOLS=OFF"
    options="$options -DRETRO3D_BUILD_TESTS=OFF -DRETRO3D_BUILD_EXAMPLES=OFF"
    # shellcheck disable=SC2086  # a list of words
    "$R3D_CMAKE" -S "$R3D_SOURCE" -B "$tree" -DCMAKE_BUILD_TYPE=Debug "-DCMAKE_C_COMPILER=$R3D_CC" \
        -DRETRO3D_WERROR=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON $options > "$R3D_OUT/$kind.log" ||
        fail "configuring failed, see $R3D_OUT/$kind.log"
    "$R3D_CMAKE" --build "$tree" --parallel 2 >> "$R3D_OUT/$kind.log" 2>&1 || {
        tail -n 40 "$R3D_OUT/$kind.log"
        fail "building failed, see $R3D_OUT/$kind.log"
    }
fi

"$R3D_CMAKE" --install "$tree" --prefix "$made" > /dev/null
mv "$made" "$R3D_OUT/$kind"

if grep -rlF -e "$made" "$R3D_OUT/$kind"; then
    fail "the files above contain the prefix they were installed to"
fi
# Neither may a package point into the trees it was made from; the libraries' debug information may.
if grep -rlF -e "$R3D_SOURCE" -e "$tree" "$R3D_OUT/$kind" --include='*.cmake' --include='*.pc' \
    --include='*.h'; then
    fail "the files above refer to the source or build folder"
fi

if [ "$kind" != core ] && [ -x "$R3D_OUT/$kind/bin/retro3d" ]; then
    version=$("$R3D_OUT/$kind/bin/retro3d" --version)
    case $version in
    *"$R3D_VERSION"*) ;;
    *) fail "the installed program says '$version', expected $R3D_VERSION" ;;
    esac
fi
if [ "$kind" = shared ]; then
    find "$R3D_OUT/$kind" -name "libretro3d*.so.$R3D_VERSION" | grep -q . ||
        fail "no shared library carries the version $R3D_VERSION"
fi
