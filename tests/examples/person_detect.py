#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs examples/camera on an emulated Cortex-M4 with person_detect_int8 of MODEL. The camera shows the pictures of
its test sets: the firmware must find persons where TensorFlow Lite Micro does, in less than 16 KB.

usage: person_detect.py --tool TOOL --build FOLDER MODEL"""

import argparse
import re
import shutil
import struct
import sys
from pathlib import Path

from run_example import ROOT, checked, needs_of

sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_file import one_of  # noqa: E402

WIDTH, HEIGHT, SIZE, MOST = 160, 120, 96, 16 << 10
RAW_DATA = 9
OPTIONS = ["-DSCALE=1", "-DBLACK=-1", "-DFAST=13K"]


def rgb565(code):
    gray = code + 128 & 255
    return (gray >> 3) << 11 | (gray >> 2) << 5 | gray >> 3


def frame_of(picture):
    """The picture of int8 gray levels in the middle of a black frame."""
    codes = struct.unpack(f"{SIZE * SIZE}b", picture)
    pixels = [0] * (WIDTH * HEIGHT)
    for y in range(SIZE):
        begin = (y + (HEIGHT - SIZE) // 2) * WIDTH + (WIDTH - SIZE) // 2
        pixels[begin:begin + SIZE] = map(rgb565, codes[y * SIZE:(y + 1) * SIZE])
    return struct.pack(f"<{len(pixels)}H", *pixels)


def expected(output):
    nobody, person = struct.unpack("2b", output)
    return "person" if person > nobody else "nobody"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("model", type=Path)
    arguments = parser.parse_args()
    sets = sorted(arguments.model.glob("test_data_set_*"))
    missing = [program for program in needs_of("cortex-m4") if not shutil.which(program)]
    if not sets or missing:
        print(f"skipped: there is no {' and no '.join(missing) or arguments.model}")
        return 0
    checked(["cmake", "-G", "Ninja", "-S", ROOT / "examples/camera", "-B", arguments.build, "-DCMAKE_BUILD_TYPE=Release",
             f"-DTIGRIS_ONNX2HPP={arguments.tool}", f"-DMODEL={arguments.model}/model.onnx", *OPTIONS, "--toolchain",
             ROOT / "cmake/toolchains/cortex-m4.cmake"])
    checked(["cmake", "--build", arguments.build])
    (arguments.build / "frames.rgb565").write_bytes(b"".join(
        frame_of(one_of((one / "input_0.pb").read_bytes(), RAW_DATA)) for one in sets))
    printed = checked([ROOT / "scripts/run_qemu", "an386", "camera.elf"], arguments.build)
    outputs = [one_of((arguments.model / f"tflm_reference/set_{k}_output_0.pb").read_bytes(), RAW_DATA)
               for k in range(len(sets))]
    found = re.findall(r"^frame \d+: (\w+)", printed, re.M)
    wanted = [expected(output) for output in outputs]
    workspace, lines = map(int, re.search(r"(\d+) bytes of workspace, (\d+) bytes of lines", printed).groups())
    print(f"{printed}TensorFlow Lite Micro: {', '.join(wanted)}")
    return 0 if found == wanted and workspace + lines < MOST else 1


if __name__ == "__main__":
    sys.exit(main())
