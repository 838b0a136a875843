# SPDX-License-Identifier: MIT
"""What the tests of import share: making models, running the program, reading what it writes."""
import json
import os
import struct
import subprocess
import sys
import traceback
import zlib

PROGRAM, SOURCE, OUT = sys.argv[1:4]
FAULTS = os.path.join(SOURCE, "tests/import/faults")

U8, I16, U16, U32, FLOAT = 5121, 5122, 5123, 5125, 5126
CODES = {5120: "b", U8: "B", I16: "h", U16: "H", U32: "I", FLOAT: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
TRIANGLE = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]

checks = 0


def expect(condition, *what):
    global checks
    checks += 1
    if not condition:
        print("FAILED:", *what)
        traceback.print_stack()
        raise SystemExit(1)


def path(name):
    os.makedirs(OUT, exist_ok=True)
    return os.path.join(OUT, name)


def write(name, data):
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    with open(path(name), "wb") as file:
        file.write(data if isinstance(data, bytes) else data.encode())
    return path(name)


# ---- glTF ----

class Gltf:
    """A glTF file that grows: accessors first, then everything else as plain JSON."""

    def __init__(self, **json_parts):
        self.json = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
                     "accessors": [], "bufferViews": [], **json_parts}
        self.bytes = b""

    def view(self, data, **more):
        self.bytes += b"\0" * (-len(self.bytes) % 4)
        self.json["bufferViews"].append({"buffer": 0, "byteOffset": len(self.bytes), "byteLength": len(data), **more})
        self.bytes += data
        return len(self.json["bufferViews"]) - 1

    def accessor(self, rows, kind, component=FLOAT, **more):
        flat = [v for row in rows for v in (row if isinstance(row, (tuple, list)) else (row,))]
        data = struct.pack("<%d%s" % (len(flat), CODES[component]), *flat)
        self.json["accessors"].append({"bufferView": self.view(data), "componentType": component,
                                       "count": len(flat) // WIDTHS[kind], "type": kind, **more})
        return len(self.json["accessors"]) - 1

    def mesh(self, material=None, places=None, mode=None, **attributes):
        """Adds a mesh of one primitive; further attributes are accessors."""
        primitive = {"attributes": {"POSITION": self.accessor(places or TRIANGLE, "VEC3"), **attributes}}
        if material is not None:
            self.json.setdefault("materials", []).append(material)
            primitive["material"] = len(self.json["materials"]) - 1
        if mode is not None:
            primitive["mode"] = mode
        self.json.setdefault("meshes", []).append({"primitives": [primitive]})
        return primitive

    def picture(self, data, sampler=None, mime="image/png", **more):
        """Adds a picture and a texture with it; returns the texture."""
        image = {"uri": data} if isinstance(data, str) else {"bufferView": self.view(data), "mimeType": mime}
        self.json.setdefault("images", []).append(image)
        texture = {"source": len(self.json["images"]) - 1, **more}
        if sampler is not None:
            self.json.setdefault("samplers", []).append(sampler)
            texture["sampler"] = len(self.json["samplers"]) - 1
        self.json.setdefault("textures", []).append(texture)
        return len(self.json["textures"]) - 1

    def glb(self, name):
        self.json["buffers"] = [{"byteLength": len(self.bytes)}]
        text = json.dumps(self.json).encode()
        text += b" " * (-len(text) % 4)
        data = self.bytes + b"\0" * (-len(self.bytes) % 4)
        body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(data), 0x4E4942) + data
        return write(name, struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body)

    def gltf(self, name, buffer_uri):
        self.json["buffers"] = [{"byteLength": len(self.bytes), "uri": buffer_uri}]
        return write(name, json.dumps(self.json))


def png(rows, bits=8):
    """An RGB or RGBA picture; rows of tuples with channels of 0..1."""
    most = (1 << bits) - 1
    raw = b""
    for row in rows:
        raw += b"\0" + b"".join(struct.pack(">" + ("B" if bits == 8 else "H"), round(c * most)) for p in row for c in p)
    kind = {3: 2, 4: 6}[len(rows[0][0])]

    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    head = struct.pack(">IIBBBBB", len(rows[0]), len(rows), bits, kind, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(raw)) + chunk(b"IEND", b"")


RED, GREEN, BLUE, WHITE = (1, 0, 0), (0, 1, 0), (0, 0, 1), (1, 1, 1)


# ---- the program ----

class Run:
    def __init__(self, arguments, limit=60):
        result = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=limit,
                                check=False)
        self.code = result.returncode
        self.output = result.stdout.decode(errors="replace")
        self.errors = result.stderr.decode(errors="replace")
        self.raw_errors = result.stderr


