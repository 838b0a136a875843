# SPDX-License-Identifier: MIT
# Comments that a formatter broke: a line of one or two words, or one that lost its indent, between a long line
# and the rest of the same paragraph.
function parse(text) {
    mark = ""; indent = 0; words = 0; rest = ""
    if (match(text, /^ *(\/\/\/<|\/\/\/|\/\/|\*) +[^ ]/)) {
        head = substr(text, RSTART, RLENGTH - 1)
        rest = substr(text, RLENGTH)
        mark = head; sub(/ +$/, "", mark); sub(/^ +/, "", mark)
        trail = head; sub(/^ *[^ ]+/, "", trail)
        indent = length(trail)
        words = split(rest, unused, " ")
    }
}
FNR == 1 { mark1 = mark2 = ""; line1 = "" }
{
    parse($0)
    # 2: the line before the last, 1: the last, none: this one.
    if (mark1 != "" && mark == mark1 && length(line2) >= 75 && rest1 !~ /\*\// && line2 !~ /\*\//) {
        if (words1 <= 2 && line2 ~ /(\/\/|\*) / && rest !~ /^([@|*0-9-]|Source:)/)
            report(line1)
        else if (mark2 == mark1 && indent1 == 1 && indent > 3 && (indent2 > 3 || rest2 ~ /^@/) && rest1 !~ /^@/)
            report(line1)
    }
    line2 = line1; mark2 = mark1; indent2 = indent1; rest2 = rest1
    line1 = $0; mark1 = mark; indent1 = indent; rest1 = rest; words1 = words
}
function report(text) {
    printf "%s:%d: a broken comment line: %s\n", FILENAME, FNR - 1, text
    found = 1
}
END { exit found }
