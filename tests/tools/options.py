#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every option of every command changes something or is refused.

usage: options.py PROGRAM WRONG_PROGRAM REPORT_CHILD SOURCE OUT [GROUP...]

GROUP: affine, cache, column, diff, golden, bench, rest (all other commands) or the name of a command; all without one.

WRONG_PROGRAM is a build with a seeded fault, REPORT_CHILD a program that leaves the results of a test run
(tests/golden/page/child.c). The options are read from --help, so none can be forgotten. Each is tried in every mode
of its command: what the command prints, leaves behind and exits with must differ from the same run without it, or
the option must be refused as wrong usage (exit code 2), which another mode must then not do.
"""
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import zlib

PROGRAM, WRONG, CHILD, SOURCE, OUT = sys.argv[1:6]
ONLY = sys.argv[6:]
YARD = "golden/data/isomaps/courtyard.iso"
WAD = "golden/../tests/fuzz/fuzz_wad/corpus/two-rooms.wad"


class Mode:
    """A way to use a command: arguments without the option that is tried, for one input or several, of which one
    must show the option; and values where this mode needs others than the command. None: not to be tried here."""

    def __init__(self, name, inputs, values=None, same=(), prepare=None, tty=False):
        self.name = name
        self.inputs = [text.split() for text in ([inputs] if isinstance(inputs, str) else inputs)]
        self.values = values or {}
        self.same = same
        self.prepare = prepare
        self.tty = tty


# ---- files that the commands work on ----

SCENE = """size 64 48
clear 0x203040
rect 4 4 50 30 0x705030
alpha 96
flat 8 6 50 12 20 44 0x40C080
alpha 0
hline 10 20 30 0xFFFFFF
gouraud 30 8 2960 60 20 2890 36 46 3000
"""


def run(arguments, tty=False, check=False):
    """Returns exit code, standard output and error, and the seconds of CPU time and KiB that it took."""
    if tty:
        leader, follower = pty.openpty()
        process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=follower)
        os.close(follower)
        output = process.stdout.read()
        errors = b""
        try:
            while chunk := os.read(leader, 65536):
                errors += chunk
        except OSError:  # the other side is closed
            pass
        os.close(leader)
        return process.wait(), output, errors
    done = subprocess.run(arguments, stdin=subprocess.DEVNULL, capture_output=True, check=False)
    if check and done.returncode not in (0, 1):
        sys.exit(f"{' '.join(arguments)}: exit code {done.returncode}\n{done.stderr.decode()}")
    return done.returncode, done.stdout, done.stderr


def program(*arguments):
    return run([PROGRAM, *arguments], check=True)


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def write_deep_png(name, value):
    """A grey pixel of 16 bits."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    with open(name, "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 1, 1, 16, 0, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(b"\0" + struct.pack(">H", value))) + chunk(b"IEND", b""))


def write_bare_wad(name):
    """The map without graphics of its own."""
    with open(WAD, "rb") as file:
        data = file.read()
    count, start = struct.unpack_from("<ii", data, 4)
    entries = [data[start + i * 16:start + i * 16 + 16] for i in range(count)]
    kept = entries[:9]  # MAP01 and its records
    with open(name, "wb") as file:
        file.write(b"PWAD" + struct.pack("<ii", len(kept), start) + data[12:start] + b"".join(kept))


def write_hard_wad(name):
    """A map whose monsters come on hard only; there are no pictures of them."""
    with open(f"{SOURCE}/tests/column/wad/demonspectre.wad", "rb") as file:
        data = bytearray(file.read())
    count, start = struct.unpack_from("<ii", data, 4)
    for i in range(count):
        offset, size, lump = struct.unpack_from("<ii8s", data, start + 16 * i)
        for at in range(offset, offset + size, 10):
            if lump.startswith(b"THINGS") and data[at + 6:at + 8] != b"\x01\x00":
                data[at + 8:at + 10] = b"\x04\x00"
    with open(name, "wb") as file:
        file.write(data)