class Mesh:
    """A .mesh file."""

    def __init__(self, name):
        self.vertices, self.faces, self.lines = [], [], open(name).read().splitlines()
        for line in self.lines:
            words = line.split()
            named = dict(w.split("=") for w in words if "=" in w)
            if words[0] == "v":
                self.vertices.append(tuple(int(w) for w in (words[1:] + ["0"])[:4]))
            elif words[0] == "f":
                self.faces.append({"corners": [int(w) for w in words[1:4]], "color": int(words[4]),
                                   "alpha": int(named.get("alpha", 0)), "info": int(named.get("info", 0))})

    def places(self):
        return [v[:3] for v in self.vertices]


def load(model, *options, code=0, warns=None):
    """Imports a model; returns its mesh. What is said must contain `warns`, or be nothing."""
    run = Run(["import", model, "-o", path("out.mesh"), "--split", "0", *options])
    expect(run.code == code, model, "exit code", run.code, run.errors)
    if warns is None:
        expect(run.errors == "", model, "no word expected, but:", run.errors)
    for text in [warns] if isinstance(warns, str) else warns or []:
        expect(text in run.errors, model, "expected", repr(text), "in", repr(run.errors))
    return Mesh(path("out.mesh")) if code == 0 else None


def refuse(model, *words, limit=60):
    """Imports a model that must be refused with these words."""
    if os.path.exists(path("no.mesh")):
        os.remove(path("no.mesh"))
    run = Run(["import", model, "-o", path("no.mesh")], limit)
    expect(run.code == 3, model, "exit code", run.code, run.errors)
    expect(run.errors.count("\n") >= 1 and os.path.basename(model) in run.errors, model, "names no file:", run.errors)
    for word in words:
        expect(word in run.errors, model, "expected", repr(word), "in", repr(run.errors))
    expect(not os.path.exists(path("no.mesh")), model, "left something behind")


# ---- colours ----

def rgb_of(hsl16):
    """The colour of the palette at brightness 0.8: what the engine shows."""
    hue, saturation, lightness = (hsl16 >> 10) / 64 + 1 / 128, (hsl16 >> 7 & 7) / 8 + 1 / 16, (hsl16 & 127) / 128
    q = lightness * (1 + saturation) if lightness < 0.5 else lightness + saturation - lightness * saturation
    p = 2 * lightness - q

    def channel(turn):
        turn %= 1
        if turn < 1 / 6:
            return p + (q - p) * 6 * turn
        if turn < 1 / 2:
            return q
        return p + (q - p) * (2 / 3 - turn) * 6 if turn < 2 / 3 else p
    channels = [int(channel(hue + turn) * 256) / 256 for turn in (1 / 3, 0, -1 / 3)]
    return tuple(round(c ** 0.8 * 256) for c in channels)


def srgb(value):
    """A linear factor as a screen shows it, 0..255."""
    return 255 * (value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055)


def looks_like(mesh, rgb, face=0, within=14):
    shown = rgb_of(mesh.faces[face]["color"])
    expect(all(abs(a - b) <= within for a, b in zip(shown, rgb)), "colour", shown, "expected", rgb)


def done():
    print("%d checks" % checks)
