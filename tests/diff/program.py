#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""retro3d diff as a process: what it says of pictures, folders and names is true, and its exit code agrees.

usage: program.py PROGRAM FOLDER [GROUP]
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
failures = []


def png(width, height, pixel, channels=3, depth=8):
    """The bytes of a PNG file; pixel(x, y) gives a tuple of `channels` values."""
    color = {1: 0, 3: 2, 4: 6}[channels]
    rows = b"".join(b"\0" + b"".join(struct.pack(">" + ("B" if depth == 8 else "H") * channels, *pixel(x, y))
                                     for x in range(width)) for y in range(height))

    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, color, 0, 0, 0)) +
            chunk(b"IDAT", zlib.compress(rows, 1)) + chunk(b"IEND", b""))


def write(path, data):
    os.makedirs(os.path.dirname(os.path.abspath(path)), exist_ok=True)  # text or bytes
    with open(path, "wb") as file:
        file.write(data)


def run(*arguments, stdout=subprocess.PIPE, user=None):
    done = subprocess.run([PROGRAM, *arguments], stdout=stdout, stderr=subprocess.PIPE, timeout=120, check=False, user=user)
    return done.returncode, done.stdout or b"", done.stderr


def expect(what, true, *more):
    if not true:
        failures.append(what)
        print("FAILED:", what, *more)


def pattern(x, y):
    return (x * 7 % 256, y * 5 % 256, (x * y + 3) % 256)


def changed(by, *places):
    return lambda x, y: tuple(v ^ by if (x, y) in places else v for v in pattern(x, y))


# ---- verdicts ----------------------------------------------------------------------------------------

def verdicts():
    write("a.png", png(40, 30, pattern))
    write("b.png", png(40, 30, changed(32, (3, 4), (20, 20))))
    write("alpha1.png", png(9, 9, lambda x, y: (x, y, 9, 255), 4))
    write("alpha2.png", png(9, 9, lambda x, y: (x, y, 9, 255 - x), 4))
    write("clear1.png", png(9, 9, lambda x, y: (x, y, 9, 0), 4))
    write("clear2.png", png(9, 9, lambda x, y: (y, x, 8, 0), 4))
    write("deep1.png", png(9, 9, lambda x, y: (x * 300, y, 9), 3, 16))
    write("deep2.png", png(9, 9, lambda x, y: (x * 300 ^ 1, y, 9), 3, 16))
    write("wide.png", png(50, 30, pattern))
    passing = [
        ("a.png b.png --tolerance 40", "within bounds (tolerance 40): "),
        ("a.png b.png --tolerance 40,50,60,70", "within bounds (tolerance 40,50,60,70): "),
        ("a.png b.png --metric yiq --threshold 0.9", "within bounds (yiq 0.9): "),
        ("a.png b.png --metric oklab --threshold 1", "within bounds (oklab 1): "),
        ("a.png b.png --max-pixels 5", "within bounds (max-pixels 5): 2 of 1200 px"),
        ("a.png b.png --ignore 3,4,1,1 --ignore 20,20,1,1", "within bounds (ignore): "),
        ("alpha1.png alpha2.png --channels rgb", "within bounds (channels rgb): "),
        ("clear1.png clear2.png --channels rgba-over", "within bounds (channels rgba-over): "),
        ("clear1.png clear2.png --channels alpha", "within bounds (channels alpha): "),
        ("deep1.png deep2.png --depth8", "within bounds (depth8): "),
        ("a.png wide.png --crop-to-common", "within bounds (crop-to-common): "),
    ]
    for arguments, words in passing:
        for low in ([], ["--low-memory"], ["--verify"]):
            code, out, _ = run("diff", *arguments.split(), *low)
            expect(arguments, code == 0 and out.decode().startswith(words) and b"equal" not in out, code, out)
        code, out, _ = run("diff", *arguments.split(), "--json")
        expect(arguments + " --json", code == 0 and json.loads(out)["diff"]["verdict"] == "within", out)
    for arguments in ("a.png a.png", "a.png a.png --verify --tolerance 40", "alpha1.png alpha1.png --verify --channels rgb",
                      "deep1.png deep1.png --verify --depth8", "a.png a.png --verify --crop-to-common",
                      "a.png a.png --ignore 1,1,2,2 --verify"):
        code, out, _ = run("diff", *arguments.split())
        expect(arguments, code == 0 and out.startswith(b"equal"), out)