def prepare_files():
    """Makes what several commands read, in the present folder."""
    write_hard_wad("hard.wad")
    os.symlink(f"{SOURCE}/golden", "golden")
    write("scene.r3d", SCENE)
    write("longer.r3d", SCENE.replace("rect 4 4 50 30", "rect 4 4 51 30"))
    write("many.r3d", "size 64 48\n" + "".join(f"rect {x * 8} {y * 8} {x + 1} 2 0xC04020\n"
                                                for x in range(8) for y in range(6)))
    write("few.r3d", "size 64 48\nrect 0 0 1 1 0xFFFFFF\n")
    write("dot.r3d", "size 64 48\nrect 0 0 1 1 0xFFFFFF\nrect 30 30 1 1 0xFFFFFF\n")
    write("small.r3d", SCENE.replace("size 64 48", "size 60 40"))
    write("grey.r3d", SCENE.replace("0x705030", "0x715030"))
    for name in ["scene", "longer", "many", "few", "dot", "small", "grey"]:
        program("replay", f"{name}.r3d", "-o", f"{name}.png")
    program("replay", "few.r3d", "-o", "alpha.png", "--coverage")
    write("sprites.path", "64 64 41 0 0 2\n64 64 41 180 0\n")
    write_deep_png("deep1.png", 0x1234)
    write_deep_png("deep2.png", 0x1235)
    write("walk.path", "126 96 41 0 0 2\n140 96 41 0 0\n")
    write("mask.r3d", "size 64 48\nclear 0x000000\nrect 0 0 64 24 0xFFFFFF\n")
    program("replay", "mask.r3d", "-o", "mask.png")
    with open("scene.png", "rb") as file:
        data = bytearray(file.read())
    data[-16] ^= 1  # no longer its checksum
    for name in ["broken1.png", "broken2.png"]:
        with open(name, "wb") as file:
            file.write(data)
    for folder, names in [("left", ["scene", "deep1", "many", "broken1", "scene"]),
                          ("right", ["longer", "deep2", "few", "broken2", "small"])]:
        os.mkdir(folder)
        for i, name in enumerate(names):
            shutil.copy(f"{name}.png", f"{folder}/{i}.png")
    write("raw", "")
    with open("raw1", "wb") as file:
        file.write(bytes(4 * 4 * 4))
    with open("palette.bin", "wb") as file:
        file.write(bytes(v * 9 % 256 for v in range(256) for _ in range(3)))
    with open("raw2", "wb") as file:
        file.write(bytes(4 * 4 * 4 - 1) + b"\1")
    run([CHILD, "goldens", "run"], check=True)
    write("run/results/third.1.jsonl", '{"version":1,"suite":"third","name":"x","kind":"picture","status":"passed",'
          '"passed":true,"root":"goldens"}\n')
    os.makedirs("more/results")
    write("more/results/more.1.jsonl", '{"version":1,"suite":"more","name":"x","kind":"picture","status":"missing",'
          '"passed":false,"root":"goldens"}\n')
    os.makedirs("passed/results")
    write("passed/results/scenes.1.jsonl", '{"version":1,"suite":"scenes","run":"begin"}\n' + "".join(
        f'{{"version":1,"suite":"scenes","name":"{name[:-4]}","kind":"picture","status":"passed","passed":true,'
        f'"root":"goldens"}}\n' for name in os.listdir("goldens/scenes")) +
        '{"version":1,"suite":"scenes","run":"end","complete":true}\n')
    # A golden that no test used, and a suite of which none ran.
    os.makedirs("goldens/other")
    shutil.copy("scene.png", "goldens/scenes/unused.png")
    shutil.copy("scene.png", "goldens/other/unused.png")
    os.makedirs("goldens/third")
    shutil.copy("scene.png", "goldens/third/x.png")
    program("level", "build", "golden/data/levels/zroom.level", "-o", "tree.level")
    program("level", "build", f"{WAD}:MAP01", "-o", "rooms.level")
    with open("golden/data/levels/transitions.level", encoding="utf-8") as file:
        text = file.read()
        walls = re.findall(r"^wall \d+ (.*)$", text, re.M)
        write("odd.level", re.sub(r"(?m)^(wall %d .*)$" % (len(walls) - 1), r"\1\nwall %d " % len(walls) + walls[0],
                                  text))
    with open("tree.level", encoding="utf-8") as file:  # a wall is not in its list
        write("tree.level", re.sub(r"(?m)^(subsector 0 .*) \d+$", r"\1", file.read()))
    write_bare_wad("bare.wad")
    # Caches whose checksums are wrong.
    for name in ["golden/cache", "golden/cache/317"]:
        weak = name.replace("golden/cache", "weak", 1).replace("/", "")
        os.mkdir(weak)
        for entry in os.listdir(name):
            if not os.path.isfile(f"{name}/{entry}"):
                continue
            with open(f"{name}/{entry}", "rb") as file:
                data = bytearray(file.read())
            for found in re.finditer(rb"1AY&SY", bytes(data)):
                data[found.end()] ^= 1
            with open(f"{weak}/{entry}", "wb") as file:
                file.write(data)
    program("cache", "render", "golden/cache", "--kind", "icon", "--hash", "icons.tsv")
    program("cache", "render", "golden/cache", "--kind", "worn", "--gender", "1", "--hash", "woman.tsv")
    for kind in PICTURE_KINDS:
        program("cache", "render", "golden/cache", "--kind", kind, "-o", "pictures", "--brightness",
                "0.9")
    for page in [["bench", "--class", "flat", "--area", "10", "--size", "64x64", "-r", "1", "--csv", "old.csv"],
                 ["bench", "scene.r3d", "-r", "1", "-f", "1", "--csv", "script.csv"]]:
        program(*page)


