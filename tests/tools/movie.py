#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""`retro3d movie`, and --scale of every command that has it. Pictures are read here, from their chunks.

usage: movie.py PROGRAM SOURCE OUT
"""
import os
import shutil
import struct
import subprocess
import sys
import zlib

PROGRAM, SOURCE, OUT = sys.argv[1:4]
SIGNATURE = b"\x89PNG\r\n\x1a\n"
failures = 0


def check(what, good):
    global failures
    if not good:
        failures += 1
        print("FAIL:", what)


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def unfilter(data, width, height, bpp):
    size, rows, above = width * bpp, [], bytearray(width * bpp)
    assert len(data) == (size + 1) * height
    for y in range(height):
        kind = data[y * (size + 1)]
        row = bytearray(data[y * (size + 1) + 1:(y + 1) * (size + 1)])
        for i in range(size):
            a = row[i - bpp] if i >= bpp else 0
            b = above[i]
            c = above[i - bpp] if i >= bpp else 0
            p = a + b - c
            nearest = min((abs(p - a), 0, a), (abs(p - b), 1, b), (abs(p - c), 2, c))[2]
            row[i] = (row[i] + [0, a, b, (a + b) // 2, nearest][kind]) & 255
        rows.append(bytes(row))
        above = row
    return rows


def read(path):
    """Returns width, height, bytes of a pixel, loops, delays and frames; each frame is a list of rows."""
    with open(path, "rb") as file:
        data = file.read()
    assert data[:8] == SIGNATURE
    at, parts, delays, loops, announced = 8, [], [], None, 1
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + size]
        assert struct.unpack_from(">I", data, at + 8 + size)[0] == zlib.crc32(kind + body)
        at += size + 12
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack_from(">IIBB", body)
            assert depth == 8 and color in (2, 6)
        elif kind == b"acTL":
            announced, loops = struct.unpack(">II", body)
        elif kind == b"fcTL":
            delays.append(struct.unpack_from(">HH", body, 20))
            parts.append(b"")
        elif kind == b"IDAT":
            parts = parts or [b""]
            parts[0] += body
        elif kind == b"fdAT":
            parts[-1] += body[4:]
    assert announced == len(parts)
    bpp = 4 if color == 6 else 3
    return width, height, bpp, loops, delays, [unfilter(zlib.decompress(p), width, height, bpp) for p in parts]


def write(path, width, height, color, pixel, depth=8):
    """Writes a PNG of the bytes that pixel(x, y) gives."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    raw = b"".join(b"\0" + b"".join(bytes(pixel(x, y)) for x in range(width)) for y in range(height))
    with open(path, "wb") as file:
        file.write(SIGNATURE + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b""))


def frame(number):
    """What frame files are made of: no two alike, no symmetry."""
    return lambda x, y: (number * 20, (x * 37 + y * 5) % 256, (y * 11 + number) % 256)


