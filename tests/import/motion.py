#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Nodes, skins, animations and shapes of meshes, and the word about what is not read. usage: motion.py PROGRAM SOURCE
OUT"""
import math
import struct

from support import (FLOAT, TRIANGLE, U16, U32, U8, Gltf, done, expect, load, looks_like, path, refuse, write)

UNIT = [(0, 0, 0), (256, 0, 0), (0, -256, 0)]


def moved(x=0, y=0, z=0):
    """The triangle of our axes, moved in the model's."""
    return sorted((a + 256 * x, b - 256 * y, c - 256 * z) for a, b, c in UNIT)


def places(g, **options):
    return sorted(load(g.glb("a.glb"), **options).places())


def plain(**parts):
    g = Gltf(**parts)
    g.mesh()
    return g


# ---- nodes ----
expect(places(plain(nodes=[{"translation": [1, 2, 3], "children": [1]}, {"mesh": 0, "translation": [1, 0, 0]}])) ==
       moved(2, 2, 3), "nodes add up")
expect(places(plain(nodes=[{"mesh": 0, "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]}])) == moved(5, 6, 7),
       "a matrix by columns")
expect(places(plain(nodes=[{"mesh": 0, "rotation": [0, 0, math.sin(math.pi / 4), math.cos(math.pi / 4)]}])) ==
       sorted([(0, 0, 0), (0, -256, 0), (-256, 0, 0)]), "a quarter turn about z")


def normal(mesh):
    a, b, c = (mesh.places()[i] for i in mesh.faces[0]["corners"])
    e, f = [b[i] - a[i] for i in range(3)], [c[i] - a[i] for i in range(3)]
    return e[0] * f[1] - e[1] * f[0]


before = normal(load(plain().glb("a.glb")))
expect(normal(load(plain(nodes=[{"mesh": 0, "scale": [-1, 1, 1]}]).glb("a.glb"))) * before > 0, "mirrored is not inside out")
expect(places(plain(scene=1, scenes=[{"nodes": [0]}, {"nodes": [1]}],
                    nodes=[{"mesh": 0}, {"mesh": 0, "translation": [9, 0, 0]}]), warns="all scenes but one") == moved(9),
       "the scene that is shown")
two = load(plain(nodes=[{"mesh": 0, "name": "a", "children": [1]}, {"mesh": 0, "name": "b", "translation": [3, 0, 0]}])
           .glb("a.glb"))
expect(sorted(v[3] for v in two.vertices) == [1, 1, 1, 2, 2, 2], "a label for each part", two.vertices)

# ---- shapes of meshes ----
SQUARE = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0)]
for mode, order in ((5, [0, 1, 2, 3]), (6, [0, 1, 3, 2])):
    g = Gltf()
    primitive = g.mesh(None, SQUARE, mode)
    primitive["indices"] = g.accessor(order, "SCALAR", U16)
    mesh = load(g.glb("a.glb"))
    expect(len(mesh.faces) == 2, mode, mesh.faces)
    turns = [normal(type("m", (), {"faces": [f], "places": mesh.places})()) for f in mesh.faces]
    expect(turns[0] * turns[1] > 0 and turns[0] * before > 0, mode, "both sides alike", turns)
g = Gltf()
g.mesh()
g.json["meshes"][0]["primitives"].append({"attributes": {"POSITION": 0}, "mode": 1})
expect(len(load(g.glb("a.glb"), warns="not read: points and lines").faces) == 1, "lines are told")
for component, codes in ((U8, "B"), (U16, "H"), (U32, "I")):
    g = Gltf()
    primitive = g.mesh(None, SQUARE)
    primitive["indices"] = g.accessor([0, 1, 2, 2, 1, 3], "SCALAR", component)
    expect(len(load(g.glb("a.glb")).faces) == 2, "indices", component)
g = Gltf()
g.mesh()["indices"] = g.accessor([0, 1, 77], "SCALAR", U8)
refuse(g.glb("a.glb"), "vertex 77 of 3")
g = Gltf()  # sparse: the second place moves; and places without a view are zeros
g.mesh()
g.json["accessors"][0]["sparse"] = {
    "count": 1, "indices": {"bufferView": g.view(struct.pack("<H", 1)), "componentType": U16},
    "values": {"bufferView": g.view(struct.pack("<3f", 5, 0, 0))}}
expect(sorted(load(g.glb("a.glb")).places()) == sorted([(0, 0, 0), (1280, 0, 0), (0, -256, 0)]), "sparse")
g.json["accessors"][0]["sparse"]["indices"]["bufferView"] = g.view(struct.pack("<H", 9))
refuse(g.glb("a.glb"), "replaces an element")
g = Gltf()
g.mesh()
g.json["bufferViews"][0]["byteStride"] = 12
g.json["accessors"][0]["count"] = 400
refuse(g.glb("a.glb"), "400 elements")

# ---- what is not read is told ----
g = plain(extensionsUsed=["KHR_lights_punctual", "EXT_other"], cameras=[
    {"type": "perspective", "perspective": {"yfov": 1, "znear": 0.1}}])
g.json["meshes"][0]["primitives"][0]["targets"] = [{"POSITION": 0}]
load(g.glb("a.glb"), warns="not read: cameras, extension EXT_other, extension KHR_lights_punctual, morph targets")
g = plain(extensionsUsed=["KHR_draco_mesh_compression"], extensionsRequired=["KHR_draco_mesh_compression"])
refuse(g.glb("a.glb"), "KHR_draco_mesh_compression")
g = Gltf()
g.mesh({"emissiveFactor": [1, 1, 1]})
load(g.glb("a.glb"), warns="emissive colours")

# ---- skins ----
JOINTS = [{"mesh": 0, "skin": 0, "translation": [50, 0, 0]}, {"name": "root", "children": [2], "translation": [0, 1, 0]},
          {"name": "tip", "translation": [0, 1, 0]}]


def skinned(weights, numbers=((0, 1, 0, 0),) * 3, binds=((0, 0, 0), (0, 0, 0)), component=FLOAT, **more):
    g = Gltf(scenes=[{"nodes": [0, 1]}], nodes=JOINTS, skins=[{"joints": [1, 2]}])
    if binds:
        g.json["skins"][0]["inverseBindMatrices"] = g.accessor(
            [(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, *b, 1) for b in binds], "MAT4")
    g.mesh(None, JOINTS_0=g.accessor(numbers, "VEC4", U8),
           WEIGHTS_0=g.accessor(weights, "VEC4", component, **more))
    return g


first, second, half = (1, 0, 0, 0), (0, 1, 0, 0), (0.5, 0.5, 0, 0)
mesh = load(skinned((first, second, (0.25, 0.75, 0, 0))).glb("a.glb"))
expect(sorted(mesh.vertices) == sorted([(0, -256, 0, 1), (256, -512, 0, 2), (0, -256 - 448, 0, 2)]), mesh.vertices)
mesh = load(skinned((first,) * 3, binds=((0, -1, 0), (0, -2, 0))).glb("a.glb"))
expect(sorted(mesh.places()) == moved(), "bind matrices", mesh.places())
mesh = load(skinned((first,) * 3, binds=None).glb("a.glb"))
expect(sorted(mesh.places()) == moved(0, 1, 0), "missing bind matrices", mesh.places())
mesh = load(skinned(((0, 255, 0, 0),) * 3, component=U8, normalized=True).glb("a.glb"))
expect(sorted(mesh.places()) == moved(0, 2, 0), "weights in bytes", mesh.places())
mesh = load(skinned(((0, 3, 0, 0),) * 3).glb("a.glb"))
expect(sorted(mesh.places()) == moved(0, 2, 0), "weights that do not sum up to 1")
refuse(skinned(((0, 0, 0, 0),) * 3).glb("a.glb"), "no weights")
refuse(skinned((first,) * 3, numbers=((9, 0, 0, 0),) * 3).glb("a.glb"), "joint 9 of 2")
g = skinned((first,) * 3)
g.json["skins"][0]["joints"] = [1, 77]
refuse(g.glb("a.glb"), "77")
g = skinned((half, half, (0.1, 0.1, 0, 0)))  # the second set has the strongest joint
attributes = g.json["meshes"][0]["primitives"][0]["attributes"]
attributes["JOINTS_1"] = g.accessor([(1, 0, 0, 0)] * 3, "VEC4", U8)
attributes["WEIGHTS_1"] = g.accessor([(0, 0, 0, 0), (0, 0, 0, 0), (0.8, 0, 0, 0)], "VEC4")
mesh = load(g.glb("a.glb"))
expect((0, -256 - int(256 * 1.9 + 0.5), 0, 2) in mesh.vertices, mesh.vertices)

# ---- animations ----


def animate(interpolation, values, times=(0, 0.8), target="translation", node=0, g=None, options=()):
    """Frames of an animation: a list of {base: (x, y, z)} each."""
    g = g or plain(nodes=[{"mesh": 0, "name": "n", "translation": [0, 0, 0]}])
    kind = "VEC4" if target == "rotation" else "VEC3"
    g.json["animations"] = [{"name": "a b", "samplers": [{
        "input": g.accessor(times, "SCALAR"), "output": g.accessor(values, kind), "interpolation": interpolation}],
        "channels": [{"sampler": 0, "target": {"node": node, "path": target}}]}]
    load(g.glb("a.glb"), "--skel", path("a.skel"), "--anim", path("a.anim"), *options)
    frames = []
    for line in open(path("a.anim")):
        words = line.split()
        if words[0] == "frame":
            frames.append({})
        elif words[0] == "op":
            frames[-1][int(words[1])] = tuple(int(w) for w in words[2:5])
    return frames


ORIGIN, SIZE, TURN, SHIFT = range(4)
xs = [f[SHIFT][0] for f in animate("LINEAR", [(0, 0, 0), (10, 0, 0)])]
expect(xs == [256 * i for i in range(10)], "LINEAR", xs)
xs = [f[SHIFT][0] for f in animate("STEP", [(0, 0, 0), (1, 0, 0), (5, 0, 0)], (0, 0.4, 0.8))]
expect(xs == [0] * 5 + [256] * 5, "STEP", xs)
HERMITE = [(0, 0, 0), (0, 0, 0), (10, 0, 0), (0, 0, 0), (4, 0, 0), (0, 0, 0)]  # leaves with 10 a second
xs = [f[SHIFT][0] for f in animate("CUBICSPLINE", HERMITE)]
for i, x in enumerate(xs):
    s = i / 10
    wanted = 256 * (0.8 * 10 * (s ** 3 - 2 * s ** 2 + s) + 4 * (3 * s ** 2 - 2 * s ** 3))
    expect(abs(x - wanted) <= 1, "CUBICSPLINE", i, x, wanted)
TURNED = [(0, 0, 0, 1), (0, 0, math.sin(math.pi / 4), math.cos(math.pi / 4))]
zs = [f[TURN][2] for f in animate("LINEAR", TURNED, target="rotation")]

steps = [min(z, 256 - z) for z in zs]
expect(all(abs(z - 6.4 * i) <= 1 for i, z in enumerate(steps)), "a quarter turn in ten frames", zs)
steps = [f[TURN][2] for f in animate("STEP", TURNED, target="rotation")]
expect(steps == [0] * 10, "turns in steps", steps)
sizes = [f.get(SIZE, (128,) * 3) for f in animate("LINEAR", [(1, 1, 1), (1, 3, 1)], target="scale")]
expect(all(s == (128, round(128 + 25.6 * i), 128) for i, s in enumerate(sizes)), "sizes along one axis", sizes)
below = plain(nodes=[{"name": "up", "children": [1]}, {"mesh": 0, "name": "n", "translation": [0, 1, 0]}])
xs = [f[SHIFT][0] for f in animate("LINEAR", [(0, 0, 0), (10, 0, 0)], g=below)]
expect(xs == [256 * i for i in range(10)], "what a node above does", xs)
g = skinned((first,) * 3)
frames = animate("STEP", [(0, 1, 0), (0, 3, 0), (0, 9, 0)], (0, 0.4, 0.8), node=1, g=g)
expect([f[SHIFT][1] for f in frames] == [0] * 5 + [-512] * 5, "a joint moves its vertices", frames)
expect([f[4 + SHIFT][1] for f in frames] == [0] * 5 + [-512] * 5, "and the joints below it", frames)
text = open(path("a.anim")).read()
expect("sequence a_b " in text and "mask root " in text and "mask tip " in text, text)
g = plain(nodes=[{"mesh": 0, "name": "e\x1bvil\u202e name"}])
animate("STEP", [(0, 0, 0), (1, 0, 0)], g=g)
expect("mask e?vil?_name " in open(path("a.anim")).read(), "names are cleaned")
g = plain()
g.json["animations"] = [{"samplers": [{"input": g.accessor((0.8, 0), "SCALAR"), "output": g.accessor(
    [(0, 0, 0)] * 2, "VEC3")}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "translation"}}]}]
refuse(g.glb("a.glb"), "order")
g = plain()
g.json["animations"] = [{"samplers": [{"input": g.accessor((0, 0.8), "SCALAR"), "output": g.accessor(
    (0, 1), "SCALAR")}], "channels": [{"sampler": 0, "target": {"node": 0, "path": "weights"}}]}]
load(g.glb("a.glb"), warns="animations of weights")

# ---- other formats, by Assimp ----
write("a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n"
      "property uchar red\nproperty uchar green\nproperty uchar blue\nelement face 1\nproperty list uchar int vertex_indices"
      "\nend_header\n" + "".join("%g %g %g 0 255 0\n" % p for p in TRIANGLE) + "3 0 1 2\n")
mesh = load(path("a.ply"))
expect(sorted(set(mesh.places())) == moved(), mesh.places())  # both sides of the sheet
looks_like(mesh, (0, 255, 0), within=35)
write("a.xyz", "no model\n")
refuse(path("a.xyz"))
done()