def sizes():
    write("a.png", png(40, 30, pattern))
    write("b.png", png(44, 20, changed(32, (3, 4))))
    for low in ([], ["--low-memory"], ["--tolerance", "255"], ["--max-pixels", "100000"]):
        code, out, _ = run("diff", "a.png", "b.png", *low)
        text = out.decode()
        expect("sizes in words", code == 4 and text.startswith("sizes differ, expected 40x30, actual 44x20\n"), text)
        for word in ("delta", "mean", "cluster", "deltas", "first mismatch", "%"):
            expect("no statistics of different sizes: " + word, word not in text, text)
        code, out, _ = run("diff", "a.png", "b.png", "--json", *low)
        d = json.loads(out)["diff"]
        expect("sizes: verdict and exit code", code == 4 and d["verdict"] == "sizes")
        expect("sizes", d["expectedSize"] == [40, 30] and d["actualSize"] == [44, 20])
        differing = d["mismatches"] - d["onlyExpected"] - d["onlyActual"]
        expect("only one has", d["onlyExpected"] == 40 * 10 and d["onlyActual"] == 4 * 20, d)
        expect("common", differing == (0 if "--tolerance" in low else 1), d)
        expect("compared", d["compared"] == 40 * 30 + 4 * 20, d)
        expect("clusters", sum(c["count"] for c in d["clusters"]) == d["mismatches"] and
               len(d["clusters"]) == d["clusterCount"], d)
        expect("ratio", abs(d["ratio"] - d["mismatches"] / d["compared"]) < 1e-6, d)
        expect("no statistics", not {"maxDelta", "deltaSum", "histogram"} & set(d) and
               all("maxDelta" not in c for c in d["clusters"]), d)
    # Of equal sizes all is there, and agrees.
    write("c.png", png(40, 30, changed(32, (3, 4), (20, 20))))
    code, out, _ = run("diff", "a.png", "c.png", "--json")
    d = json.loads(out)["diff"]
    expect("counts agree", code == 1 and d["mismatches"] == 2 == sum(d["histogram"]) and max(d["maxDelta"]) == 32, d)


def unwritable():
    write("a.png", png(40, 30, pattern))
    write("b.png", png(40, 30, changed(32, (3, 4))))
    write("wide.png", png(50, 30, pattern))
    write("left/x.png", png(4, 3, pattern))
    write("right/x.png", png(4, 3, changed(1, (1, 1))))
    write("out/x.png.diff.png/in the way", b"")
    for other in ("b.png", "wide.png"):
        for option in ("-o", "--circled", "--triptych"):
            for more in ([], ["--json"], ["--quiet"]):
                code, _, err = run("diff", "a.png", other, option, "none/d.png", *more)
                expect(f"{option} {more}", code == 6 and b"none/d.png" in err, code, err)
    code, _, err = run("diff", "left", "right", "-o", "out")
    expect("a picture of a folder", code == 6 and b"x.png.diff.png" in err, code, err)
    if os.path.exists("/dev/full"):
        for arguments in (["diff", "a.png", "b.png"], ["diff", "a.png", "wide.png"], ["diff", "left", "right"],
                          ["diff", "a.png", "a.png"], ["--version"]):
            with open("/dev/full", "wb") as full:
                code, _, err = run(*arguments, stdout=full)
            expect(f"standard output of {arguments}", code == 6 and b"standard output" in err, code, err)


# ---- names -------------------------------------------------------------------------------------------

HOSTILE = "a\x1b[31m\n\rb\u202ec\u009b1m\u2066\u2028d é".encode() + b"\xff\xc0\x80z"
ESCAPED = "a\\x1b[31m\\x0a\\x0db\\u{202e}c\\u{9b}1m\\u{2066}\\u{2028}d é\\xff\\xc0\\x80z"


def is_plain(output):
    """Whether nothing in it steers a terminal."""
    try:
        text = output.decode()
    except UnicodeDecodeError:
        return False
    bad = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c\u2028\u2029")
    return not any((ord(c) < 32 and c not in "\n\t") or 127 <= ord(c) < 160 or c in bad for c in text)


