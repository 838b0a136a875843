# SPDX-License-Identifier: MIT
# The table of commands and options as a completion for bash.

BEGIN {
  print "# Completion of retro3d for bash; made by tools/manual/make-manual."
}

$1 == "command" {
  words = $2
  order[++count] = words
  if (words ~ / /) {
    split(words, w, " ")
    actions[w[1]] = actions[w[1]] " " w[2]
  } else {
    names = names " " words
  }
}

$1 == "option" {
  options[words] = options[words] " --" $3
  if ($4 != "") {
    valued[words] = valued[words] "|--" $3
    if ($4 ~ /^[a-z0-9]+(\|[a-z0-9]+)+$/) {
      gsub(/\|/, " ", $4)
      choices[words] = choices[words] "      --" $3 ") choices='" $4 "' ;;\n"
    }
  }
}

END {
  print "_retro3d() {"
  print "  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]}"
  print "  local command=${COMP_WORDS[1]} action='' options='' choices='' valued='' first=2"
  printf "  local commands='%s help --help --version'\n", substr(names, 2)
  print "  COMPREPLY=()"
  print "  if ((COMP_CWORD == 1)); then"
  print "    mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$current\")"
  print "    return"
  print "  fi"
  print "  case $command in"
  print "  help) ((COMP_CWORD == 2)) && mapfile -t COMPREPLY < <(compgen -W \"$commands\" -- \"$current\"); return ;;"
  for (name in actions) sorted[++groups] = name
  for (i = 1; i <= count; i++) {
    if (order[i] in actions) {
      printf "  %s) choices='%s --help'; action=${COMP_WORDS[2]}; first=3 ;;\n", order[i], substr(actions[order[i]], 2)
    }
  }
  print "  esac"
  print "  if ((COMP_CWORD < first)); then"
  print "    mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$current\")"
  print "    return"
  print "  fi"
  print "  choices=''"
  print "  case \"$command${action:+ $action}\" in"
  for (i = 1; i <= count; i++) {
    words = order[i]
    if (words in actions) continue
    printf "  '%s')\n    options='%s'\n    valued='%s|'\n", words, substr(options[words], 2), valued[words]
    if (choices[words] != "") printf "    case $previous in\n%s    esac\n", choices[words]
    print "    ;;"
  }
  print "  esac"
  print "  if [[ -n $choices ]]; then"
  print "    mapfile -t COMPREPLY < <(compgen -W \"$choices\" -- \"$current\")"
  print "  elif [[ $current == -* && $valued != *\"|$previous|\"* ]]; then"
  print "    mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$current\")"
  print "  else"
  print "    compopt -o default 2>/dev/null"
  print "  fi"
  print "}"
  print "complete -F _retro3d retro3d"
}
