#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs a model with tigris_single.hpp alone (packaging/single_header.py).

usage: single_header_test.py TOOL CXX"""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "packaging"))
from single_header import single  # noqa: E402

TOOL, CXX = sys.argv[1:]
MODEL = ROOT / "tests/models/conv_int8/model.onnx"
PROGRAM = ROOT / "tests/consumer/main.cpp"
OPTIONS = ["-m", "2K", "-m", "1M", "-f", "64K", "--input", "arena", "--output", "caller"]
OTHERS = (["clang++-14"], ["clang++-19"],
          ["arm-none-eabi-g++", "-mcpu=cortex-m55", "-mthumb", "-mfloat-abi=hard", "-fno-exceptions", "-fno-rtti"],
          ["riscv64-unknown-elf-g++", "-ffreestanding", "-fno-exceptions", "-fno-rtti"],
          ["xtensa-lx106-elf-g++", "-ffreestanding", "-fno-exceptions", "-fno-rtti"],
          ["aarch64-linux-gnu-g++"])


class SingleHeader(unittest.TestCase):
    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name)

    def run_it(self, *command):
        return subprocess.run([str(word) for word in command], cwd=self.folder, check=True, text=True,
                              stdout=subprocess.PIPE).stdout

    def test_a_model_needs_nothing_else(self):
        self.run_it(sys.executable, "-B", ROOT / "packaging/single_header.py", ROOT / "include", self.folder, "0.1.0")
        self.run_it(TOOL, MODEL, "-o", "classifier.hpp", "--name", "classifier", "--quiet", *OPTIONS)
        strict = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-I", self.folder, PROGRAM]
        self.run_it(CXX, "-O1", *strict, "-o", "program")
        self.run_it("./program")
        for compiler in OTHERS:
            if shutil.which(compiler[0]):
                with self.subTest(compiler=compiler):
                    self.run_it(*compiler, "-fsyntax-only", *strict)

    def test_what_a_branch_includes_is_there_in_others_and_after_it(self):
        headers = {"tigris": '#if A\n#include <tigris/b.hpp>\n#else\n#include <tigris/c.hpp>\n#endif\n'
                           "#include <tigris/b.hpp>\n#include <tigris/d.hpp>\n",
                   "b": "#include <tigris/d.hpp>\nb\n", "c": "#include <tigris/d.hpp>\nc\n", "d": "d\n"}
        (self.folder / "tigris").mkdir()
        for name, text in headers.items():
            (self.folder / f"tigris/{name}.hpp").write_text("#pragma once\n" + text)
        (self.folder / "single.hpp").write_text(single(self.folder, "0"))
        for define, words in (("-DA=1", "d b"), ("-DA=0", "d c b")):
            seen = self.run_it(CXX, "-E", "-P", "-w", "-xc++", define, "single.hpp")
            self.assertEqual(" ".join(seen.split()), words)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
