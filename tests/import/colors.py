#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Packed colours: near to the model's in every light. usage: colors.py PROGRAM SOURCE OUT"""
from support import done, expect, load, looks_like, rgb_of, write

TRIANGLE = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl m\nf 1 2 3\n"


def of(*channels):
    write("m.mtl", "newmtl m\nKd %g %g %g\n" % channels)
    return load(write("m.obj", "mtllib m.mtl\n" + TRIANGLE))


def lit(color, shade):
    """What lighting makes of a colour: its lightness times shade / 128, between 2 and 126."""
    return color & ~127 | max(2, min(126, (color & 127) * shade >> 7))


# White and greys are greys, in every light.
for i in range(0, 256, 5):
    mesh = of(i / 255, i / 255, i / 255)
    color = mesh.faces[0]["color"]
    expect(color >> 7 & 7 == 0, "grey", i, "has saturation:", color)
    for shade in range(32, 129, 8):
        shown = rgb_of(lit(color, shade))
        expect(max(shown) - min(shown) <= 18, "grey", i, "in light", shade, "looks like", shown)
    looks_like(mesh, (i, i, i), within=12)

# Others are near to what they are in full light, and keep their tone in the shadow.
for rgb in [(1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 0), (0.8, 0.6, 0.4), (0.95, 0.95, 0.85), (0.2, 0.1, 0.3)]:
    mesh = of(*rgb)
    looks_like(mesh, [255 * c for c in rgb], within=35)
    strongest = max(range(3), key=lambda i: rgb[i])
    shown = rgb_of(lit(mesh.faces[0]["color"], 64))
    expect(shown[strongest] == max(shown), rgb, "in the shadow looks like", shown)
done()
