#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""remade_test.py TOOL CMAKE: a build converts a model again whenever the file of PLACEMENT or that of
BOARD changes, and only then."""

import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
TOOL, CMAKE = sys.argv[1:3]
PROJECT = f"""cmake_minimum_required(VERSION 3.25)
project(net LANGUAGES CXX)
add_library(tigris INTERFACE)
add_library(tigris::tigris ALIAS tigris)
include("{ROOT}/cmake/tigris_adapters.cmake")
include("{ROOT}/cmake/tigris_add_model.cmake")
file(WRITE empty.cpp "")
add_library(net OBJECT empty.cpp)
tigris_add_model(net "{ROOT}/tests/models/conv_int8/model.onnx" NAME net BOARD ./board.yaml
                 PLACEMENT rules.yaml EFFORT none)
"""
RULE = "tensors:\n- type: SCRATCH\n  attributes: {{ memory: {} }}\n"


class Remade(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        shutil.copy(HERE / "three_memories.yaml", self.folder / "board.yaml")
        self.place("SRAM")
        self.run_cmake("-G", "Ninja", "-S", self.folder, "-B", self.folder / "build",
                       f"-DTIGRIS_ONNX2HPP={TOOL}", "-DCMAKE_CXX_COMPILER_WORKS=ON")

    def run_cmake(self, *arguments):
        done = subprocess.run([CMAKE, *arguments], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stdout

    def place(self, memory):
        (self.folder / "rules.yaml").write_text(RULE.format(memory))

    def built(self):
        """The header, and whether it was made again."""
        header = "tigris_models/net/net.hpp"
        said = self.run_cmake("--build", self.folder / "build", "--target", header)
        return (self.folder / "build" / header).read_text(), "Converting" in said

    def test_rules(self):
        first, is_new = self.built()
        self.assertTrue(is_new)
        self.assertEqual(self.built(), (first, False))
        self.place("PSRAM")
        second, is_new = self.built()
        self.assertTrue(is_new)
        self.assertNotEqual(second, first)

    def test_board(self):
        first, _ = self.built()
        board = self.folder / "board.yaml"
        board.write_text(board.read_text() + "\n")
        self.assertEqual(self.built(), (first, True))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