def prepare_goldens():
    """Copies that a command may change."""
    for name in ["goldens", "run"]:
        shutil.copytree(name, f"out/{name}")
    shutil.copytree("goldens", "out/goldens2")
    os.remove("out/goldens2/scenes/unused.png")


def prepare_prune():
    prepare_goldens()
    program("golden", "manifest", "out/goldens/scenes", "out/goldens/other")


def prepare_check_file():
    prepare_goldens()
    os.makedirs("out/goldens/t")
    shutil.copy("few.png", "out/goldens/t/x.png")


def prepare_pictures():
    """Pictures of another run, which --resume leaves as they are."""
    shutil.copytree("pictures", "out/a")


# ---- the commands ----

# Options that change how something is done, not what comes out. Each value must be taken, and a wrong one refused.
HOW = {
    "replay": {"isa": "every instruction set draws the same"},
    "explain": {"isa": "every instruction set draws the same"},
    "diff": {"threads": "any number of threads finds the same", "low-memory": "the same result, in less memory",
             "isa": "every instruction set finds the same"},
    "cache render": {"jobs": "any number of threads draws the same"},
    "bench": {"rounds": "more rounds of the same"},
    "bench --diff": {"rounds": "more rounds of the same"},
    "bench --models": {"rounds": "more rounds of the same"},
    "bench --column": {"rounds": "more rounds of the same"},
    "bench --affine": {"rounds": "more rounds of the same"},
}

DIFF = {
    "metric": "yiq", "channels": "alpha", "tolerance": "3", "threshold": "0.9", "background": "checker",
    "antialias": True, "max-pixels": "999999", "max-ratio": "0.9", "max-cluster": "999999", "max-delta": "1",
    "window": "9:99", "depth8": True, "crop-to-common": True, "first": True, "include": "0,0,5,5",
    "ignore": "0,0,64,30", "mask": "mask.png", "link-distance": "2", "base-radius": "29", "stroke": "7",
    "max-rings": "1", "dim": "dark", "paint": "heat", "paint-factor": "3", "no-rings": True,
    "output": "out/diff.png", "circled": "out/circled.png", "triptych": "out/triptych.png", "json": True,
    "quiet": True, "verify": True, "list-options": True, "low-memory": True, "threads": "1", "raw": "4x4:rgba8",
    "palette": "palette.bin", "html": "out/page.html",
    "max-samples": "12", "preview": True, "isa": "scalar",
}

# What is tried with pictures: how they are drawn.
PICTURES_ONLY = dict.fromkeys(set(DIFF) - {"link-distance", "base-radius", "stroke", "max-rings", "dim", "paint",
                                           "no-rings", "output", "circled", "triptych"})
for picture in ["output", "circled", "triptych"]:
    PICTURES_ONLY[picture] = "out/other.png"


def pictures(option):
    return [f"many.png few.png {option} out/a.png", f"dot.png few.png {option} out/a.png",
            f"many.png few.png --link-distance 2 {option} out/a.png"]


# Beside the same option of the mode: the last one counts.
TWICE = {"out": "nowhere", "root": "out/goldens2"}
RUN = {"out": "nowhere", "root": "out/goldens2", "all-suites": True}

CACHE = {"models": "nowhere", "layout": "store", "strict": True, "rules": "317", "brightness": "0.6"}


def paths(output):
    return [f"{level} --path walk.path --size 96x64 {output}" for level in [
        "golden/data/levels/transitions.level", "golden/data/levels/sprites.level --path sprites.path", "rooms.level",
        "golden/data/levels/transitions.level --textures golden/data/freedoom"]]


PICTURE_KINDS = ["model", "icon", "npc", "loc", "idk", "worn", "spot", "texels"]


