#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes in FOLDER what PlatformIO, Arduino or CMSIS-Pack install, as these want it laid out (docs/how_to/ecosystems.md).
The tool converts the models of sketches.

usage: stage.py platformio|arduino|cmsis_pack TOOL FOLDER"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "packaging"))
from single_header import write_single  # noqa: E402


def library_version():
    return re.search(r"^project\(tigris VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text(), re.MULTILINE)[1]


def with_version(path):
    path.write_text(path.read_text().replace("0.0.0", library_version()))


def platformio(_, folder):
    shutil.copytree(ROOT / "packaging/platformio", folder)
    shutil.copytree(ROOT / "include", folder / "include")
    with_version(folder / "library.json")
    shutil.copy(ROOT / "LICENSE", folder)


def cmsis_pack(_, folder):
    shutil.copytree(ROOT / "packaging/cmsis_pack", folder)
    shutil.copytree(ROOT / "include", folder / "include")
    with_version(folder / "TiGrIS.TiGrIS.pdsc")
    for name in ("LICENSE", "README.md"):
        shutil.copy(ROOT / name, folder)


def arduino(tool, folder):
    shutil.copytree(ROOT / "packaging/arduino", folder)
    with_version(folder / "library.properties")
    write_single(ROOT / "include", folder / "src", library_version())
    shutil.copy(ROOT / "LICENSE", folder)
    subprocess.run([tool, ROOT / "examples/01_hello/sine.onnx", "-o", folder / "examples/Sine/sine.hpp", "--quiet"],
                   check=True)


def main():
    stage = {"platformio": platformio, "arduino": arduino, "cmsis_pack": cmsis_pack}[sys.argv[1]]
    stage(sys.argv[2], Path(sys.argv[3]))


if __name__ == "__main__":
    main()
