#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Small models that showed faults, with the right values, and hostile ones, which are refused in bounded time and
memory. usage: faults.py PROGRAM SOURCE OUT"""
import json
import os
import resource
import shutil
import struct
import subprocess
import sys
import time

from support import FAULTS, OUT, SOURCE, Mesh, Run, done, expect, load, looks_like, path, refuse, rgb_of, srgb

shutil.copytree(FAULTS, OUT, dirs_exist_ok=True)


def fault(name):
    return os.path.join(OUT, name)


# ---- materials ----
looks_like(load(fault("factor_linear.glb")), [srgb(0.5)] * 3)
expect(abs(srgb(0.5) - 0xBC) < 1, "0.5 of light is #bc on a screen")
looks_like(load(fault("vcol_float.glb")), (0, 255, 0), within=35)
looks_like(load(fault("same_uv.glb")), (255, 0, 0), within=35)
looks_like(load(fault("tex16.glb")), (255, 0, 0), within=35)
looks_like(load(fault("textransform.glb")), (0, 0, 255), within=35)
looks_like(load(fault("wrap_clamp.glb")), (0, 0, 255), within=35)
blend = load(fault("alpha_blend.glb"))
looks_like(blend, (255, 0, 0), within=35)
expect(blend.faces[0]["alpha"] == 191, "alpha", blend.faces[0])
load(fault("uri_space.glb"))
load(fault("jpeg_embedded.glb"))
looks_like(load(fault("o_vcol.obj")), (0, 255, 0), within=35)
looks_like(load(fault("o_two_mtl.obj")), (255, 0, 0), within=35)
looks_like(load(fault("o_bom.obj")), (255, 0, 0), within=35)

# ---- skins and animations ----
expected = [(0, 0, 0), (256, 0, 0), (0, -256, 0)]
for name in ("skin_no_ibm.glb", "skin_with_ibm.glb"):
    expect(sorted(load(fault(name)).places()) == sorted(expected), name)
skinned = load(fault("skinned.glb"))
expect(sorted(skinned.places()) == sorted((x, y - 512, z) for x, y, z in expected), skinned.places())
load(fault("an_step.glb"), "--skel", path("a.skel"), "--anim", path("a.anim"))
lines = open(path("a.anim")).read().splitlines()
expect(sum(line.startswith("frame ") for line in lines) == 10, lines)
for line in lines:
    words = line.split()
    if words[0] == "op":
        expect(words[2:5] == ["0", "0", "0"], line)
expect(sorted(load(fault("quantized.glb")).places()) == sorted(expected), "quantized")

# ---- own exports: each joint has its bind matrix, that of no move ----
extracted = Run(["cache", "extract", os.path.join(SOURCE, "golden/cache"), "--kind", "npc", "-o", path("npcs")])
expect(extracted.code == 0, extracted.errors)
skins = 0
for name in os.listdir(path("npcs")):
    with open(os.path.join(path("npcs"), name), "rb") as file:
        data = file.read()
    size = struct.unpack("<I", data[12:16])[0]
    document = json.loads(data[20:20 + size])
    for skin in document.get("skins", []):
        accessor = document["accessors"][skin["inverseBindMatrices"]]
        view = document["bufferViews"][accessor["bufferView"]]
        expect(accessor["type"] == "MAT4" and accessor["count"] == len(skin["joints"]), name, accessor)
        start = 20 + size + 8 + view["byteOffset"]
        expect(struct.unpack("<16f", data[start:start + 64]) == (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1), name)
        skins += 1
expect(skins >= 3, "skins", skins)

# ---- hostile models ----
HOSTILE = path("hostile")
os.makedirs(HOSTILE, exist_ok=True)
subprocess.run([sys.executable, os.path.join(SOURCE, "tests/import/make_hostile_models.py")], cwd=HOSTILE, check=True)
READ = {"esc.obj", "mtl.obj", "mtl2.obj", "ok.glb"}  # nothing wrong with what is taken of these
WORDS = {"fnode.glb": "1000 deep", "deepjson.glb": "256 deep", "bigpoly.obj": "100000 corners", "idx.obj": "line 4",
         "cycle.glb": "node 0", "uri.glb": "etc/passwd", "many.obj": "triangles", "nan.obj": "not a number"}
for name in sorted(os.listdir(HOSTILE)):
    if name.endswith(".mtl"):
        continue
    model = os.path.join(HOSTILE, name)
    begin = time.time()
    if name in READ:
        run = Run(["import", model, "-o", path("hostile.mesh"), "--split", "0"])
        expect(run.code == 0, name, run.errors)
        expect(len(Mesh(path("hostile.mesh")).faces) == 1, name)
        expect("\x1b" not in run.errors and "\x07" not in run.errors, name, "reaches the terminal")
        if "mtl" in name:
            expect("etc/passwd" in run.errors and "outside" in run.errors, name, run.errors)
    else:
        refuse(model, *[WORDS[name]] if name in WORDS else [])
    expect(time.time() - begin < 60, name, "took too long")
for name in WORDS:
    expect(os.path.exists(os.path.join(HOSTILE, name)), name, "is made")
peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
expect(peak < 1024 * 1024 or os.environ.get("ASAN_OPTIONS"), "KiB of memory:", peak)
expect(rgb_of(8318)[0] > 240, "white is white")
done()
