#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Makes a sheet of pixel art, a PNG, of its text.

usage: make_sheet.py SHEET.txt SHEET.png

Lines of the text: `color LETTER RRGGBB`; `rect X Y`, then rows of letters until a blank line; '.' is transparent, '#'
begins a comment, blanks within a row do not count.
"""
import struct
import sys
import zlib


def read(path):
    colors, pixels, corner = {}, {}, None
    with open(path, encoding="ascii") as file:
        for number, line in enumerate(file, 1):
            words = line.split("#")[0].split()
            if not words:
                corner = None if not line.strip() else corner
            elif words[0] == "color":
                colors[words[1]] = bytes.fromhex(words[2])
            elif words[0] == "rect":
                corner = [int(words[1]), int(words[2])]
            elif corner is None:
                sys.exit(f"{path}:{number}: a row outside a rect")
            else:
                for x, letter in enumerate("".join(words)):
                    if letter != "." and letter not in colors:
                        sys.exit(f"{path}:{number}: no color has the letter {letter}")
                    pixels[corner[0] + x, corner[1]] = b"\0\0\0\0" if letter == "." else colors[letter] + b"\xff"
                corner[1] += 1
    return pixels


def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def main():
    pixels = read(sys.argv[1])
    width = max(x for x, _ in pixels) + 1
    height = max(y for _, y in pixels) + 1
    rows = b"".join(b"\0" + b"".join(pixels.get((x, y), b"\0\0\0\0") for x in range(width)) for y in range(height))
    with open(sys.argv[2], "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0)) +
                   chunk(b"IDAT", zlib.compress(rows, 9)) + chunk(b"IEND", b""))


main()