def names():
    """Names in messages and JSON, of every command."""
    for ending in (b".png", b".r3d", b".wad", b".level", b".obj", b".glb", b".mesh", b".txt", b""):
        write(HOSTILE + ending, b"no\x1b[31m\n\x9b \xe2\x80\xae such " + ending)
    write("a.png", png(4, 3, pattern))
    write(b"left/" + HOSTILE + b".png", png(4, 3, pattern))
    write(b"right/" + HOSTILE + b"2.png", png(4, 3, pattern))
    write(b"tree/" + HOSTILE + b"/x.png", b"")
    h = HOSTILE
    commands = [h, b"--" + h]
    for command, ending in (("diff", b".png"), ("render", b".mesh"), ("render", b".glb"), ("import", b".glb"), ("import", b".obj"),
                            ("import", b".txt"), ("replay", b".r3d"), ("explain", b".r3d"), ("reduce", b".r3d"), ("bisect", b".r3d"),
                            ("record", b".r3d"), ("column", b".level"), ("column", b".wad"), ("level check", b".level"),
                            ("level info", b".level"), ("level build", b".wad"), ("cache info", b""), ("cache list", b""),
                            ("bench", b".r3d"), ("golden report", b""), ("golden status", b""), ("golden accept", b""),
                            ("golden verify --root", b""), ("golden prune --root", b""), ("golden clean --out", b""),
                            ("golden add", b".r3d"), ("golden junit", b""), ("golden merge", b""), ("movie", b"")):
        words = command.split()
        for name in (h + ending, b"none" + h + ending):
            for more in ([], [b"-o", b"out" + h], [b"a.png"], [b"a.png", b"-o", b"out" + h + b"/x"], [b"--" + h], [b"-" + h],
                         [b"--threads", h], [b"--size", h], [b"--isa", h], [b"--kind", h]):
                commands.append((*words, name, *more))
        commands.append((*words, h))
    seen = 0
    for command in commands:
        arguments = [command] if isinstance(command, bytes) else list(command)
        code, out, err = run(*arguments)
        expect(f"plain output of {arguments}", is_plain(out) and is_plain(err), out, err)
        expect(f"a refusal: {arguments}", code != 0 or out != b"" or err != b"", code)
        seen += ESCAPED.encode() in out + err
    expect("names are shown, escaped", seen > 100, seen)
    # A name is one line.
    code, out, err = run("diff", h + b".png", "a.png")
    expect("one line", code == 3 and err.decode().startswith(ESCAPED + ".png, byte 0: ") and err.count(b"\n") == 1, err)
    code, out, err = run("diff", "left", "right")
    expect("one-sided names", code == 1 and out.decode().splitlines()[0] == ESCAPED + ".png: only in left", out)
    # In JSON they are UTF-8; bytes that are none become U+FFFD.
    want = "a\x1b[31m\n\rb\u202ec\u009b1m\u2066\u2028d é\ufffd\ufffd\ufffdz"
    code, out, err = run("diff", "left", "right", "--json")
    lines = [json.loads(line) for line in out.decode().splitlines()]
    expect("JSON names", [line["expected"] or line["actual"] for line in lines] ==
           ["left/" + want + ".png", "right/" + want + "2.png"], lines)
    expect("JSON is plain", is_plain(out) and "é".encode() in out, out)
    code, out, err = run("diff", h + b".png", "a.png", "--json")
    d = json.loads(out)
    expect("JSON of an error", code == 3 and d["expected"] == want + ".png" and d["diff"]["verdict"] == "error" and
           d["diff"]["message"].startswith(ESCAPED), d)


# ---- outputs -----------------------------------------------------------------------------------------

def endings():
    """An output whose ending is that of another format is refused, in every command."""
    write("a.png", png(4, 3, pattern))
    write("b.png", png(4, 3, changed(1, (1, 1))))
    outputs = 0
    for command in ("diff", "render", "replay", "record", "reduce", "column", "level", "movie", "import", "affine", "bench",
                    "bench column", "bench models", "cache render", "cache numbers", "golden report", "golden json",
                    "golden junit", "golden markdown"):
        code, out, _ = run(*command.split(), "--help")
        for line in out.decode().splitlines():
            words = line.split()
            option = next((w for w in words[:2] if w.startswith("--")), None)
            value = words[words.index(option) + 1] if option and words.index(option) + 1 < len(words) else ""
            if not value.startswith("OUT."):
                continue
            outputs += 1
            good = value[4:]
            for bad in ("jpg", "gif", "bmp", "GIF", "json", "png", "r3d", "xml"):
                if bad == good:
                    continue
                code, out, err = run(*command.split(), option, "out." + bad, "a.png")
                expect(f"{command} {option} out.{bad}", code == 2 and f"out.{bad} would hold {good}".encode() in err and
                       not os.path.exists("out." + bad), code, err)
    expect("outputs of commands", outputs >= 15, outputs)
    for good in ("d.png", "d.PNG", "d", "d.new", "x.json/../d"):
        code, _, err = run("diff", "a.png", "b.png", "-o", good)
        expect(good, code == (6 if "/" in good else 1), code, err)


# ---- walks -------------------------------------------------------------------------------------------