def rows_of(number, width, height, scale=1):
    pixel = frame(number)
    return [b"".join(bytes(pixel(x // scale, y // scale)) for x in range(width * scale)) for y in range(height * scale)]


def scaled(rows, bpp, scale):
    return [b"".join(row[x:x + bpp] * scale for x in range(0, len(row), bpp)) for row in rows for _ in range(scale)]


def test_movie():
    os.makedirs("frames")
    for number in range(1, 12):
        write(f"frames/frame-{number}.png", 7, 5, 2, frame(number))
    with open("frames/notes.txt", "w", encoding="utf-8") as file:
        file.write("no frame")
    os.mkdir("frames/folder.png")
    check("a folder", run("movie", "frames", "-o", "frames/out.png") == (0, "", ""))
    width, height, bpp, loops, delays, frames = read("frames/out.png")
    check("size and kind", (width, height, bpp, loops) == (7, 5, 3, 0))
    check("a twentieth of a second each", delays == [(1, 20)] * 11)
    check("numbers count: 2 before 10", frames == [rows_of(n, 7, 5) for n in range(1, 12)])
    with open("frames/out.png", "rb") as file:
        first = file.read()
    check("again", run("movie", "frames", "-o", "frames/out.png")[0] == 0)
    with open("frames/out.png", "rb") as file:
        check("the movie of an earlier run is no frame, and bytes are the same", file.read() == first)
    names = [f"frames/frame-{n}.png" for n in (3, 1, 3)]
    check("files", run("movie", *names, "--fps", "35", "--loops", "2", "--scale", "3", "-o", "m.png")[0] == 0)
    width, height, bpp, loops, delays, frames = read("m.png")
    check("scaled", (width, height, loops) == (21, 15, 2))
    check("frames a second", delays == [(1, 35)] * 3)
    check("order as given, each pixel 3 x 3", frames == [rows_of(n, 7, 5, 3) for n in (3, 1, 3)])
    check("delay", run("movie", *names, "--delay", "250", "-o", "m.png")[0] == 0 and read("m.png")[4] == [(250, 1000)] * 3)
    write("clear.png", 7, 5, 6, lambda x, y: (*frame(9)(x, y), 40 * x))
    check("alpha", run("movie", names[0], "clear.png", "-o", "m.png")[0] == 0)
    frames = read("m.png")[5]
    check("alpha of a later frame is kept", [row[3::4] for row in frames[1]] == [bytes(40 * x for x in range(7))] * 5)
    check("and the first has none", all(set(row[3::4]) == {255} for row in frames[0]))


def test_movie_errors():
    write("small.png", 6, 5, 2, frame(1))
    write("deep.png", 7, 5, 2, lambda x, y: (1, 2, 3, 4, 5, 6), depth=16)
    with open("frames/frame-2.png", "rb") as file:
        data = bytearray(file.read())
    data[-20] ^= 1
    with open("damaged.png", "wb") as file:
        file.write(data)
    os.mkdir("empty")
    good = "frames/frame-1.png"
    for what, arguments, code, words in [
            ("sizes", [good, "small.png"], 4, "small.png: 6x5, the first frame (frames/frame-1.png) is 7x5"),
            ("16 bits", [good, "deep.png"], 3, "deep.png: 16 bits"),
            ("damage", [good, "damaged.png"], 3, "damaged.png"),
            ("missing", [good, "none.png"], 3, "none.png"),
            ("no picture", [good, "frames/notes.txt"], 3, "frames/notes.txt"),
            ("empty folder", ["empty"], 3, "empty: no *.png"),
            ("nothing", [], 2, "no frames"),
            ("both rates", [good, "--fps", "2", "--delay", "3"], 2, "--delay"),
            ("no rate", [good, "--fps", "0"], 2, "--fps"),
            ("scale", [good, "--scale", "65"], 2, "--scale")]:
        with open("old.png", "wb") as file:
            file.write(b"old")
        found, out, err = run("movie", *arguments, "-o", "old.png")
        check(f"{what}: exit code {found}, {err!r}", found == code and words in err and out == "")
        with open("old.png", "rb") as file:
            check(f"{what}: the old file stays", file.read() == b"old")
    check("an input as output", run("movie", good, small := "small.png", "-o", small)[0] == 2)
    check("no folder", run("movie", good, "-o", "none/out.png")[0] == 6)
    check("nothing is left", not [name for name in os.listdir(".") if ".retro3d-" in name])


def test_scale():
    level = f"{SOURCE}/golden/data/levels/transitions.level"
    mesh = f"{SOURCE}/golden/model/mesh/cube.mesh"
    with open("walk.path", "w", encoding="utf-8") as file:
        file.write("126 96 41 0 0 2\n140 96 41 30 0\n")
    with open("scene.r3d", "w", encoding="utf-8") as file:
        file.write("size 9 6\nclear 0x203040\nrect 1 1 3 4 0x705030\n")
    for what, arguments in [
            ("replay", ["replay", "scene.r3d"]), ("replay --coverage", ["replay", "scene.r3d", "--coverage"]),
            ("column", ["column", level, "--size", "32x20"]),
            ("column --path", ["column", level, "--size", "32x20", "--path", "walk.path"]),
            ("render", ["render", mesh, "--size", "24x31"]),
            ("render --turntable", ["render", mesh, "--size", "24x31", "--turntable", "3"]),
            ("render --apng", ["render", mesh, "--size", "24x31", "--turntable", "3", "--apng"])]:
        check(f"{what}: drawn", run(*arguments, "-o", "plain.png")[0] == 0 and
              run(*arguments, "-o", "scaled.png", "--scale", "4")[0] == 0)
        width, height, bpp, _, delays, frames = read("plain.png")
        check(f"{what}: not empty", any(len(set(row)) > 2 for row in frames[0]))
        check(f"{what}: each pixel is 4 x 4", read("scaled.png") == (
            width * 4, height * 4, bpp, read("plain.png")[3], delays, [scaled(f, bpp, 4) for f in frames]))
        check(f"{what}: 0 is refused", run(*arguments, "-o", "none.png", "--scale", "0")[0] == 2)
    check("too large", run("column", level, "--size", "8000x20", "--scale", "5", "-o", "none.png")[0] == 2)
    with open("wide.r3d", "w", encoding="utf-8") as file:
        file.write("size 4096 2\n")
    check("too large when it is known", run("replay", "wide.r3d", "--scale", "9", "-o", "none.png")[0] == 2)
    check("nothing is written", not os.path.exists("none.png"))


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    os.chdir(OUT)
    test_movie()
    test_movie_errors()
    test_scale()
    print("movie:", f"{failures} failures" if failures else "all right")
    return 1 if failures else 0


sys.exit(main())