def caches():
    return [Mode("archives", ["golden/cache", "weak"]),
            Mode("store", ["golden/cache/317", "weak317"], {"layout": "archives", "rules": "225"})]


COMMANDS = {
    "movie": ({"output": "out/b.png", "fps": "35", "delay": "70", "loops": "3", "scale": "2"},
              [Mode("files", "scene.png longer.png -o out/a.png"),
               Mode("fps", "scene.png longer.png --fps 30 -o out/a.png"),
               Mode("delay", "scene.png longer.png --delay 30 -o out/a.png")]),
    "replay": ({"scale": "2", "output": "out/b.png", "dump": "out/dump.txt", "isa": "scalar", "owner": "out/owner.png",
                "coverage": True},
               [Mode("", "few.r3d -o out/a.png")]),
    "explain": ({"rect": "20,15,2,2", "diff": "longer.png", "expect": "longer.png", "json": True, "isa": "sse2"},
                [Mode("point", "scene.r3d 53 15"), Mode("rect", "scene.r3d --rect 53,15,2,2"),
                 Mode("diff", "scene.r3d --diff longer.png")]),
    "reduce": ({"output": "out/b.r3d", "expect": "longer.png", "pixel": "54,20", "isa": "scalar,sse2",
                "against": WRONG, "command": "false", "only-commands": True, "quiet": True},
               [Mode("expect", "scene.r3d -o out/a.r3d --expect longer.png"),
                Mode("command", "scene.r3d -o out/a.r3d --command false"),
                Mode("isa", "scene.r3d -o out/a.r3d --isa scalar,sse2", {"output": None, "only-commands": None,
                                                                       "quiet": None}),
                Mode("against", f"scene.r3d -o out/a.r3d --against {WRONG}")]),
    "bisect": ({"isa": "scalar,sse2", "threads": "1,2", "against": WRONG, "output": "out/a"},
               [Mode("isa", "scene.r3d --isa scalar,sse2", same=["output"]),
                Mode("threads", "scene.r3d --threads 1,2", same=["output"]),
                Mode("against", f"scene.r3d --against {WRONG}")]),
    "record": ({"output": "out/b.r3d"}, [Mode("", "scene.r3d -o out/a.r3d")]),
    "render": ({"output": "out/b.png", "yaw": "900", "pitch": "20", "roll": "200", "zoom": "50", "size": "99x80",
                "background": "0x304050", "smooth": True, "brightness": "0.6",
                "texture": "0=golden/model/tex/crate.tx8", "light": "20,768,-50,-10,-50",
                "skel": "golden/model/mesh/rule-two.skel", "frames": "golden/model/mesh/rule-two.anim", "frame": "1",
                "anim": "all", "turntable": "4", "columns": "2", "apng": True, "scale": "2"},
               [Mode("still", "golden/model/mesh/cube.mesh -o out/a.png", same=["texture"]),
                Mode("textured", "golden/model/mesh/crate.mesh -o out/a.png", {
                    name: None for name in ["zoom", "smooth", "brightness", "light"]}),
                Mode("turntable", "golden/model/mesh/cube.mesh --turntable 3 -o out/a.png", same=["texture"]),
                Mode("frame", "golden/model/mesh/bob-torso.mesh --skel golden/model/mesh/bob.skel"
                     " --frames golden/model/mesh/bob.anim --frame 1 -o out/a.png", same=["texture", "frame"]),
                Mode("anim", "golden/model/mesh/bob-torso.mesh --skel golden/model/mesh/bob.skel"
                     " --frames golden/model/mesh/bob.anim --anim all -o out/a.png", same=["texture", "anim"])]),
    "import": ({"output": "out/b.mesh", "skel": "out/a.skel", "anim": "out/a.anim", "scale": "99", "split": "20"},
               [Mode("", "golden/data/kenney/city/grass-trees.glb -o out/a.mesh"),
                Mode("skel", "golden/data/kenney/city/grass-trees.glb -o out/a.mesh --skel out/b.skel")]),
    "diff": (DIFF,
             [Mode("text", ["scene.png longer.png", "scene.png longer.png --max-pixels 9999", "many.png few.png",
                            "broken1.png broken2.png", "scene.png small.png", "few.png alpha.png --channels rgba",
                            "deep1.png deep2.png", "raw1 raw2"]),
              Mode("output", pictures("-o"), PICTURES_ONLY),
              Mode("circled", pictures("--circled"), PICTURES_ONLY),
              Mode("triptych", pictures("--triptych"), PICTURES_ONLY),
              Mode("palette", "raw1 raw2 --raw 8x8:gray8", {**dict.fromkeys(DIFF), "palette": "palette.bin"}),
              Mode("paint", "many.png few.png --paint abs -o out/a.png", dict.fromkeys(set(DIFF) - {"paint-factor"})),
              Mode("yiq", ["scene.png grey.png --metric yiq --threshold 0.001",
                           "few.png alpha.png --metric yiq --channels rgba --threshold 0.45"],
                   {**dict.fromkeys(set(DIFF) - {"threshold", "background", "antialias"}), "threshold": "0.9"}),
              Mode("folders", "left right", {"output": "out/folder"})]),
    "golden accept": ({"all": True, "dry-run": True, "interactive": True, "out": "nowhere", "root": "out/goldens2",
                       "variant": "v2"},
                      [Mode("names", "scenes/noise --out out/run --root out/goldens", prepare=prepare_goldens),
                       Mode("all", "--all --out out/run --root out/goldens", prepare=prepare_goldens)]),
    "golden add": ({"to": "out/other", "name": "b", "by": WRONG},
                   [Mode("", "scene.r3d --to out", prepare=lambda: os.mkdir("out/other"))]),
    "golden status": (RUN, [Mode("", "--out out/run --root out/goldens", TWICE, prepare=prepare_goldens)]),
    "golden check": ({**RUN, "fail-unused": True}, [Mode("results", "--out passed"),
                                                    Mode("unused", "--out passed --root out/goldens --fail-unused",
                                                         TWICE, prepare=prepare_goldens)]),
    "golden prune": ({**RUN, "yes": True, "dry-run": True}, [Mode("", "--out passed --root out/goldens", TWICE, prepare=prepare_prune)]),
    "golden check-file": (
        {"as": "t/y", "root": "nowhere", "out": "out/run2", "last": True, "raw": "4x4:rgba8",
    "palette": "palette.bin", "metric": "yiq",
         "channels": "alpha", "tolerance": "3", "threshold": "0.9", "background": "checker", "antialias": True,
         "max-pixels": "999999", "max-ratio": "0.9", "max-cluster": "999999", "max-delta": "1", "window": "9:99",
         "crop-to-common": True, "include": "0,0,5,5", "ignore": "0,0,64,30"},
        [Mode("exact", ["many.png --as t/x --root out/goldens --out out/run", "raw1 --as t/x --root out/goldens --out out/run"],
              prepare=prepare_check_file),
         Mode("yiq", "many.png --as t/x --root out/goldens --out out/run -m yiq", {"tolerance": None, "metric": None},
              prepare=prepare_check_file)]),
    "golden clean": ({"out": "out/run", "dry-run": True}, [Mode("", "--out out/run", {"out": "out/none"}, prepare=prepare_goldens)]),
    "golden report": ({"output": "out/b.html", "out": "more", "all": True, "embed": "none"},
                      [Mode("", "run -o out/a.html")]),
    "golden json": ({"output": "out/a.json", "out": "more", "all": True}, [Mode("", "run")]),
    "golden junit": ({"output": "out/a.xml", "out": "more"}, [Mode("", "run")]),
    "golden markdown": ({"output": "out/a.md", "out": "more", "all": True}, [Mode("", "run")]),
    "golden merge": ({"output": "out/b", "out": "more"}, [Mode("", "run -o out/a")]),
    "golden mask": ({"root": "out/goldens"}, [Mode("", "scenes/noise 0,0,4,4 --root out/goldens2",
                                                   prepare=prepare_goldens)]),
    "golden manifest": ({}, [Mode("", "goldens/other")]),
    "golden verify": ({}, [Mode("", "goldens/other")]),
    "column": ({"camera": "126,96,41,10,0", "focal": "99,99", "fov": "60", "size": "99x64", "mode": "ids",
                "things": True, "set": "1:ceil:88", "output": "out/b.png", "cols": "out/a.cols", "path": "walk.path",
                "rate": "7", "textures": "golden/data/freedoom", "iwad": WAD, "fade": "10,300", "contrast": True,
                "skill": "all", "scale": "3", "stats": True},
               [Mode(mode, [f"{level} --mode {mode} --size 96x64 -o out/a.png" for level in [
                   "golden/data/levels/transitions.level", "golden/data/levels/sprites.level",
                   "golden/data/levels/door.level --camera 64,32,41,0,0", "rooms.level",
                   "rooms.level --camera 100,48,50,170,0 --things", f"{WAD}:MAP01",
                   f"{SOURCE}/tests/column/wad/mponly.wad:MAP01 --camera 64,128,20,0,0 --things",
                   "golden/data/levels/transitions.level --textures golden/data/freedoom"]])
                for mode in ["ids", "lines", "dither", "flat", "textured"]] +
               [Mode("path", paths("-o out/a.png")), Mode("frames", paths("-o out/a-##.png"),
                     {"output": "out/b-##.png"})]),
    "affine": ({"output": "out/b.png", "info": "out/a.info", "counters": True, "sprites": "out/a.list", "plan": "out/plan.png",
                "heading": "99", "pitch": "200", "roll": "77", "at": "9,9,9", "time": "900", "frames": "3", "rate": "7",
                "turn": True},
               [Mode("still", ["golden/affine/maps/moving.arena -o out/a.png", "golden/affine/maps/block-hw.arena -o out/a.png"]),
                Mode("scene", "golden/affine/affine_41.scene -o out/a.png", {"time": "900"}),
                Mode("raw", "golden/affine/affine_12.scene -o out/a.png", same=["time"]),
                Mode("info", "golden/affine/maps/block.arena -o out/a.png --info out/a.info", {"info": "out/b.info"},
                     same=["time"]),
                Mode("film", "golden/affine/maps/moving.arena -o out/a.png --frames 2")]),
    "outline": ({"output": "out/b.png", "out-dir": "out/c", "mode": "screen", "width": "3", "ids": "block", "color": "40",
                 "texels": "3", "quadrant": "1", "light": "600,600", "show": "faces", "time": "3210", "frames": "2",
                 "rate": "9", "scale": "2"},
                [Mode("picture", [f"{YARD} -o out/a.png", "golden/outline/maps/screen.iso -o out/a.png"], {"light": "20,100"}),
                 Mode("buffers", f"{YARD} --out-dir out/a", {"out-dir": "out/b"}),
                 Mode("lines", [f"{YARD} --show lines -o out/a.png", f"{YARD} --mode screen --show lines -o out/a.png"]),
                 Mode("faces", f"{YARD} --show faces -o out/a.png", {"show": "lines"}),
                 Mode("film", [f"{YARD} --frames 3 -o out/a.png", f"{YARD} --mode screen --frames 3 -o out/a.png"])]),
    "level": ({"output": "out/b.level", "strict": True, "rebuild": True, "textures": "golden/data/freedoom",
               "iwad": WAD, "skill": "all", "scale": "3", "size": "99x88", "tree": True, "blocks": True, "radius": True,
               "path": "walk.path"},
              [Mode(action, [f"{action} {level}{more}" for level in [
                  "hard.wad:MAP01", "tree.level", "odd.level", f"{WAD}:MAP01", "bare.wad:MAP01", "rooms.level",
                  "golden/data/levels/transitions.level --textures left"]])
               for action, more in [("check", ""), ("info", ""), ("build", " -o out/a.level")]] +
              [Mode("plan", [f"plan {level} -o out/a.png" for level in [
                  "hard.wad:MAP01", "tree.level", "odd.level", "rooms.level", "tree.level --tree",
                  "golden/data/levels/transitions.level", "golden/data/levels/transitions.level --tree",
                  "golden/data/nostromo/e2m7-demo.level --tree"]])]),
    "cache list": ({**CACHE, "kind": "npc", "ids": "1-3"}, caches() + [
        Mode(kind, [f"{cache} --kind {kind}" for cache in ["golden/cache", "weak"]])
        for kind in ["model", "frame", "skeleton"]] + [
        Mode(f"{kind} of a store", f"golden/cache/317 --kind {kind}", {"layout": "archives"})
        for kind in ["model", "frame", "skeleton"]] + [
        Mode(kind, [f"{cache} --kind {kind}" for cache in ["golden/cache", "weak"]])
        for kind in ["texture", "obj", "npc", "loc", "idk", "seq", "spot", "worn"]]),
    "cache info": ({**CACHE, "check": True, "coverage": True}, caches()),
    "cache numbers": ({**CACHE, "compare": "golden/cache/numbers.tsv", "output": "out/a.tsv"}, caches()),
    "cache record": ({**CACHE, "kind": "npc", "ids": "5", "amount": "5", "shape": "11", "rotation": "2", "gender": "1",
                      "seq": "1", "frame": "1", "size": "99", "zoom": "50", "pitch": "300", "yaw": "700",
                      "right-hand": "0", "left-hand": "1", "output": "out/b.r3d"},
                     [Mode(kind, [f"{cache} --kind {kind} --ids {one} -o out/a.r3d"
                                  for cache in ["golden/cache", "weak"] for one in ids],
                           {"kind": "idk" if kind == "npc" else "npc", "ids": other},
                           same=[] if kind == "obj" else ["rules"])
                      for kind, ids, other in [("obj", ["4"], "1"), ("npc", ["2"], "1"), ("worn", ["12"], "1"),
                                               ("loc", ["1 --shape 10", "11 --frame 0"], "5"), ("spot", ["1"], "0"),
                                               ("model", ["12"], "1"), ("idk", ["3"], "1")]]),
    "cache extract": ({**CACHE, "ids": "2", "output": "out/b", "kind": "mesh"},
                      # Rules: tests/cache/test_rules.c has caches of which they make other models.
                      [Mode(kind or "all", [f"{cache} -o out/a" + (f" --kind {kind}" if kind else "")
                                            for cache in ["golden/cache", "weak"]], {"ids": "2", "output": "out/b"},
                            same=["rules"])
                       for kind in ["", "model", "mesh", "skeleton", "texture", "gltf", "npc", "obj", "loc", "idk",
                                    "spot"]] +
                      [Mode(f"{kind} of a store", f"golden/cache/317 -o out/a --kind {kind}", {
                          "layout": "archives", "output": "out/b", "ids": "2"})
                       for kind in ["model", "mesh", "skeleton", "gltf"]]),
    "cache render": ({**CACHE, "kind": "icon", "ids": "2", "amount": "5", "frame": "1", "rotation": "1",
                      "gender": "1", "size": "99", "zoom": "50", "pitch": "200", "yaw": "700",
                      "scale": "2", "seq": "1", "apng": True, "coverage": True, "wear": "13", "right-hand": "0", "left-hand": "1",
                      "rows": "icons.tsv", "compare": "icons.tsv", "hash": "out/a.tsv", "output": "out/b",
                      "sheet": "out/a.png", "columns": "2", "html": True, "worn-seq": "1", "kits-man": "1",
                      "kits-woman": "1", "jobs": "2", "shard": "1/2", "resume": True, "quiet": True},
                     [Mode(kind, [f"{cache} --kind {kind} -o out/a" for cache in ["golden/cache", "weak"]] +
                           (["golden/cache --kind worn --gender 1 -o out/a"] if kind == "worn" else []),
                           {"ids": "2", "output": "out/b"}, same=[] if kind in ["icon", "texels"] else ["rules"],
                           prepare=prepare_pictures, tty=True)
                      for kind in PICTURE_KINDS] +
                     [Mode("table", ["golden/cache --rows icons.tsv --hash out/a.tsv",
                                     "golden/cache --rows golden/cache/expected.tsv --hash out/a.tsv",
                                     "golden/cache --rows woman.tsv --hash out/a.tsv",
                                     "weak --rows icons.tsv --hash out/a.tsv"], {"hash": "out/b.tsv"}, tty=True),
                      Mode("compare", "golden/cache --compare icons.tsv", {"strict": None, **dict.fromkeys(
                          ["rules", "size", "worn-seq", "kits-man", "kits-woman", "wear", "right-hand", "left-hand"])}, tty=True),
                      Mode("sheet", ["golden/cache --kind npc --sheet out/a.png", "weak --kind npc --sheet out/a.png"],
                           {"sheet": "out/b.png"}, same=["rules"], tty=True)]),
    "bench": ({"rounds": "1", "isa": "scalar", "class": "gouraud", "size": "99x80", "area": "100", "frames": "2",
               "csv": "out/a.csv", "against": "old.csv", "threads": "2"},
              [Mode("triangles", "--class flat --area 10 --size 64x64 --rounds 1",
                    {"class": "gouraud", "size": "99x80", "area": "100"}),
               Mode("scripts", "scene.r3d --rounds 1 --frames 1 --csv out/b.csv",
                    {"against": "script.csv", "frames": "2"})]),
    "bench --diff": ({"rounds": "1", "size": "99x80", "write": "out/pairs"},
                     [Mode("measure", "--size 64x64 --rounds 1", {"size": "99x80"}),
                      Mode("write", "--size 64x64", {"size": "99x80"})]),
    "bench --models": ({"rounds": "1", "icons": "golden/model/icon-grid.r3d", "threads": "2", "csv": "out/a.csv",
                        "against": "models.csv"}, [Mode("", "--rounds 1")]),
    "bench --affine": ({"rounds": "1"}, [Mode("", "--rounds 1")]),
    "bench --column": ({"rounds": "1", "textures": "nowhere", "iwad": WAD},
                       [Mode("", "--rounds 1")]),
}
COMMANDS["golden bisect"] = COMMANDS["bisect"]