def walks():
    """What cannot be read, or leads back, is told; the rest is compared."""
    for side in ("left", "right"):
        write(side + "/a.png", png(4, 3, pattern))
        write(side + "/z/b.png", png(4, 3, pattern if side == "left" else changed(1, (1, 1))))
        write(side + "/locked/c.png", png(4, 3, pattern))
    os.symlink("..", "left/z/up")
    os.symlink(".", "left/self")
    os.symlink("../../left", "left/z/again")
    os.symlink("nowhere", "left/gone.png")
    os.chmod("left/locked", 0)
    try:
        # Who may do everything reads it all the same: the program runs as somebody else then.
        somebody = 65534 if os.geteuid() == 0 else None
        try:
            unprivileged = run("--version", user=somebody)[0] == 0
        except OSError:
            unprivileged, somebody = False, None
            print("not tested: a folder that cannot be read (this user may read everything)")
        code, out, err = run("diff", "left", "right", user=somebody)
        text = out.decode()
        expect("the rest is compared", "a.png: equal" in text and "z/b.png: 1 of 12 px" in text, text)
        expect("links to a parent are told", err.count(b"leads back") == 3 and b"left/z/up" in err and b"left/self" in err, err)
        expect("a link to nothing is told", b"left/gone.png" in err or "gone.png" in text, err, text)
        if unprivileged:
            expect("the folder that cannot be read is named, and why", b"left/locked: " in err and b"ermission" in err, err)
            expect("exit code", code == 3, code)
            expect("what it may hold is not called missing", "only in" not in text.replace("gone.png: only in", ""), text)
        code, out, err = run("diff", "left", "right", "--json")
        lines = [json.loads(line) for line in out.decode().splitlines()]
        expect("JSON of the rest", sum(line["diff"]["verdict"] == "different" for line in lines) == 1, lines)
    finally:
        os.chmod("left/locked", 0o755)
    code, _, err = run("diff", "left", "none")
    expect("a folder that is not there", code == 3 and b"none: does not exist" in err, err)


# ---- frames ------------------------------------------------------------------------------------------

def formats():
    """Raw frames of every layout have the values that their bytes mean."""
    pixels = [(0, 0, 0, 255), (255, 255, 255, 255), (8, 132, 255, 128), (16, 65, 33, 0)]
    write("rgba.png", png(4, 1, lambda x, y: pixels[x], 4))
    write("rgb.png", png(4, 1, lambda x, y: pixels[x][:3]))
    order = sys.byteorder
    frames = {
        "rgba8": b"".join(bytes(p) for p in pixels), "bgra8": b"".join(bytes((p[2], p[1], p[0], p[3])) for p in pixels),
        "argb8": b"".join(bytes((p[3], *p[:3])) for p in pixels),
        "abgr8": b"".join(bytes((p[3], p[2], p[1], p[0])) for p in pixels),
        "argb32": b"".join((p[3] << 24 | p[0] << 16 | p[1] << 8 | p[2]).to_bytes(4, order) for p in pixels)}
    for layout, data in frames.items():
        write(layout, data)
        code, out, err = run("diff", "rgba.png", layout, "--raw", "4x1:" + layout)
        expect(layout, code == 0 and out.startswith(b"equal"), out, err)
    write("xrgb8", b"".join(bytes((77, *p[:3])) for p in pixels))
    code, out, err = run("diff", "rgb.png", "xrgb8", "--raw", "4x1:xrgb8")
    expect("xrgb8", code == 0 and out.startswith(b"equal"), out, err)
    # Every value of 5 and 6 bits.
    five = [v << 3 | v >> 2 for v in range(32)]
    six = [v << 2 | v >> 4 for v in range(64)]
    write("five.png", png(32, 1, lambda x, y: (five[x], five[31 - x], five[x ^ 5])))
    write("xrgb1555", b"".join(((x & 1) << 15 | x << 10 | (31 - x) << 5 | (x ^ 5)).to_bytes(2, order)
                               for x in range(32)))
    write("six.png", png(64, 1, lambda x, y: (five[x % 32], six[x], five[31 - x % 32])))
    write("rgb565", b"".join((x % 32 << 11 | x << 5 | (31 - x % 32)).to_bytes(2, order) for x in range(64)))
    for picture, layout, width in (("five.png", "xrgb1555", 32), ("six.png", "rgb565", 64)):
        code, out, err = run("diff", picture, layout, "--raw", f"{width}x1:{layout}")
        expect(layout, code == 0 and out.startswith(b"equal"), out, err)
    write("palette", bytes(v for p in pixels for v in p[:3]))
    write("indexed", bytes((0, 1, 2, 3)))
    write("beyond", bytes((0, 1, 2, 4)))
    code, out, err = run("diff", "rgb.png", "indexed", "--raw", "4x1:gray8", "--palette", "palette")
    expect("palette", code == 0 and out.startswith(b"equal"), out, err)
    for arguments, code_wanted, words in (
            (("beyond", "--raw", "4x1:gray8", "--palette", "palette"), 3, b"beyond: a number of a colour is not in the palette of 4"),
            (("indexed", "--raw", "4x1:gray8", "--palette", "indexed"), 3, b"indexed: 4 bytes, but a palette has 3 a colour"),
            (("xrgb8", "--raw", "4x1:xrgb8", "--palette", "palette"), 2, b"gray8"),
            (("indexed", "--palette", "palette"), 2, b"--raw")):
        code, out, err = run("diff", "rgb.png", *arguments)
        expect(str(arguments), code == code_wanted and words in err, code, err)


