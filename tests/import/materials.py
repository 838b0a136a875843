#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Materials, pictures and files that a model names, each with the right colour. usage: materials.py PROGRAM SOURCE
OUT"""
import base64
import os

from support import (BLUE, FLOAT, GREEN, RED, U16, U8, WHITE, Gltf, done, expect, load, looks_like, path, png, refuse,
                     srgb, write)

PURE = {"red": (255, 0, 0), "green": (0, 255, 0), "blue": (0, 0, 255)}
FOUR = png([[RED, GREEN], [BLUE, WHITE]])  # rows from the top


def is_like(mesh, name, face=0):
    looks_like(mesh, PURE[name], face, within=35)


def textured(uv, picture=FOUR, sampler=None, info=None, factor=None, sets=None, **material):
    """A triangle whose middle is at uv."""
    g = Gltf()
    texture = g.picture(picture, sampler)
    spots = [(uv[0] - 0.01, uv[1]), (uv[0] + 0.01, uv[1]), uv]
    attributes = {"TEXCOORD_%d" % (sets or 0): g.accessor(spots, "VEC2")}
    if sets:
        attributes["TEXCOORD_0"] = g.accessor([(0.75, 0.75)] * 3, "VEC2")
    pbr = {"baseColorTexture": {"index": texture, **(info or {})}}
    if factor:
        pbr["baseColorFactor"] = factor
    g.mesh({"pbrMetallicRoughness": pbr, **material}, **attributes)
    return g


# ---- pictures: rows from the top, sets, wrap modes, transforms ----
is_like(load(textured((0.25, 0.25)).glb("a.glb")), "red")
is_like(load(textured((0.75, 0.25)).glb("a.glb")), "green")
is_like(load(textured((0.25, 0.75)).glb("a.glb")), "blue")
is_like(load(textured((0.25, 0.25), sets=1, info={"texCoord": 1}).glb("a.glb")), "red")
CLAMP, MIRROR = {"wrapS": 33071, "wrapT": 33071}, {"wrapS": 33648, "wrapT": 33648}
is_like(load(textured((1.25, 0.25)).glb("a.glb")), "red")
is_like(load(textured((1.25, 0.25), sampler=CLAMP).glb("a.glb")), "green")
is_like(load(textured((1.25, 0.25), sampler=MIRROR).glb("a.glb")), "green")
is_like(load(textured((-0.75, -3.75), sampler={"wrapS": 33071, "wrapT": 10497}).glb("a.glb")), "red")


def transformed(uv, **transform):
    return textured(uv, info={"extensions": {"KHR_texture_transform": transform}})


is_like(load(transformed((0.25, 0.25), offset=[0.5, 0]).glb("a.glb")), "green")
is_like(load(transformed((0.25, 0.25), scale=[1, 3]).glb("a.glb")), "blue")
is_like(load(transformed((0.75, 0.25), rotation=1.5707963, offset=[0, 1]).glb("a.glb")), "red")  # at (0.25, 0.25)
is_like(load(transformed((0.25, 0.25), rotation=1.5707963, offset=[0, 1]).glb("a.glb")), "blue")  # (0.25, 0.75)
g = transformed((0.75, 0.75), texCoord=1)
g.json["meshes"][0]["primitives"][0]["attributes"]["TEXCOORD_1"] = g.accessor([(0.25, 0.25)] * 3, "VEC2")
is_like(load(g.glb("a.glb")), "red")

# ---- factor x picture x COLOR_0, as light ----
GREY = png([[(0.5, 0.5, 0.5)]])
light = ((0.5 + 0.055) / 1.055) ** 2.4
looks_like(load(textured((0.5, 0.5), GREY, factor=[0.5, 0.5, 0.5, 1]).glb("a.glb")), [srgb(light / 2)] * 3)
g = textured((0.5, 0.5), GREY, factor=[1, 0.5, 1, 1])
g.json["meshes"][0]["primitives"][0]["attributes"]["COLOR_0"] = g.accessor([(0.5, 1, 1, 1)] * 3, "VEC4")
looks_like(load(g.glb("a.glb")), [srgb(light / 2), srgb(light / 2), srgb(light)], within=20)
for component, most in ((U8, 255), (U16, 65535)):
    g = Gltf()
    g.mesh(None, COLOR_0=g.accessor([(0, most, 0), (0, most, 0), (0, most, 0)] if component == U16 else
                                    [(0, most, 0, most)] * 3, "VEC3" if component == U16 else "VEC4", component,
                                    normalized=True))
    is_like(load(g.glb("a.glb")), "green")
looks_like(load(textured((0.5, 0.5), png([[(0.8, 0.2, 0.2)]], 16)).glb("a.glb")), (204, 51, 51), within=20)
g = Gltf()
g.mesh({"extensions": {"KHR_materials_pbrSpecularGlossiness": {"diffuseFactor": [0, 0, 1, 1]}}})
is_like(load(g.glb("a.glb")), "blue")

# ---- alpha ----
for factor, alpha in ((0.25, 191), (0.5, 128), (1.0, 0), (0.0, 255)):
    g = Gltf()
    g.mesh({"alphaMode": "BLEND", "pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, factor]}})
    mesh = load(g.glb("a.glb"))
    expect(mesh.faces[0]["alpha"] == alpha, factor, mesh.faces)
g = Gltf()
g.mesh({"pbrMetallicRoughness": {"baseColorFactor": [1, 0, 0, 0.25]}})  # OPAQUE
expect(load(g.glb("a.glb")).faces[0]["alpha"] == 0, "opaque")
LEAF = png([[(0, 1, 0, 1), (1, 0, 0, 0)]])
is_like(load(textured((0.25, 0.5), LEAF, alphaMode="MASK").glb("a.glb")), "green")
g = textured((0.5, 0.5), LEAF, alphaMode="MASK")  # the middle is a hole, other places are not
g.json["accessors"][0]["count"] = 3
attributes = g.json["meshes"][0]["primitives"][0]["attributes"]
attributes["TEXCOORD_0"] = g.accessor([(0.0, 0.5), (1.0, 0.5), (0.9, 0.5)], "VEC2")
is_like(load(g.glb("a.glb")), "green")
run_out = textured((0.75, 0.5), LEAF, alphaMode="MASK")
run_out.json["nodes"].append({"mesh": 1})
run_out.json["scenes"][0]["nodes"].append(1)
run_out.mesh({"pbrMetallicRoughness": {"baseColorFactor": [0, 0, 1, 1]}})
mesh = load(run_out.glb("a.glb"), warns="1 faces that their material hides")
expect(len(mesh.faces) == 1, mesh.faces)
is_like(mesh, "blue")

# ---- pictures that are not there, or cannot be read ----
for uri, word in (("none.png", "is not there"), ("../../secret.png", "outside"), ("/etc/passwd", "outside"),
                  ("C:\\art\\secret.png", "outside"), ("%2e%2e/secret.png", "outside")):
    mesh = load(textured((0.5, 0.5), uri, factor=[1, 0, 0, 1]).glb("a.glb"), warns=[word, uri.rsplit("/")[-1]])
    is_like(mesh, "red")
write("junk.png", b"junk")
is_like(load(textured((0.5, 0.5), "junk.png", factor=[1, 0, 0, 1]).glb("a.glb"), warns="junk.png"), "red")
is_like(load(textured((0.5, 0.5), b"\x89PNGjunk", factor=[1, 0, 0, 1]).glb("a.glb"), warns="cannot be read"), "red")
run = textured((0.5, 0.5), "e\x1b[31mvil\u202e.png", factor=[1, 0, 0, 1])
mesh = load(run.glb("a.glb"), warns="e?[31mvil?.png")
g = Gltf()
g.picture(FOUR)
g.mesh({"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}, "baseColorFactor": [1, 0, 0, 1]}})
is_like(load(g.glb("a.glb"), warns="no texture coordinates"), "red")

# ---- names of files ----
write("my tex+1.png", png([[RED]]))
write("textures/deep tex.png", png([[RED]]))
write("\u00fcn.png", png([[RED]]))
for uri in ("my%20tex+1.png", "my tex+1.png", "./my%20tex%2B1.png", "textures/deep%20tex.png", "textures\\deep tex.png",
            "textures/../my tex+1.png", "%C3%BCn.png", "elsewhere/my%20tex+1.png"):
    is_like(load(textured((0.5, 0.5), uri).glb("a.glb")), "red")
is_like(load(textured((0.5, 0.5), "../art/my tex+1.png").glb("a.glb"), warns="outside"), "red")
DATA = "data:image/png;base64," + base64.b64encode(png([[RED]])).decode()
is_like(load(textured((0.5, 0.5), DATA).glb("a.glb")), "red")

# ---- .gltf with buffers of its own ----
g = textured((0.25, 0.25))
write("my buf.bin", g.bytes)
is_like(load(g.gltf("a.gltf", "my%20buf.bin")), "red")
is_like(load(g.gltf("a.gltf", "data:application/octet-stream;base64," + base64.b64encode(g.bytes).decode())), "red")
refuse(g.gltf("a.gltf", "none.bin"), "none.bin")
os.makedirs(path("sub"), exist_ok=True)
g.gltf("sub/a.gltf", "../secret.bin")
refuse(path("sub/a.gltf"), "outside", "secret.bin")
with open(g.gltf("b.gltf", "data:application/octet-stream;base64," + base64.b64encode(g.bytes).decode()), "rb") as file:
    is_like(load(write("bom.gltf", b"\xEF\xBB\xBF" + file.read())), "red")

# ---- OBJ ----
FACE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0.25 0.75\nvt 0.25 0.75\nvt 0.25 0.75\nusemtl m\nf 1/1 2/2 3/3\n"
write("four.png", FOUR)
write("two words.png", png([[RED]]))


def obj(material, head="mtllib m.mtl\n", face=FACE, name="m.mtl"):
    write(name, material)
    return write("m.obj", head + face)


is_like(load(obj("newmtl m\nmap_Kd four.png\n")), "red")  # v runs up, and no Kd is white
looks_like(load(obj("newmtl m\nKd 0.6 0.6 0.6\nmap_Kd four.png\n")), (153, 0, 0), within=25)
is_like(load(obj("newmtl m\nKd 1 1 1\nmap_Kd -o 0.5 0 four.png\n")), "green")
is_like(load(obj("newmtl m\nKd 1 1 1\nmap_Kd -s 1 3 1 four.png\n")), "blue")
is_like(load(obj("newmtl m\nKd 1 1 1\nmap_Kd textures\\deep tex.png\n")), "red")
is_like(load(obj("newmtl m\nKd 1 1 1\nmap_Kd two words.png\n")), "red")
is_like(load(obj("newmtl m\r\nKd 1 0 0\r\n", face=FACE.replace("\n", "\r\n"))), "red")
is_like(load(obj("\ufeffnewmtl m\nKd 1 0 0 \n", face=FACE.replace("usemtl m", "usemtl m  "))), "red")
is_like(load(obj("newmtl m\nKd 1 0 0\n", "mtllib my lib.mtl\n", name="my lib.mtl")), "red")
is_like(load(obj("newmtl m\nKd 1 0 0\n", "mtllib m.mtl m.mtl\nmtllib my lib.mtl\n")), "red")
is_like(load(obj("newmtl m\nKd 1 0 0\nmap_Kd none.png\n"), warns="none.png"), "red")
looks_like(load(obj("newmtl m\nKd 0.5 0.5 0.5\n")), (128, 128, 128))  # as the number is
looks_like(load(obj("newmtl n\nKd 1 0 0\n"), warns="material \"m\""), (128, 128, 128))
looks_like(load(obj("newmtl m\nNs 10\n")), (128, 128, 128))
for line, alpha in (("d 0.25", 191), ("Tr 0.75", 191), ("d 1", 0)):
    expect(load(obj("newmtl m\nKd 1 0 0\n%s\n" % line)).faces[0]["alpha"] == alpha, line)
expect(len(load(obj("", face="v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 0.5 0\nv 0 2 0\nf -5 -4 \\\n -3 -2 -1\n")).faces) == 3,
       "a polygon over two lines")
bent = load(obj("", face="v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 0.5 0\nv 0 2 0\nf 1 2 3 4 5\n"))
area = 0
for face in bent.faces:
    (ax, ay, _), (bx, by, _), (cx, cy, _) = (bent.places()[i] for i in face["corners"])
    area += abs((bx - ax) * (cy - ay) - (by - ay) * (cx - ax)) / 2
expect(abs(area / 256 / 256 - 2.5) < 0.01, "a polygon that bends inwards covers", area / 65536)
load(obj("", face="v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2\ncurv 0 1 1 2\n"), warns=["points and lines", '"curv"'])
is_like(load(obj("", face="v 0 0 0 1 0 1 0\nv 1 0 0 1 0 1 0\nv 0 1 0 1 0 1 0\nf 1 2 3\n")), "green")
done()
