#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""bench SCRIPT times drawing alone: loading 300 meshes between two draws does not make a frame slower.

usage: bench_loads.py PROGRAM SOURCE OUT
"""
import csv
import os
import shutil
import subprocess
import sys

PROGRAM, SOURCE, OUT = sys.argv[1:4]


def nanoseconds(name, lines):
    script = f"{OUT}/{name}.r3d"
    with open(script, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    table = f"{OUT}/{name}.csv"
    subprocess.run([PROGRAM, "bench", script, "--rounds", "3", "--frames", "3", "--csv", table], check=True,
                   stdout=subprocess.DEVNULL)
    with open(table, encoding="utf-8") as file:
        return min(float(row["min_ns"]) for row in csv.DictReader(file) if row["kind"] == "scene")


os.makedirs(OUT, exist_ok=True)
shutil.copy(f"{SOURCE}/golden/model/mesh/bob-torso.mesh", OUT)
draws = [f"rect {i % 200} {i % 100} 90 80 0x{i * 7:06X}" for i in range(100)]
loads = [f"mesh m{i} bob-torso.mesh" for i in range(300)]
plain = nanoseconds("plain", ["size 512 334"] + draws)
loading = nanoseconds("loading", ["size 512 334"] + draws[:50] + loads + draws[50:])
print(f"{plain:.0f} ns without meshes, {loading:.0f} ns with 300 loaded in between")
sys.exit(1 if loading > 8 * plain else 0)
