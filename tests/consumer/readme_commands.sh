# SPDX-License-Identifier: MIT
# The commands of the program in README.md and docs/column.md run as they stand there, from the root of the repository, with
# exit code 0, and leave the files they name.
. "$(dirname "$0")/common.sh"
out=$R3D_OUT/readme_commands

# run PAGE COUNT: the first block ```sh of a page that calls the program at least COUNT times.
run() {
    fresh "$out"
    cd "$out" || exit 1
    mkdir build
    ln -s "$R3D_BUILD" build/release
    ln -s "$R3D_SOURCE/golden" "$R3D_SOURCE/tools" .
    # The program of the tree also where a block says nothing of it.
    PATH="$out/build/release/bin:$PATH"
    awk '/^```sh *$/ { inside = 1; text = ""; next }
         /^``` *$/ { if (inside && text ~ /(^|\n)retro3d /) { printf "%s", text; exit }
                     inside = 0; next }
         inside { text = text $0 "\n" }' "$R3D_SOURCE/$1" > commands
    [ "$(grep -c '^retro3d ' commands)" -ge "$2" ] || fail "$1 has no block of $2 commands: $(cat commands)"
    if [ ! -r /usr/share/games/doom/freedoom1.wad ]; then
        echo "without Freedoom: left out what reads it"
        sed -i '/freedoom1\.wad/d' commands
    fi
    sh -ex commands || fail "$1: a command does not run"
    sed -n 's/.* -o \([a-z0-9_-]*\.[a-z0-9]*\).*/\1/p' commands | while IFS= read -r file; do
        [ -s "$file" ] || fail "$1: there is no $file"
    done
}

run README.md 4
run docs/column.md 7
