#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Prints a table of every public function, for people who write bindings: tab-separated, one line each, made from the headers.

usage: make_api_table.py SOURCE_DIR [--check]

Columns: function, room, library, header, result, parameters, ownership, threads. Rooms and libraries are those of
docs/architecture.md. Ownership and threads are what the comment of the function says, then that of the type it works on, then
the one of the header; "all" is the rule of the whole library. With --check nothing is printed but what is wrong.
"""
import re
import sys
from pathlib import Path

import api_headers

RELEASES = ("destroy", "free", "close")
OWNS = re.compile(r"borrow|outlive|copied|\bkept\b|\bowns\b|owned|release|lent|destroy|given back|valid (while|until|as)|"
                  r"\bfree[ds]? (it |them )?(with|by)|the caller's pixels|a view of", re.IGNORECASE)
THREADS = re.compile(r"\bthreads?\b", re.IGNORECASE)
ALL_OWN = "all: what is passed is looked at during the call only"
ALL_THREADS = "all: any thread; two threads may not change one thing at once"


def rooms_of(root):
    rooms = {}
    for line in (root / "docs/architecture.md").read_text(encoding="utf-8").splitlines():
        cells = [re.findall(r"`([^`]+)`", cell) for cell in line.strip("|").split("|")]
        if len(cells) == 5 and re.match(r"\| \d+ \|", line) and cells[1]:
            rooms.update({header: (cells[1][0], (cells[2] or ["-"])[0]) for header in cells[3]})
    return rooms


def sentences(comment, pattern):
    text = " ".join(comment).strip()
    text = re.sub(r"@(param|return)\s+", ". ", text)
    found = [part.strip() for part in re.split(r"(?<=[.;])\s+", text) if pattern.search(part)]
    return " ".join(" ".join(dict.fromkeys(found)).lstrip(". ").split())


def ownership(function, result, parameters, comment, types, functions):
    said = sentences(comment, OWNS)
    rules = []
    for parameter in parameters:
        made = re.match(r"(const )?(\w+) \*(\*?)(out_\w+)$", parameter)
        if not made:
            continue
        ends = [f"{made.group(2)}_{end}" for end in RELEASES if f"{made.group(2)}_{end}" in functions]
        if made.group(1):
            rules.append(f"*{made.group(4)} is borrowed")
        elif made.group(3) and not ends:
            rules.append(f"*{made.group(4)} is the caller's, freed by the allocator (free for NULL)")
        elif ends:
            rules.append(f"{'*' if made.group(3) else ''}{made.group(4)} is the caller's, released by {ends[0]}")
    if function.endswith(tuple(f"_{end}" for end in RELEASES)):
        rules.append("releases what is passed")
    if "*" in result:
        rules.append(f"the result is borrowed{' from ' + parameters[0].split('*')[-1] if parameters and '*' in parameters[0] else ''}"
                     if "const" in result else "the result is the caller's")
    first = next((kind for parameter in parameters for kind in re.findall(r"r3d_\w+(?= \*)", parameter)), None)
    if not said and not rules and first in types:
        said = sentences(types[first], OWNS)
    return "; ".join(rules + ([said] if said else [])) or ALL_OWN


def threads(parameters, comment, types, head):
    said = sentences(comment, THREADS)
    for parameter in parameters:
        for kind in re.findall(r"r3d_\w+(?= \*)", parameter):
            if not said and kind in types:
                said = sentences(types[kind], THREADS)
                said = said and f"{kind}: {said}"
    if not said and parameters and any("*" in parameter for parameter in parameters):
        said = sentences(head, THREADS)
    return said or ALL_THREADS


def main():
    root = Path(sys.argv[1])
    rooms = rooms_of(root)
    include = root / "include/retro3d"
    types = api_headers.read_types(include)
    found = [(f.name, f.header, f.result, [p.text for p in f.parameters], f.group_comment, f.head)
             for f in api_headers.read_all(include)]
    functions = {row[0] for row in found}
    rows, faults = [], []
    for name, header, result, parameters, comment, head in sorted(found):
        room, library = rooms.get(header, ("", ""))
        row = (name, room, library, header, result, ", ".join(parameters) or "void",
               ownership(name, result, parameters, comment, types, functions), threads(parameters, comment, types, head))
        rows.append("\t".join(row))
        if not all(row) or not comment:
            faults.append(f"{header}: {name} has no {'comment' if not comment else 'room'}")
    declared = {name for path in (root / "include/retro3d").glob("*.h")
                for name in re.findall(r"^R3D_API[^;=]*?\b(r3d_\w+)\(", path.read_text(encoding="utf-8"), re.MULTILINE)}
    faults += [f"{name} is declared and not in the table" for name in sorted(declared - functions)]
    if "--check" in sys.argv:
        print("\n".join(faults))
        print(f"{len(rows)} functions, {len(faults)} faults")
        return 1 if faults or len(rows) < 350 else 0
    print("function\troom\tlibrary\theader\tresult\tparameters\townership\tthreads")
    print("\n".join(rows))
    return 0


if __name__ == "__main__":
    sys.exit(main())
