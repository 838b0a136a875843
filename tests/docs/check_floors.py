#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds the includes of the tree against the tables of docs/architecture.md, "Who may use whom".

usage: check_floors.py SOURCE_DIR [--print]
--print writes the uses that the tree has, for the table.
"""
import re
import sys
from pathlib import Path

INCLUDE = re.compile(r'^\s*#\s*include\s+(?:<retro3d/([^>]+)>|"([^"]+)")', re.MULTILINE)
LIBRARY = re.compile(r"(?:target_sources\(retro3d|retro3d_library\()_?(\w*)")
UMBRELLA = "retro3d.h"
GROUND = "base"


def names(cell):
    return re.findall(r"`([^`]+)`", cell)


def tables_of(text):
    """Rooms {name: (floor, library, headers, uses)} and folders of the program {name: uses}."""
    rooms, folders = {}, {}
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if len(cells) == 5 and cells[0].isdigit():
            rooms[names(cells[1])[0]] = (int(cells[0]), (names(cells[2]) or [""])[0], names(cells[3]), set(names(cells[4])))
        elif len(cells) == 2 and cells[0].startswith("`tools/"):
            folders[names(cells[0])[0]] = set(names(cells[1]))
    return rooms, folders


def judge(rooms, owner_of, found):
    """What is wrong with the includes `found` = {(room, file, included room or header)} of the rooms."""
    faults = []
    used = {room: set() for room in rooms}
    for room, where, target in sorted(found):
        other = owner_of.get(target, target)
        if other == room:
            continue
        if other not in rooms:
            faults.append(f"{where}: {target} is of no room of the table")
        elif other != GROUND and other not in rooms[room][3]:
            faults.append(f"{where}: {room} may not use {other} ({target})")
        used[room].add(other)
    for room, (floor, _, _, uses) in rooms.items():
        for other in uses:
            if other not in rooms:
                faults.append(f"the table: {room} uses {other}, which is no room")
                continue
            if rooms[other][0] > floor:
                faults.append(f"the table: {room} on floor {floor} uses {other} on floor {rooms[other][0]}")
            if leads(rooms, other, room):
                faults.append(f"the table: {room} uses {other}, which leads back to {room}")
            if other not in used[room]:
                faults.append(f"the table: {room} does not use {other}")
    return faults


def leads(rooms, start, goal):
    seen, todo = set(), [start]
    while todo:
        room = todo.pop()
        if room == goal:
            return True
        if room not in seen:
            seen.add(room)
            todo += [other for other in rooms.get(room, (0, "", [], set()))[3]]
    return False


def includes_of(path, root):
    """(public header or None, path of a private one inside the tree or None) of a file."""
    for match in INCLUDE.finditer(path.read_text(encoding="utf-8", errors="replace")):
        if match.group(1):
            yield match.group(1), None
        elif "/" in match.group(2):
            target = (path.parent / match.group(2)).resolve()
            yield None, target.relative_to(root).parts if target.is_relative_to(root) else ("outside", match.group(2))


def self_test():
    rooms = {GROUND: (1, "", ["base.h"], set()), "low": (2, "", ["low.h"], set()), "high": (3, "", ["high.h"], {"low"})}
    owner_of = {header: room for room, row in rooms.items() for header in row[2]}
    good = {("high", "f", "low.h"), ("low", "f", "base.h")}
    assert judge(rooms, owner_of, good) == []
    assert judge(rooms, owner_of, good | {("low", "f", "high.h")})
    assert judge(rooms, owner_of, good | {("low", "f", "new.h")})
    assert judge(rooms, owner_of, {("low", "f", "base.h")})
    assert judge({**rooms, "low": (2, "", ["low.h"], {"high"})}, owner_of, good | {("low", "f", "high.h")})
    assert tables_of("| 3 | `a` | `b` | `a.h` | `c`, `d` |\n| `tools/x` | |") == (
        {"a": (3, "b", ["a.h"], {"c", "d"})}, {"tools/x": set()})


def main():
    self_test()
    root = Path(sys.argv[1]).resolve()
    rooms, folders = tables_of((root / "docs/architecture.md").read_text(encoding="utf-8"))
    owner_of = {}
    faults = []
    for room, (_, _, headers, _) in rooms.items():
        for header in headers:
            if header in owner_of:
                faults.append(f"the table: {header} is of {owner_of[header]} and of {room}")
            owner_of[header] = room
            if not (root / "include/retro3d" / header).is_file():
                faults.append(f"the table: there is no include/retro3d/{header}")
    for path in sorted((root / "include/retro3d").glob("*.h")):
        if path.name not in owner_of and path.name != UMBRELLA:
            faults.append(f"the table: {path.name} is of no room")

    found = set()
    for path in sorted((root / "src").rglob("*.[ch]")):
        room = path.relative_to(root).parts[1]
        if room not in rooms:
            faults.append(f"the table: src/{room} is no room")
            continue
        for public, private in includes_of(path, root):
            if private and private[0] != "src":
                faults.append(f"{path.relative_to(root)}: includes {'/'.join(private)}")
                continue
            found.add((room, str(path.relative_to(root)), public or private[1]))
    for header, room in owner_of.items():
        path = root / "include/retro3d" / header
        if path.is_file():
            found |= {(room, f"include/retro3d/{header}", public) for public, _ in includes_of(path, root) if public}
    faults += judge(rooms, owner_of, found)

    for room, (_, library, headers, _) in rooms.items():
        lists = root / "src" / room / "CMakeLists.txt"
        if not lists.is_file():
            if library:
                faults.append(f"the table: there is no src/{room}")
            continue
        built = {f"retro3d::{name or 'retro3d'}" for name in LIBRARY.findall(lists.read_text(encoding="utf-8"))
                 } - {"retro3d::retro3d" if library != "retro3d::retro3d" else ""}
        if built != {library}:
            faults.append(f"the table: {room} is in {', '.join(sorted(built))}, not in {library}")

    # docs/embedding.md tells clients the same: which header is in which library.
    text = (root / "docs/embedding.md").read_text(encoding="utf-8")
    for target, cell in re.findall(r"^\| `(retro3d::\w+)` \| `[^`]*` \| ([^|]*) \|", text, re.MULTILINE):
        told = {name for name in names(cell) if name.endswith(".h") and not name.startswith("r3d_cmocka")} - {UMBRELLA}
        there = {header for _, library, headers, _ in rooms.values() for header in headers if library == target}
        if target != "retro3d::retro3d" and told != there:
            faults.append(f"docs/embedding.md: headers of {target}: {', '.join(sorted(told ^ there))}")

    reached = {}
    for path in sorted((root / "tools").rglob("*.[ch]")):
        parts = path.relative_to(root).parts
        if len(parts) < 3:
            continue
        folder = "/".join(parts[:2])
        reached.setdefault(folder, set())
        for _, private in includes_of(path, root):
            if not private or private[:2] == parts[:2]:
                continue
            if private[0] == "tools":
                reached[folder].add("/".join(private[:2]))
            else:
                faults.append(f"{path.relative_to(root)}: includes {'/'.join(private)}; the program sees public headers")
    for folder in sorted(set(folders) | set(reached)):
        if folders.get(folder, set()) != reached.get(folder, set()) or folder not in folders:
            faults.append(f"the table: {folder} uses {', '.join(sorted(reached.get(folder, ()))) or 'none'}")

    if "--print" in sys.argv:
        for room in rooms:
            uses = {owner_of.get(target, target) for of, _, target in found if of == room} - {room, GROUND}
            print(room, ", ".join(f"`{use}`" for use in sorted(uses, key=list(rooms).index if uses <= set(rooms) else None)))
        for folder, uses in sorted(reached.items()):
            print(folder, ", ".join(f"`{use}`" for use in sorted(uses)))
    print("\n".join(faults))
    print(f"{len(rooms)} rooms, {len(found)} includes, {len(faults)} faults")
    return 1 if faults or len(found) < 300 else 0


if __name__ == "__main__":
    sys.exit(main())
