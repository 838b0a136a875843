# SPDX-License-Identifier: MIT
# No file is compiled twice for the shared package: its libraries and the program ask each other for exported
# functions only.
. "$(dirname "$0")/common.sh"
commands=$R3D_OUT/shared-build/compile_commands.json
[ -e "$commands" ] || skip "the shared package is the tree under test, whose tests compile parts again"
twice=$(sed -n 's/^ *"file": "\(.*\)",\{0,1\}$/\1/p' "$commands" | sort | uniq -d)
[ "$(grep -c '"file":' "$commands")" -gt 100 ] || fail "$commands lists hardly anything"
[ -z "$twice" ] || fail "compiled more than once:
$twice"
