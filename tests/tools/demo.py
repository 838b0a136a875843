#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The gallery of tools/demo: every picture that is drawn is on the page, no link is broken, pictures keep their shape.

usage: demo.py SOURCE BIN OUT CHROMIUM|""

The page is drawn by tools/demo.d/draw, which is all of tools/demo but the build. Without a browser the shapes are not looked
at, and that is said.
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys

SOURCE, BIN, OUT, CHROMIUM = sys.argv[1:5]
source, out = pathlib.Path(SOURCE), pathlib.Path(OUT)
failures = []


def check(what, good):
    if not good:
        failures.append(what)
        print("FAIL:", what)


def check_page(folder):
    done = subprocess.run([source / "tools/demo.d/check-page", folder], capture_output=True, text=True, check=False)
    return done.returncode, done.stderr


def small_page(name, pictures, body):
    folder = out / name
    (folder / "a").mkdir(parents=True)
    for picture in pictures:
        (folder / picture).write_bytes(b"picture")
    (folder / "index.html").write_text(body, encoding="utf-8")
    return check_page(folder)


def test_check():
    image = '<figure><img src="a/1.png" alt="x"></figure>'
    check("a good page passes", small_page("good", ["a/1.png"], image) == (0, ""))
    for name, pictures, body, word in [
            ("undrawn", [], image, "not there: a/1.png"), ("unshown", ["a/1.png", "a/2.png"], image, "not on the page: a/2.png"),
            ("twice", ["a/1.png"], image * 2, "twice on the page: a/1.png"),
            ("link", ["a/1.png"], image + '<a href="none.html">', "not there: none.html"), ("empty", [], "", "no picture")]:
        code, errors = small_page(name, pictures, body)
        check(f"{name}: exit code {code}, {errors!r}", code == 1 and word in errors)


def test_parts():
    parts = sorted((source / "tools/demo.d").glob("*.sh"))
    check("parts are found", len(parts) >= 6)
    numbers = [part.name[:3] for part in parts]
    check(f"numbers are two digits, each once: {numbers}",
          all(re.fullmatch(r"\d\d-", n) for n in numbers) and len(set(numbers)) == len(numbers))
    for part in parts:
        text = part.read_text(encoding="utf-8")
        check(f"{part.name} has one title and writes its own section",
              len(re.findall(r'(?m)^title="[^"]+"$', text)) == 1 and '"$section"' in text and ".section-" not in text)


def draw(folder):
    return subprocess.run([source / "tools/demo.d/draw", BIN, folder], cwd=source, capture_output=True, text=True, check=False)


def test_page():
    page = out / "gallery"
    done = draw(page)
    check(f"the gallery is drawn: {done.stderr}", done.returncode == 0)
    parts = sorted((source / "tools/demo.d").glob("*.sh"))
    for number, part in enumerate(parts, 1):
        check(f"{part.name}: progress is told", f"Drawing {number} of {len(parts)}: " in done.stdout)
    html = (page / "index.html").read_text(encoding="utf-8")
    titles = re.findall(r"<h2>(.*?)</h2>", html)
    check(f"every part is on the page, maps and models first: {titles}",
          len(titles) == len(parts) and "DOOM" in titles[0] and "RuneScape" in titles[1])
    check("column worlds are on the page", "column/textured.png" in html)
    first = re.search(r'src="(scripts/[^"]*)"', html).group(1)
    (page / first).rename(page / "away")
    check("a lost picture is found", check_page(page)[0] == 1)
    (page / "away").rename(page / first)
    (page / "new.png").write_bytes(b"x")
    check("a picture that is not shown is found", check_page(page)[0] == 1)
    (page / "new.png").unlink()
    check("the page is whole again", check_page(page) == (0, ""))
    # What is no gallery is not removed.
    other = out / "other"
    other.mkdir()
    (other / "precious").write_text("x", encoding="utf-8")
    done = draw(other)
    check("a folder that is no gallery is left alone", done.returncode == 1 and (other / "precious").exists())
    return page


LOOK = """<script>addEventListener('load', () => {
  const all = [...document.images];
  const bad = all.filter(i => !i.naturalWidth || !i.width ||
    Math.abs(i.height - i.width * i.naturalHeight / i.naturalWidth) > 1 ||
    i.getBoundingClientRect().right > innerWidth + 1);
  document.title = 'looked at ' + all.length + ', wrong: ' + bad.map(i => i.getAttribute('src') + ' ' + i.width + 'x' +
    i.height).join(', ');
});</script>"""


def look(page, width):
    """The title that the script gives the page in a browser of this width."""
    done = subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={out}/browser",
                           f"--window-size={width},900", "--virtual-time-budget=20000", "--dump-dom", page.as_uri()],
                          capture_output=True, text=True, check=False, timeout=200)
    found = re.search(r"<title>(.*?)</title>", done.stdout, re.S)
    return found.group(1) if found else done.stderr[-500:]


def test_shapes(page):
    if not CHROMIUM:
        print("without Chromium: the shapes of pictures are not looked at")
        return
    html = (page / "index.html").read_text(encoding="utf-8").replace(' loading="lazy"', "")
    copy = page / "looked-at.html"
    pictures = len(re.findall("<img", html))
    for width in [1200, 500]:
        copy.write_text(html.replace("</body>", LOOK + "</body>"), encoding="utf-8")
        seen = look(copy, width)
        check(f"{width} wide: {seen}", seen == f"looked at {pictures}, wrong: ")
    # The look sees what is wrong.
    copy.write_text(html.replace("<img ", '<img height="40" width="41" style="height:40px" ').replace("</body>", LOOK + "</body>"),
                    encoding="utf-8")
    seen = look(copy, 1200)
    check(f"a wrong shape is seen: {seen}", seen.startswith("looked at") and not seen.endswith("wrong: "))


def main():
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    os.chdir(out)
    test_check()
    test_parts()
    test_shapes(test_page())
    print("demo:", f"{len(failures)} failures" if failures else "all right")
    return 1 if failures else 0


sys.exit(main())