def help_of(command):
    return run([PROGRAM, *command.split(), "--help"])[1].decode()


def options_of(command):
    """Pairs of name and whether it takes a value."""
    return [(m[1], m[2] is not None) for m in
            re.finditer(r"^  (?:-\w,|   ) --([a-z0-9-]+)(?: (\S+))?", help_of(command), re.M)
            if m[1] not in ("help", "version")]


def commands():
    """All commands, those of groups too."""
    def names(command):
        text = run([PROGRAM, *command, "--help"])[1].decode()
        return re.findall(r"^  ([a-z]+) +[A-Z]", text, re.M) if "--output" not in text else []
    for name in names([]):
        below = names([name]) if not options_of(name) else []
        if name == "bench":
            yield from ("bench", "bench --diff", "bench --models", "bench --column", "bench --affine")
        elif below:
            yield from (f"{name} {action}" for action in below)
        else:
            yield name


def snapshot(command, mode, arguments):
    """What a run leaves: exit code, texts and files."""
    shutil.rmtree("out", ignore_errors=True)
    os.mkdir("out")
    if mode.prepare:
        mode.prepare()
    code, output, errors = run([PROGRAM, *command.split(), *arguments], mode.tty)
    if command.startswith("bench"):  # times are never the same
        output = re.sub(rb" +\d+\.\d+", b" T", output)
    # That a setting was given is said, but is not what it is for.
    output = re.sub(rb"(?m)^settings: .*\n", b"", output)
    output = re.sub(rb'"settings":\{.*?\}\},', b"", output)
    files = {}
    for folder, _, names in os.walk("out"):
        for name in names:
            path = f"{folder}/{name}"
            with open(path, "rb") as file:
                data = file.read()
            if path.endswith(".csv"):
                data = re.sub(rb"\d+(\.\d+)?", b"T", data)
            files[path] = data
    return code, output, errors, files


