#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds every public function against the table of verbs in docs/conventions.md section 2.

usage: check_names.py SOURCE_DIR
"""

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(sys.argv[1]) / "tools/generators"))
import api_headers  # noqa: E402


def is_handle_out(p):
    return p.is_out and p.type.endswith("**")



def faults_of(f, names):
    p = f.parameters
    first = p[0] if p else None
    value = [q for q in p if q.type.endswith("*") and not q.type.endswith("**") and not q.type.startswith("const")]
    verbs = re.findall(r"_(create|destroy|init|free|load|decode|encode|parse|open|close|save)(?=_|$)", f.name)
    if re.search(r"_(options|sources)_init(_sized)?$", f.name):
        verbs = ["init"]
    for verb in verbs:
        stem = f.name[: f.name.index("_" + verb)]
        if verb in ("create", "open"):
            if f.result != "r3d_result" or not any(is_handle_out(q) for q in p):
                yield f"{verb} returns r3d_result and gives a handle"
            end = stem + ("_destroy" if verb == "create" else "_close")
            if end not in names:
                yield f"there is no {end}"
        elif verb in ("destroy", "free", "close"):
            if f.result != "void" or first is None or first not in value:
                yield f"{verb} returns nothing and its object comes first"
        elif verb == "init":
            if not value or (first not in value and not value[-1].is_out):
                yield "init fills a value of the caller's"
        elif verb == "load":
            source = first.name == "path" or first.pointee == "r3d_file_source" or first.type.startswith("const r3d_")
            if f.result != "r3d_result" or not source:
                yield "load takes a path, a source of files, or what holds it, first"
        elif verb == "decode":
            if not first.type.startswith("const") or not re.search(r"size$|count$", p[1].name):
                yield "decode takes bytes and their size first"
        elif verb == "encode":
            if not any(is_handle_out(q) for q in p) or not any(q.name == "out_size" for q in p):
                yield "encode gives memory and its size"
        elif verb == "parse":
            if first.type != "const char *":
                yield "parse takes text first"
        elif verb == "save":
            if f.result != "r3d_result" or not any(q.name == "path" for q in p):
                yield "save writes to a path"
    # A pointer that is handed out is got, or found by a key; words have their own names.
    if f.result.endswith("*") and f.result != "const char *" and not re.search(r"_get_|_find_|_find$|_font_rows$", f.name):
        yield "what returns a pointer has get_ or find in its name"
    # The object that a function is named after comes first.
    for q in p[1:]:
        if (q.pointee and f.name.startswith(q.pointee + "_") and not q.is_out and "**" not in q.type and q.type.endswith("*")
                and first.pointee != q.pointee and "_load" not in f.name
                and not any(len(o.pointee) > len(q.pointee) and f.name.startswith(o.pointee + "_") for o in p)):
            yield f"`{q.name}` comes first"
    # Results last: after them only the room they have, what a callback gets, and the error at the very end.
    if "init" not in verbs:
        seen = False
        for q in p:
            if q.is_out:
                seen = True
            elif seen and q.name not in ("size", "capacity", "user", "scratch"):
                yield f"`{q.name}` comes after a result"
    if any(q.name == "out_error" for q in p[:-1]):
        yield "out_error comes last"


def main():
    functions = api_headers.read_all(Path(sys.argv[1]) / "include/retro3d")
    names = {f.name for f in functions}
    sample = api_headers.Function("x.h", 1, "void *", "r3d_thing_owner",
                                  api_headers.split_parameters("int32_t *out_a, const r3d_thing *thing"), [], [])
    assert len(list(faults_of(sample, names))) == 3
    faults = [f"{f.header}:{f.line}: {f.name}: {fault}" for f in functions for fault in faults_of(f, names)]
    print("\n".join(faults))
    print(f"{len(functions)} functions, {len(faults)} faults")
    return 1 if faults or not functions else 0


sys.exit(main())
