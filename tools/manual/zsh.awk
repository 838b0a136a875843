# SPDX-License-Identifier: MIT
# The table of commands and options as a completion for zsh.

function quoted(text) {
  gsub(/'/, "'\\''", text)
  gsub(/\[/, "(", text)
  gsub(/\]/, ")", text)
  gsub(/:/, "\\:", text)
  return text
}

BEGIN {
  print "#compdef retro3d"
  print "# Completion of retro3d for zsh; made by tools/manual/make-manual."
}

$1 == "command" {
  words = $2
  order[++count] = words
  if (words ~ / /) {
    split(words, w, " ")
    described[w[1]] = described[w[1]] "      '" w[2] ":" quoted($3) "'\n"
  } else {
    names = names "    '" words ":" quoted($3) "'\n"
  }
}

$1 == "option" {
  rest = $5
  value = $4
  action = "_files"
  if (value ~ /^[a-z0-9]+(\|[a-z0-9]+)+$/) {
    action = value
    gsub(/\|/, " ", action)
    action = "(" action ")"
  } else if (value ~ /^(N|NAME|RGB|PERCENT|A|MS|G|KIND|WxH)$/) {
    action = " "
  }
  tail = value == "" ? "" : ":" quoted(value) ":" action
  specs[words] = specs[words] "      '--" $3 (value == "" ? "" : "=") "[" quoted(rest) "]" tail "'\n"
  letter = substr($2, 2, 1)
  if ($2 ~ /^-/) specs[words] = specs[words] "      '-" letter (value == "" ? "" : "+") "[" quoted(rest) "]" tail "'\n"
}

END {
  print "_retro3d() {"
  print "  local -a commands actions"
  printf "  commands=(\n%s  )\n", names
  print "  if (( CURRENT == 2 )); then"
  print "    _describe command commands"
  print "    return"
  print "  fi"
  print "  local command=$words[2] action=''"
  print "  case $command in"
  for (i = 1; i <= count; i++) {
    if (!(order[i] in described)) continue
    printf "  %s)\n    actions=(\n%s    )\n", order[i], described[order[i]]
    print "    if (( CURRENT == 3 )); then"
    print "      _describe action actions"
    print "      return"
    print "    fi"
    print "    action=$words[3]"
    print "    shift words"
    print "    (( CURRENT-- )) ;;"
  }
  print "  esac"
  print "  shift words"
  print "  (( CURRENT-- ))"
  print "  case \"$command${action:+ $action}\" in"
  for (i = 1; i <= count; i++) {
    words = order[i]
    if (words in described) continue
    printf "  '%s')\n    _arguments -s \\\n", words
    n = split(specs[words], lines, "\n")
    for (k = 1; k < n; k++) print lines[k] " \\"
    print "      '*:file:_files' ;;"
  }
  print "  *) _files ;;"
  print "  esac"
  print "}"
  print "_retro3d \"$@\""
}
