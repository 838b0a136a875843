#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Holds every mention "spec PAGE section N" of the code against docs/spec: the page is there, and so is the section.

usage: check_sources.py SOURCE_DIR
"""
import re
import sys
from pathlib import Path

CODE = ("include", "src", "tools", "tests")
SUFFIXES = {".c", ".h", ".sh", ".py", ".cmake", ".txt", ".md"}
# In comments a mention may go on in the next line, behind "///", "//", "*" or "#".
BREAK = re.compile(r"\s*\n[ \t]*(?:///?|\*|#)?[ \t]*")
MENTION = re.compile(r"\bspec ([a-z0-9]+(?:-[a-z0-9]+)*)(?:,?(?: section (\d+(?:\.\d+)?)| sections (\d+(?:\.\d+)?"
                     r"(?:(?:, and |, | and | to | or )\d+(?:\.\d+)?|\s*\([^)]*\))*)))?")
NUMBER = re.compile(r"\d+(?:\.\d+)?")
# "## 3 Title", "### 2.1 Title", and "**12.1 Title.**" at the start of a paragraph.
HEADING = re.compile(r"^(?:#{2,4} |\*\*)(\d+(?:\.\d+)?)\.? ", re.MULTILINE)


def sections_of(page):
    return set(HEADING.findall(page.read_text(encoding="utf-8")))


def mentions(text):
    flat = BREAK.sub(" ", text)
    for match in MENTION.finditer(flat):
        listed = match.group(2) or match.group(3) or ""
        numbers = NUMBER.findall(re.sub(r"\([^)]*\)", "", listed))
        yield match.group(1), numbers, match.group(0)


def check(text, pages, where):
    """What is wrong with the mentions of one file, and how many there are."""
    faults = []
    count = 0
    for name, numbers, words in mentions(text):
        if name not in pages:
            # "spec" is an everyday word, too: without a section only names of pages count.
            if numbers or f"Source: {words}" in BREAK.sub(" ", text):
                faults.append(f"{where}: \"{words}\": there is no docs/spec/{name}.md")
            continue
        count += 1
        for number in numbers:
            if number not in pages[name]:
                faults.append(f"{where}: \"{words}\": docs/spec/{name}.md has no section {number}")
    return faults, count


def self_test():
    pages = {"page": {"1", "2", "2.1"}}
    assert check("/* Source: spec page sections 1 (state),\n * 2 and 2.1. */", pages, "f") == ([], 1)
    assert check("/// Source: spec page section 3.", pages, "f")[0]
    assert check("/// Source: spec page sections 1\n/// and 7", pages, "f")[0]
    assert check("/// Source: spec other.", pages, "f")[0]
    assert check("/// spec other section 1", pages, "f")[0]
    assert check("a spec of the thing", pages, "f") == ([], 0)


def main():
    self_test()
    root = Path(sys.argv[1])
    pages = {page.stem: sections_of(page) for page in (root / "docs/spec").glob("*.md") if page.stem != "README"}
    faults = [f"docs/spec/{name}.md has no numbered sections" for name, found in pages.items() if not found]
    total = 0
    for folder in CODE:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in SUFFIXES and path.name != Path(__file__).name:
                more, count = check(path.read_text(encoding="utf-8", errors="replace"), pages,
                                    path.relative_to(root))
                faults += more
                total += count
    print("\n".join(faults))
    print(f"{total} mentions of {len(pages)} pages, {len(faults)} wrong")
    return 1 if faults or total < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
