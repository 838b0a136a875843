#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No page has a broken link; the index of the documents has every page; README.md says and shows what this is.

usage: check_links.py SOURCE
"""
import pathlib
import re
import sys
import urllib.parse

root = pathlib.Path(sys.argv[1]).resolve()
problems = []


def text_of(page):
    """A page without its blocks of code."""
    return re.sub(r"(?ms)^```.*?^```", "", page.read_text(encoding="utf-8"))


def anchors_of(page):
    found = set()
    for title in re.findall(r"(?m)^#+ +(.*)$", text_of(page)):
        title = re.sub(r"[`*]|\]\([^)]*\)|\[", "", title).strip().lower()
        found.add(re.sub(r"[^\w\- ]", "", title).replace(" ", "-"))
    return found


pages = [p for p in [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("golden/**/*.md")]
         if "spec" not in p.relative_to(root).parts]
links = 0
for page in sorted(pages):
    text = re.sub(r"`[^`\n]*`", "", text_of(page))
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", target):
            continue
        links += 1
        path, _, anchor = target.partition("#")
        file = (page.parent / urllib.parse.unquote(path)).resolve() if path else page
        if not file.exists():
            problems.append(f"{page.relative_to(root)}: {target} is not there")
        elif root not in [file, *file.parents]:
            problems.append(f"{page.relative_to(root)}: {target} leads out of the repository")
        elif anchor and file.suffix == ".md" and anchor not in anchors_of(file):
            problems.append(f"{page.relative_to(root)}: {target}: {file.name} has no such heading")
if links < 60:
    problems.append(f"only {links} links found: the search is broken")

index = (root / "docs/README.md").read_text(encoding="utf-8")
for page in sorted((root / "docs").glob("*.md")):
    if page.name != "README.md" and f"]({page.name})" not in index:
        problems.append(f"docs/README.md does not list {page.name}")
if [line for line in index.splitlines() if line.startswith("## ")] != [
        "## First steps", "## How to", "## Reference", "## Inside"]:
    problems.append("docs/README.md: the parts are first steps, how to, reference, inside")

readme = (root / "README.md").read_text(encoding="utf-8")
start = readme[:readme.find("```")]
for word in ["RuneScape", "items", "DOOM", "WAD", "red ring"]:
    if word not in start:
        problems.append(f"README.md does not say {word} before its first code")
for picture in ["items", "doom", "ring"]:
    if not re.search(rf"!\[[^\]]{{10,}}\]\(docs/images/{picture}\.png\)", start):
        problems.append(f"README.md does not show {picture}.png, with words for who cannot see it")
for picture in sorted((root / "docs/images").iterdir()):
    if not any(picture.name in page.read_text(encoding="utf-8") for page in pages):
        problems.append(f"docs/images/{picture.name} is on no page")

for problem in problems:
    print(problem)
print(f"{len(pages)} pages, {links} links, {len(problems)} problems")
sys.exit(1 if problems else 0)
