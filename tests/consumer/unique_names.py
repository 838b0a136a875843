# SPDX-License-Identifier: MIT
"""unique_names.py SOURCE: every tag, typedef and macro of src/ is defined in one place.

Names with one meaning let sources be put together into one file and let a debugger or a search find one thing. Not
looked at are the folders x86, arm and vector: their files are instances of the same kernels, under the same names, for one
instruction set each. A typedef repeated with the tag of the same name counts once; a macro that one file defines in both
branches of a condition, too.
"""
import collections
import pathlib
import re
import sys

SYSTEM = re.compile(r'_\w+|WIN32_LEAN_AND_MEAN')  # what the system's headers ask for
TAG = re.compile(r'\b(?:struct|union|enum)\s+(\w+)\s*\{')
CLOSING_TYPEDEF = re.compile(r'^\}\s*(\w+)\s*;', re.M)
PLAIN_TYPEDEF = re.compile(r'^typedef\s+(?!struct\b[^;{]*\{|union\b[^;{]*\{|enum\b[^;{]*\{)([^;{}]+);', re.M)
MACRO = re.compile(r'^\s*#\s*define\s+(\w+)', re.M)
COMMENT = re.compile(r'/\*.*?\*/|//[^\n]*', re.S)


def typedef_name(declaration):
    declaration = re.sub(r'__attribute__\s*\(\(.*\)\)', '', declaration, flags=re.S).strip()
    function = re.search(r'\(\s*\*?\s*(\w+)\s*\)\s*\(', declaration)
    name = function or re.search(r'(\w+)\s*(?:\[[^\]]*\]\s*)?$', declaration)
    return name.group(1)


def main():
    root = pathlib.Path(sys.argv[1])
    places = {kind: collections.defaultdict(set) for kind in ('tag', 'type', 'macro')}
    files = [p for p in sorted((root / 'src').rglob('*')) if p.suffix in ('.c', '.h')]
    files = [p for p in files if p.parent.name not in ('x86', 'arm', 'vector')]
    for path in files + sorted((root / 'include').rglob('*.h')):
        text = COMMENT.sub(' ', path.read_text())
        name = str(path.relative_to(root))
        for match in TAG.finditer(text):
            places['tag'][match.group(1)].add(name)
        for match in CLOSING_TYPEDEF.finditer(text):
            places['type'][match.group(1)].add(name)
        for match in PLAIN_TYPEDEF.finditer(text):
            # `typedef struct x x;` in a header beside the definition of struct x elsewhere is one type.
            if not re.match(r'(?:struct|union|enum)\s+(\w+)\s+\1$', match.group(1).strip()):
                places['type'][typedef_name(match.group(1))].add(name)
        for match in MACRO.finditer(text):
            if not SYSTEM.fullmatch(match.group(1)):
                places['macro'][match.group(1)].add(name)
    count = 0
    failed = False
    for kind, names in places.items():
        count += len(names)
        for name, where in sorted(names.items()):
            if len(where) > 1:
                failed = True
                print(f'{kind} {name} is defined in {", ".join(sorted(where))}')
    if count < 500:
        failed = True
        print(f'only {count} names found: the search is broken')
    print(f'{count} tags, typedefs and macros')
    sys.exit(1 if failed else 0)


main()
