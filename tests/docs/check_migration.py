#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds docs/migration.md against the headers: the names of the left columns are gone, those of the right are there.

usage: check_migration.py SOURCE_DIR
"""
import re
import sys
from pathlib import Path

NAME = re.compile(r"\b[rR]3[dD]_\w+\b")


def faults_of(text, known, headers):
    faults = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 2 or cells[0] in ("was", "---"):
            continue
        was, now = cells
        whole = re.sub(r"`[^`]*`,? in .*", "", was) if " in `" in was else was
        faults += [f"{name} is still there" for name in NAME.findall(whole) if name in known]
        faults += [f"{name} does not exist" for name in NAME.findall(now) if name not in known]
        faults += [f"there is no header {name}" for name in re.findall(r"`(\w+\.h)`", now) if name not in headers]
        if re.fullmatch(r"`(\w+\.h)`", was) and was.strip("`") in headers:
            faults.append(f"header {was} is still there")
    return faults


def main():
    root = Path(sys.argv[1])
    paths = sorted((root / "include/retro3d").glob("*.h"))
    known = {name for path in paths for name in NAME.findall(path.read_text(encoding="utf-8"))}
    headers = {path.name for path in paths}
    assert faults_of("| `r3d_a` | `r3d_b` |", {"r3d_a"}, set()) == ["r3d_a is still there", "r3d_b does not exist"]
    assert faults_of("| `x.h` | `y.h` |", set(), {"x.h"}) == ["there is no header y.h", "header `x.h` is still there"]
    text = (root / "docs/migration.md").read_text(encoding="utf-8")
    faults = faults_of(text, known, headers)
    names = len(NAME.findall(text))
    print("\n".join(faults))
    print(f"{names} names, {len(faults)} faults")
    return 1 if faults or names < 40 else 0


if __name__ == "__main__":
    sys.exit(main())
