#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The table of docs/reference/performance.md and its chart, from the counts in baseline.json.

usage: page.py [--check]    writes both; with --check it says what is not as the counts say, and ends with 1"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/reference/performance.md"
CHART = ROOT / "docs/pictures/instructions.svg"
BEGIN, END = "<!-- counts: tests/bench/page.py -->\n", "<!-- end of counts -->\n"

MODELS = {"kws_ref_int8": "keyword spotting, DS-CNN (kws_ref_int8)",
          "vww_96_int8": "visual wake words, MobileNetV1 0.25 (vww_96_int8)"}
CORES = {"m4 portable": "Cortex-M4, portable", "m0plus blocked": "Cortex-M0+, blocked", "m3 blocked": "Cortex-M3, blocked",
         "rv32 blocked": "RV32IMC, blocked", "m4 arm_dsp": "Cortex-M4, arm_dsp", "m7 arm_dsp": "Cortex-M7, arm_dsp",
         "m33 arm_dsp": "Cortex-M33, arm_dsp", "m55 helium": "Cortex-M55, helium", "a53 aarch64": "64-bit Arm, aarch64",
         "a76 aarch64": "the same with dot products"}
PLANS = {"whole": "whole", "twice": "twice the smallest memory", "smallest": "smallest memory"}
IN_CHART = ["m4 portable", "m3 blocked", "m4 arm_dsp", "m55 helium"]
COLORS = {"whole": "#1f6f8b", "smallest": "#99c1cf"}
LEFT, WIDTH, RIGHT, BAR, GAP = 150, 460, 90, 13, 12


def spaced(number):
    return f"{number:,}".replace(",", " ")


def table(counts):
    lines = [f"| model | core, backend | {' | '.join(PLANS.values())} |", "|---|---|" + "--:|" * len(PLANS)]
    for model, name in MODELS.items():
        for core, kernels in CORES.items():
            numbers = [spaced(counts[core][f"{model} {plan}"]) for plan in PLANS]
            lines.append(f"| {name} | {kernels} | {' | '.join(numbers)} |")
            name = ""
    return "\n".join(lines) + "\n"


def text(x, y, words, more=""):
    return f'<text x="{x}" y="{y}"{more}>{words}</text>'


def bars(counts, model, top):
    """The panel of a model, which begins at `top`; and where it ends."""
    most = max(counts[core][f"{model} {plan}"] for core in IN_CHART for plan in COLORS)
    parts, y = [text(8, top, MODELS[model], ' font-weight="bold"')], top + 10
    for core in IN_CHART:
        parts.append(text(LEFT - 8, y + BAR + 4, CORES[core], ' text-anchor="end"'))
        for plan, color in COLORS.items():
            count = counts[core][f"{model} {plan}"]
            length = round(WIDTH * count / most, 1)
            parts.append(f'<rect x="{LEFT}" y="{y}" width="{length}" height="{BAR}" fill="{color}"/>')
            parts.append(text(LEFT + length + 5, y + BAR - 3, f"{count / 1e6:.1f} M"))
            y += BAR
        y += GAP
    return parts, y


def chart(counts):
    parts, y = [], 68
    for model in MODELS:
        panel, end = bars(counts, model, y)
        parts, y = parts + panel, end + 24
    width, height = LEFT + WIDTH + RIGHT, y
    conditions = "int8; g++ 12.2, -O2, optimize::balanced, rounding tflite; counted in QEMU"
    parts.append(text(8, y - 14, conditions, ' fill="#555"'))
    legend = [text(8, 20, "Instructions for one inference, less is better", ' font-weight="bold" font-size="14"')]
    for x, (plan, words) in zip((8, 300), (("whole", "tensors whole in fast memory"),
                                           ("smallest", "rows streamed, in the smallest fast memory"))):
        legend += [f'<rect x="{x}" y="30" width="{BAR}" height="{BAR}" fill="{COLORS[plan]}"/>',
                   text(x + BAR + 6, 41, words)]
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12" fill="#111">',
        f'<rect width="{width}" height="{height}" fill="white"/>', *legend, *parts, "</svg>"]) + "\n"


def with_table(page, counts):
    before, rest = page.split(BEGIN)
    return before + BEGIN + table(counts) + END + rest.split(END)[1]


def written(counts):
    """What belongs into each file."""
    return {PAGE: with_table(PAGE.read_text(), counts), CHART: chart(counts)}


def write(counts):
    for file, content in written(counts).items():
        file.write_text(content)


def main():
    counts = json.loads((Path(__file__).parent / "baseline.json").read_text())
    if "--check" not in sys.argv:
        write(counts)
        return 0
    other = [file for file, content in written(counts).items() if not file.exists() or file.read_text() != content]
    for file in other:
        print(f"{file.relative_to(ROOT)} is not what baseline.json says; run {Path(__file__).relative_to(ROOT)}")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