def try_command(command, failures):
    if command not in COMMANDS:
        failures.append(f"{command}: not known to this test")
        return
    values, modes = COMMANDS[command]
    how = HOW.get(command, {})
    accepted = set()
    options = options_of(command)
    for mode in modes:
        bases = [snapshot(command, mode, arguments) for arguments in mode.inputs]
        if bases[0][0] in (2, 3, 6):
            failures.append(f"{command}, {mode.name}: exit code {bases[0][0]}: {bases[0][2].decode()}")
            continue
        for name, takes_value in options:
            if f"--{name}" in mode.inputs[0] and name not in mode.values:
                accepted.add(name)  # one of several ways, or required
                continue
            value = mode.values[name] if name in mode.values else values.get(name)
            if value is None:
                if name not in mode.values:
                    failures.append(f"{command} --{name}: no value to try")
                continue
            given = [f"--{name}"] + ([value] if takes_value else [])
            runs = [snapshot(command, mode, arguments + given) for arguments in mode.inputs]
            if all(one[0] == 2 for one in runs):
                continue
            accepted.add(name)
            if all(one == base or one[0] == 2 for one, base in zip(runs, bases)) and name not in how and name not in mode.same:
                failures.append(f"{command}, {mode.name}: --{name} changes nothing and is not refused")
            if name in how and takes_value and snapshot(command, mode, mode.inputs[0] + [f"--{name}", "?"])[0] != 2:
                failures.append(f"{command}: --{name} \"?\" is not refused")
    for name, _ in options:
        if name not in accepted:
            failures.append(f"{command} --{name}: refused in every mode")


def group_of(command):
    first = command.split()[0]
    return "column" if first == "level" else first if first in ("affine", "cache", "column", "diff", "golden", "bench") else "rest"


def main():
    shutil.rmtree(OUT, ignore_errors=True)
    os.makedirs(OUT)
    os.chdir(OUT)
    for name in list(os.environ):
        if name.startswith("R3D_"):
            del os.environ[name]
    prepare_files()
    failures = []
    tried = 0
    for command in commands():
        if not ONLY or command in ONLY or group_of(command) in ONLY:
            try_command(command, failures)
            tried += 1
    for failure in failures:
        print(failure)
    print(f"{tried} commands, {len(failures)} failures")
    sys.exit(1 if failures or not tried else 0)


main()
