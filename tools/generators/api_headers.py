# SPDX-License-Identifier: MIT
"""Reads the functions that the public headers declare. Used by make_api_table.py and tests/api.

The headers keep one form: every function is declared as `R3D_API type name(parameters);`, its comment of
`///` lines above it. What does not fit that form is an error, so that nothing is passed over in silence.
"""

import pathlib
import re
import sys

DECLARATION = re.compile(r"^(?P<result>.*?[ *\n])(?P<name>r3d_\w+)\((?P<parameters>.*)\)$", re.S)


class Parameter:
    def __init__(self, text):
        text = " ".join(text.split())
        self.text = text
        if text == "...":
            self.name, self.type, self.pointee = "...", "...", ""
            self.is_callback = self.is_pointer = self.is_out = False
            return
        array = re.match(r"^(.*?)((?:\[[^\]]*\])+)$", text)
        body = array.group(1).strip() if array else text
        found = re.match(r"^(.*?[ *])(\w+)$", body)
        if not found:
            raise ValueError(f"parameter {text!r}")
        self.name = found.group(2)
        self.type = found.group(1).strip()
        if array:
            self.type += " *" if array.group(2).count("[") == 1 else " (*)" + array.group(2).split("]", 1)[1]
        self.is_callback = self.type.endswith("_fn")
        self.is_pointer = "*" in self.type or self.is_callback
        self.is_out = self.name.startswith("out_")
        # struct r3d_x *, const r3d_x *: the pointed-to type without const
        self.pointee = re.sub(r"\bconst\b", "", self.type.rsplit("*", 1)[0]).strip() if "*" in self.type else ""
        self.pointee = " ".join(self.pointee.split())


class Function:
    def __init__(self, header, line, result, name, parameters, comment, head, group_comment=None):
        self.header = header
        self.line = line
        self.result = " ".join(result.split())
        self.name = name
        self.parameters = parameters
        self.comment = comment  # lines without ///
        self.head = head  # lines of the header's @file comment
        # The comment above functions that stand together, for those that have none of their own.
        self.group_comment = comment or group_comment or []

    @property
    def signature(self):
        inner = ", ".join(p.text for p in self.parameters) or "void"
        glue = "" if self.result.endswith("*") else " "
        return f"{self.result}{glue}{self.name}({inner})"


def split_parameters(text):
    text = " ".join(text.split())
    if text in ("", "void"):
        return []
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += c in "([" 
        depth -= c in ")]"
        if c == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [Parameter(p) for p in parts]


def read_header(path):
    lines = path.read_text(encoding="utf-8").split("\n")
    head = []
    functions = []
    objects = 0
    i = 0
    comment = []
    group = []  # of the function right above
    in_head = False
    while i < len(lines):
        line = lines[i]
        stripped = line.strip()
        if stripped.startswith("///<"):
            comment = []
        elif stripped.startswith("///"):
            text = stripped[3:].strip()
            if text.startswith("@file"):
                in_head = True
            if in_head:
                head.append(text)
            elif text not in ("@{", "@}") and not text.startswith("@name"):
                comment.append(text)
        elif line.startswith("R3D_API"):
            start = i
            text = line
            while ";" not in text:
                i += 1
                text += "\n" + lines[i]
            found = DECLARATION.match(text[len("R3D_API"):text.index(";")].strip())
            if not found:
                sys.exit(f"{path}:{start + 1}: not a declaration of the usual form: {text}")
            functions.append(Function(path.name, start + 1, found["result"], found["name"],
                                      split_parameters(found["parameters"]), comment, head, group))
            group = functions[-1].group_comment
            comment = []
        elif stripped.startswith(("#if", "#endif", "__attribute__")):
            pass  # between a comment and its function
        elif line.startswith("extern R3D_API"):
            objects += 1
            comment = []
        else:
            in_head = False
            comment = []
            group = []
        i += 1
    declared = len(re.findall(r"^R3D_API\b", "\n".join(lines), re.M))
    if declared != len(functions):
        sys.exit(f"{path}: {declared} declarations, {len(functions)} read")
    return functions


def read_types(folder):
    """The comments of structs and unions: {name: lines without ///}, from where they are described, not only named."""
    types = {}
    for path in sorted(pathlib.Path(folder).glob("*.h")):
        comment = []
        for line in path.read_text(encoding="utf-8").split("\n"):
            stripped = line.strip()
            if stripped.startswith("///") and not stripped.startswith("///<"):
                comment.append(stripped[3:].strip())
                continue
            found = re.match(r"typedef (?:struct|union) (r3d_\w+)", stripped)
            if found and (comment or found.group(1) not in types):
                types[found.group(1)] = comment
            comment = []
    return types


def read_all(folder):
    functions = []
    for path in sorted(pathlib.Path(folder).glob("*.h")):
        functions += read_header(path)
    return functions
