# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154,SC3044  # complete is our function
# What is installed beside libraries and the program: a man page for every command, with every option of its --help; completion
# for bash, asked here as a shell asks it, and for zsh; documents, examples and the licence.
. "$(dirname "$0")/common.sh"
need bash
prefix_of static
program=$prefix/bin/retro3d
[ -x "$program" ] || skip "the installed tree has no program"
out=$R3D_OUT/manual
fresh "$out"
man1=$(dirname "$(find "$prefix" -name retro3d.1)")
bash_file=$(find "$prefix" -path '*bash-completion*' -name retro3d)
zsh_file=$(find "$prefix" -name _retro3d)
[ -n "$bash_file" ] && [ -n "$zsh_file" ] || fail "no completion is installed"
for file in LICENSE README.md docs/README.md docs/first-client.md docs/examples/models.c docs/spec/README.md; do
    find "$prefix" -path "*/doc/*/$file" | grep -q . || fail "$file is not installed"
done
find "$prefix" -name CMakeLists.txt | grep -q . && fail "a CMakeLists.txt is installed"

# complete WORD...: what bash offers behind these words, of which the last is begun.
complete() {
    bash -c '. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=(); _retro3d; printf "%s\n" "${COMPREPLY[@]}"' \
        bash "$bash_file" "$@"
}
# check EXPECTED WORD...: `complete` offers just these, in this order.
check() {
    expected=$1
    shift
    offered=$(complete "$@" | tr '\n' ' ')
    [ "$offered" = "$expected " ] || fail "behind $* bash offers '$offered', expected '$expected '"
}

# Every command, action and option, by the program's own words.
count=0
names() { "$program" "$@" --help | sed -n 's/^  \([a-z][a-z]*\)  *[A-Z].*/\1/p'; }
check_page() {
    page=$man1/retro3d-$(printf '%s' "$*" | tr ' ' -).1
    [ -s "$page" ] || fail "there is no page for retro3d $*"
    "$program" "$@" --help | sed -n 's/^  \(-[a-zA-Z],\|   \) --\([a-z0-9-]*\).*/\2/p' > "$out/options"
    while IFS= read -r option; do
        grep -q -e "$(printf '%s' "--$option" | sed 's/-/\\\\-/g')" "$page" || fail "$page has no --$option"
        complete retro3d "$@" "--$option" | grep -qx -e "--$option" || fail "bash does not know retro3d $* --$option"
        [ "$option" = help ] || [ "$option" = version ] || grep -q -e "'--${option}[=[]" "$zsh_file" || fail "zsh does not know --$option"
        count=$((count + 1))
    done < "$out/options"
}
for command in $(names); do
    complete retro3d "$command" | grep -qx "$command" || fail "bash does not know $command"
    grep -q "'$command:" "$zsh_file" || fail "zsh does not know $command"
    if "$program" "$command" --help | grep -q '^  -h, --help' && "$program" "$command" --help | grep -q '^      --[a-z]\|^  -[a-gi-z], --'; then
        check_page "$command"
    else
        for action in $(names "$command"); do
            complete retro3d "$command" "$action" | grep -qx "$action" || fail "bash does not know $command $action"
            grep -q "'$action:" "$zsh_file" || fail "zsh does not know $command $action"
            check_page "$command" "$action"
        done
    fi
done
[ "$count" -gt 150 ] || fail "only $count options found: the search is broken"

check "column" retro3d colu
check "easy medium hard all" retro3d column x.wad --skill ""
check "--fps" retro3d movie --f
check "" retro3d movie -o "" # files are left to the shell
check "" retro3d movie fra
complete retro3d golden accept --a | grep -qx -e '--all' || fail "bash does not know golden accept --all"
complete retro3d golden "" | grep -qx accept || fail "bash does not offer the actions of golden"

if command -v man > /dev/null 2>&1; then
    for page in "$man1"/*.1; do
        warnings=$(LC_ALL=C.UTF-8 MANWIDTH=100 man --warnings -l "$page" 2>&1 > "$out/page")
        [ -z "$warnings" ] || fail "$page: $warnings"
        grep -q 'SYNOPSIS' "$out/page" && grep -q 'NAME' "$out/page" || fail "$page does not show"
    done
else
    echo "without man: how the pages look is not checked"
fi
if command -v zsh > /dev/null 2>&1; then
    zsh -n "$zsh_file" || fail "zsh does not read $zsh_file"
else
    echo "without zsh: its completion is compared with the program's words only"
fi
echo "$count options are on man pages and in both completions"
