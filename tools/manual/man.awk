# SPDX-License-Identifier: MIT
# The text of --help as a man page.

function escaped(text) {
  gsub(/\\/, "\\e", text)
  gsub(/-/, "\\-", text)
  if (text ~ /^[.']/) text = "\\&" text
  return text
}

BEGIN {
  printf ".TH %s 1 \"\" \"retro3d %s\" \"retro3d\"\n", escaped(toupper(page)), version
  printf ".SH NAME\n%s \\- %s\n", escaped(page), escaped(summary)
  print ".SH SYNOPSIS"
  part = "usage"
}

NR == 1 { sub(/^usage: /, ""); print ".B " escaped($0); next }

# "  -o, --output OUT.png         Text", "      --all  Text", "  accept     Text"
/^  (-[a-zA-Z],|   ) --[a-z0-9-]+/ {
  if (part != "options") { print ".SH OPTIONS"; part = "options" }
  line = substr($0, 3)
  cut = match(line, /[^ ] +[A-Z0-9("-]/) # the text begins behind the value
  head = line; text = ""
  if (length($0) > 31 && substr($0, 31, 1) == " " && substr($0, 32, 1) != " ") {
    head = substr($0, 3, 28); text = substr($0, 32)
  } else {
    # A value that is wider than its column: the text follows after one space.
    match(line, /--[a-z0-9-]+ [^ ]+ /)
    if (RSTART > 0) { head = substr(line, 1, RSTART + RLENGTH - 2); text = substr(line, RSTART + RLENGTH) }
  }
  sub(/^ +/, "", head); sub(/ +$/, "", head)
  print ".TP\n.B " escaped(head) "\n" escaped(text)
  next
}

/^  [a-z]+ +[A-Z]/ && part != "options" {
  if (part != "commands") { print ".SH COMMANDS"; part = "commands" }
  name = $1
  text = substr($0, 3 + length(name)); sub(/^ +/, "", text)
  print ".TP\n.B " escaped(name) "\n" escaped(text)
  next
}

/^Exit codes:/ { print ".SH EXIT STATUS"; sub(/^Exit codes: /, ""); print escaped($0); part = "exit"; next }
/^Examples?:$/ { print ".SH EXAMPLES\n.nf"; part = "examples"; next }
/^ / && part == "examples" { sub(/^ +/, ""); print escaped($0); next }
/^$/ { if (part == "examples") { print ".fi"; part = "text" }; next }
{
  if (part == "examples") { print ".fi"; part = "text" }
  if (part == "usage" || part == "commands") { print ".SH DESCRIPTION"; part = "text" }
  print escaped($0)
}

END {
  if (part == "examples") print ".fi"
  print ".SH SEE ALSO"
  print page == "retro3d" ? "The pages of the commands, such as\n.BR retro3d\\-replay (1)." : ".BR retro3d (1)"
}
