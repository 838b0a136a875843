# SPDX-License-Identifier: MIT
# The program is a client like any other: no file of tools includes one of src, whatever the path.
. "$(dirname "$0")/common.sh"
inside=$(grep -rnE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"([^"]*/)?src/' "$R3D_SOURCE/tools" || true)
[ -z "$inside" ] || fail "files of tools include private headers:
$inside"
folders=$(grep -rnE 'include_directories.*/src([/)" ]|$)' "$R3D_SOURCE/tools" || true)
[ -z "$folders" ] || fail "folders of tools look for headers in src:
$folders"
