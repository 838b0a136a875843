#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Counts the instructions of the fills in a fixed scene and compares them with a recorded list.

usage: check_instructions.py PROGRAM COMPILER LIST [--record]

COMPILER is a name such as gcc-12; counts hold for that compiler, and others are skipped (exit code 77).
A function that needs more than 3 % above its recorded count fails the check and is named. --record writes
LIST anew: do that in a commit that says why the counts moved. Unlike a timing no noise can spoil this.
Valgrind knows no AVX-512, so that isa is left out."""

import re
import subprocess
import sys
import tempfile

ISAS = ("scalar", "sse2", "avx2")
GROWTH = 1.03
SKIP = 77


def count(program, isa):
    """Instructions by function, those of the fills and of what they call; None if not on this machine."""
    with tempfile.NamedTemporaryFile() as out:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", "--callgrind-out-file=" + out.name, program, isa],
            capture_output=True, text=True, check=False)
        if run.returncode == SKIP:
            return None
        if run.returncode != 0:
            sys.exit("valgrind failed:\n" + run.stderr)
        names, costs, current = {}, {}, None
        lines = iter(open(out.name, encoding="utf-8"))
        for line in lines:
            match = re.match(r"(c?fn)=\((\d+)\)(?: (\S+))?", line)
            if match:
                kind, number, name = match.groups()
                if name:
                    names[number] = name
                if kind == "fn":
                    current = names[number]
            elif line.startswith("calls="):
                next(lines)  # the cost of the call itself belongs to the callee
            elif re.match(r"[+\-*\d]", line) and current:
                costs[current] = costs.get(current, 0) + int(line.split()[1])
    return {f"{isa}:{name}": cost for name, cost in costs.items()
            if name.startswith("r3d_priv_") or name.startswith("r3d_fill_")}


def read_list(path):
    with open(path, encoding="utf-8") as lines:
        words = [line.split() for line in lines if not line.startswith("#")]
    return words[0][0], {name: int(cost) for name, cost in words[1:]}


def main():
    program, compiler, path = sys.argv[1:4]
    record = sys.argv[4:] == ["--record"]
    if not record and read_list(path)[0] != compiler:
        print(f"skipped: counts are those of {read_list(path)[0]}, this is {compiler}")
        return SKIP
    counts = {}
    for isa in ISAS:
        found = count(program, isa)
        if found is None:
            print(f"skipped: no {isa} here")
            return SKIP
        counts.update(found)
    counts = {name: cost for name, cost in counts.items() if cost >= 10000}
    if record:
        with open(path, "w", encoding="utf-8") as out:
            out.write("# Instructions of each function in instruction_scene; written by "
                      "check_instructions.py --record.\n" + compiler + "\n")
            out.writelines(f"{name} {cost}\n" for name, cost in sorted(counts.items()))
        return 0
    recorded = read_list(path)[1]
    failed = False
    for name, cost in sorted(counts.items()):
        before = recorded.get(name)
        if before is None:
            print(f"{name}: {cost} instructions, not recorded yet")
            failed = True
        elif cost > before * GROWTH:
            print(f"{name}: {cost} instructions, recorded {before} ({cost / before - 1:+.1%})")
            failed = True
    for name in sorted(set(recorded) - set(counts)):
        print(f"{name}: recorded, but not called any more")
        failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
