#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Writes null_calls.c: a caller for every public function, made from the headers.

usage: make_null_calls.py INCLUDE_DIR GENERATORS_DIR OUT.c

Each function gets a caller in which any one of its pointers, or all of them, can be NULL, with numbers 0
or 1. What the other pointers are comes from objects.c, by the name of the type, or from the type's own
init function. test_null.c runs them.
"""

import pathlib
import re
import sys

sys.path.insert(0, sys.argv[2])
import api_headers  # noqa: E402

# What no comment has to repeat: conventions.md section 3.
def always_optional(parameter):
    kind = parameter.pointee
    return (kind in ("r3d_error", "r3d_file_source") or parameter.type == "const r3d_allocator *" or parameter.name == "user"
            or (parameter.type.startswith("const") and kind.endswith(("_limits", "_options", "_effective")))
            or (kind == "char" and parameter.name == "name" and parameter.calls_data))


def sentences(function):
    """The comment by parts: {parameter name or "": text}."""
    parts, name = {"": ""}, ""
    for line in function.comment:
        found = re.match(r"@param\s+([\w,]+)\s*(.*)", line)
        if found:
            name = found.group(1)
            parts[name] = found.group(2)
        elif line.startswith("@return") or line == "":
            name = "@return" if line.startswith("@return") else ""
            parts[name] = parts.get(name, "") + " " + line
        else:
            parts[name] = parts.get(name, "") + " " + line
    return parts


EMPTY = re.compile(r"NULL[^.;]* (when|with) `?\w+`? (is )?0")  # allowed when there is nothing in it


def says_optional(parameter, text):
    if "NULL" not in text or EMPTY.search(text):
        return False
    # "NULL after an error" tells what becomes of an out parameter.
    return not parameter.type.endswith("**") or re.search(r"may be NULL|NULL is allowed|NULL when|NULL:", text) is not None


def is_optional(function, parameter):
    if always_optional(parameter):
        return True
    parts = sentences(function)
    for names, text in parts.items():
        if parameter.name in names.split(",") and says_optional(parameter, text):
            return True
    # "NULL `name`", "`name` may be NULL", "`name` NULL": in one sentence of the comment.
    for sentence in re.split(r"(?<=[.;:])\s", parts[""]):
        if f"`{parameter.name}`" in sentence and says_optional(parameter, sentence):
            return True
    return False


def is_release(function):
    return re.search(r"_(destroy|free|close)$", function.name) is not None


def value(parameter, index):
    if parameter.is_callback:
        return f"given(which, {index}) ? ({parameter.type})api_callback(\"{parameter.type}\") : NULL"
    if not parameter.is_pointer:
        return f"(({parameter.type})number)"
    kind = parameter.type
    if parameter.type.startswith("const char") and parameter.type.count("*") == 1:
        pointee = "const char"
    else:
        pointee = parameter.pointee
    if "(*)" in kind:
        sys.exit(f"{parameter.text}: not a form that is called")
    if parameter.type.count("*") == 2:
        inner = parameter.type[: parameter.type.rindex("*")].strip()
        key = f"list of {parameter.pointee.replace('*', '').strip()}" if inner.endswith("*const") else "slot"
    else:
        key = pointee
    return f"given(which, {index}) ? ({kind})api_object(\"{key}\", {index}) : NULL"


def main():
    functions = api_headers.read_all(sys.argv[1])
    out = ["/* Made by make_null_calls.py from the headers; not for reading. */", '#include "api_null.h"', ""]
    headers = sorted({f.header for f in functions})
    out += [f"#include <retro3d/{h}>" for h in headers]
    out += ["", "static bool given(int which, int parameter)", "{", "    return which != API_ALL_NULL && which != parameter;", "}", ""]
    entries = []
    for number, f in enumerate(functions):
        for p in f.parameters:  # what errors call data that have no path
            p.calls_data = re.search(r"_decode_|_decode$|_parse$|_open_memory$|_png_reader_open$", f.name) is not None
        pointers = [(i, p) for i, p in enumerate(f.parameters) if p.is_pointer]
        values = [value(p, i) for i, p in enumerate(f.parameters) if p.text != "..."]
        call = f"{f.name}({', '.join(values)})"
        out.append(f"static api_outcome call_{number}(int which, int number)\n{{")
        out.append("    (void)which;\n    (void)number;")
        if f.result == "void":
            kind = "API_NOTHING"
            out.append(f"    {call};\n    return (api_outcome){{0}};")
        elif f.result == "r3d_result":
            kind = "API_RESULT"
            out.append(f"    return (api_outcome){{.number = (double){call}}};")
        elif "*" in f.result:
            kind = "API_POINTER"
            out.append(f"    return (api_outcome){{.pointer = (const void *){call}}};")
        else:
            kind = "API_NUMBER"
            out.append(f"    return (api_outcome){{.number = (double){call}}};")
        out.append("}")
        may_be_empty = EMPTY.search(" ".join(f.comment)) is not None
        optional = sum(1 << i for i, p in pointers if is_optional(f, p))
        pointer_bits = sum(1 << i for i, p in pointers)
        returns = re.search(r"NULL", " ".join(f.comment)) is not None
        # Structs that the function reads: test_sizes.c gives it shorter and longer ones.
        types = ", ".join(f'"{p.pointee}"' if p.type.startswith("const") and p.type.count("*") == 1 else '""'
                          for p in f.parameters) or '""'
        out.append(f"static const char *const types_{number}[] = {{{types}}};")
        names = ", ".join(f'"{p.name}"' for p in f.parameters) or '""'
        out.append(f"static const char *const names_{number}[] = {{{names}}};")
        entries.append(f'    {{"{f.name}", call_{number}, {kind}, {pointer_bits}u, {optional}u, {len(f.parameters)}, names_{number}, types_{number}, '
                       f'{"true" if is_release(f) else "false"}, {"true" if returns else "false"}, {"true" if may_be_empty else "false"}}},')
    out += ["", "const api_function api_functions[] = {"] + entries + ["};",
            f"const size_t api_function_count = {len(functions)};", ""]
    # Structs that their own function fills.
    inits = []
    for f in functions:
        if re.search(r"_init$", f.name) and f.result == "void" and len(f.parameters) == 1:
            inits.append((f.name, f.parameters[0].pointee))
        elif re.search(r"_init_sized$", f.name):
            inits.append((f.name[: -len("_sized")], f.parameters[0].pointee))
    out.append("void api_make_plain_objects(void)\n{")
    for name, kind in inits:
        out.append(f"    {{\n        static {kind} value;\n        {name}(&value);\n        api_put(\"{kind}\", &value);\n    }}")
    out.append("}\n")
    text = "\n".join(out)
    path = pathlib.Path(sys.argv[3])
    path.write_text(text, encoding="utf-8")
    declared = sum(len(re.findall(r"^R3D_API\b", p.read_text(encoding="utf-8"), re.M))
                   for p in pathlib.Path(sys.argv[1]).glob("*.h"))
    if declared != len(functions):
        sys.exit(f"{declared} declarations, {len(functions)} callers")


main()