def memory():
    """--low-memory and pictures, which take whole ones, are refused together."""
    write("a.png", png(40, 30, pattern))
    write("b.png", png(40, 30, changed(32, (3, 4))))
    write("left/a.png", png(4, 3, pattern))
    for more in (["-o", "d.png"], ["--circled", "d.png"], ["--triptych", "d.png"], ["--preview"]):
        code, _, err = run("diff", "a.png", "b.png", "--low-memory", *more)
        expect(f"--low-memory {more}", code == 2 and b"--low-memory is looked at only without" in err and
               not os.path.exists("d.png"), code, err)
    code, _, err = run("diff", "left", "left", "--low-memory", "-o", "out")
    expect("of folders", code == 2, err)


# ---- the page of two folders -------------------------------------------------------------------------

def page():
    """One file that holds all: no network, names escaped, pictures with their sizes."""
    name = "<b>&\u202e\"x.png"
    write("left/a.png", png(40, 30, pattern))
    write("right/a.png", png(40, 30, pattern))
    write("left/z/" + name, png(40, 30, pattern))
    write("right/z/" + name, png(40, 30, changed(64, (3, 4))))
    write("left/sizes.png", png(9, 50, pattern))
    write("right/sizes.png", png(50, 9, pattern))
    write("right/new.png", png(5, 5, pattern))
    code, out, err = run("diff", "left", "right", "--html", "page.html")
    text = open("page.html", encoding="utf-8").read()
    expect("exit code and words", code == 1 and b"retro3d-" not in out and err == b"", out, err)
    expect("nothing is left", sorted(os.listdir(".")) == ["left", "page.html", "right"], os.listdir("."))
    expect("sections of what differs", text.count("<section>") == 3 and "a.png</h2>" not in text, text.count("<section>"))
    expect("pictures", text.count("<img ") == 3 + 3 + 1 and text.count('width="40" height="30"') == 3)
    expect("self-contained", "http" not in text and "src=\"data:" in text and text.count("src=") == text.count("src=\"data:"))
    expect("escaped", "<b>" not in text and "\u202e" not in text and "&#60;b&#62;&#38;&#65533;&#34;x.png" in text)
    expect("light and dark, aspect", "prefers-color-scheme:dark" in text and "height:auto" in text)
    code, _, err = run("diff", "left", "right", "--html", "left/a.png/page.html")
    expect("not written", code == 6 and b"left/a.png/page.html" in err, code, err)
    code, _, err = run("diff", "left/a.png", "right/a.png", "--html", "two.html")
    expect("of two files", code == 2 and b"two folders" in err, err)


# ---- the next step -----------------------------------------------------------------------------------

def next_step():
    """A message tells what to do next."""
    for ending in ("glb", "GLTF", "obj", "stl"):
        write("x." + ending, b"glTF\2\0\0\0")
        code, _, err = run("render", "x." + ending, "-o", "out.png")
        expect(ending, code == 3 and f"retro3d import x.{ending} -o ".encode() in err, code, err)
    code, _, err = run("render", "none.glb", "-o", "out.png")
    expect("not there", code == 3 and b"none.glb" in err and b"retro3d import" not in err, err)


GROUPS = {name: value for name, value in list(globals().items())
          if callable(value) and getattr(value, "__module__", "") == "__main__" and
          name not in ("png", "write", "run", "expect", "pattern", "changed", "is_plain")}


def main():
    for name in sys.argv[3:] or list(GROUPS):
        folder = os.path.join(FOLDER, name)
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        os.chdir(folder)
        GROUPS[name]()
    print(f"{len(failures)} failed")
    return 1 if failures else 0


sys.exit(main())
