#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A project converts its model again, and writes its report again, when weights beside the model or
the file of a constant change.

usage: converted_again_test.py CMAKE TOOL"""

import os
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_messages import declaration, floats, message  # noqa: E402

CMAKE, TOOL = sys.argv[1:3]
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(stranger LANGUAGES CXX)
add_subdirectory("{root}" tigris)
add_library(firmware OBJECT main.cpp)
tigris_add_model(firmware "our nets/net.onnx" NAME net CONSTANTS "k=our nets/k.pb")
tigris_report(firmware)
"""


def model_with_weights_beside():
    """y = x * w + k, where the two floats of w lie in "the weights.bin"."""
    location = message((1, "location"), (2, "the weights.bin"))
    weights = message((1, 2), (2, 1), (8, "w"), (13, location), (14, 1))
    nodes = ((1, message((1, "x"), (1, "w"), (2, "p"), (4, "Mul"))),
             (1, message((1, "p"), (1, "k"), (2, "y"), (4, "Add"))))
    inputs = (11, declaration("x", 1, [1, 2])), (11, declaration("k", 1, [2]))
    graph = message(*nodes, (5, weights), *inputs, (12, declaration("y", 1, [1, 2])))
    return message((1, 8), (7, graph), (8, message((2, 13))))


class ConvertedAgain(unittest.TestCase):
    generator = "Ninja"

    def setUp(self):
        held = tempfile.TemporaryDirectory()
        self.addCleanup(held.cleanup)
        self.folder = Path(held.name).resolve()
        (self.folder / "CMakeLists.txt").write_text(PROJECT.format(root=ROOT))
        (self.folder / "main.cpp").write_text('#include "net.hpp"\n')
        (self.folder / "our nets").mkdir()
        (self.folder / "our nets" / "net.onnx").write_bytes(model_with_weights_beside())
        self.write("the weights.bin", struct.pack("<2f", 1.5, 2.5))
        self.write("k.pb", floats([2], [1, 2]))
        self.run_cmake("-G", self.generator, "-S", ".", "-B", "build", f"-DTIGRIS_ONNX2HPP={TOOL}")

    def write(self, name, content, time=None):
        """The time, if given, is when it is said to have changed."""
        (self.folder / "our nets" / name).write_bytes(content)
        if time is not None:
            os.utime(self.folder / "our nets" / name, (time, time))

    def run_cmake(self, *words):
        done = subprocess.run([CMAKE, *words], cwd=self.folder, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def built(self):
        """What the build says, and the header that is then there."""
        said = self.run_cmake("--build", "build")
        return said, (self.folder / "build/tigris_models/firmware/net.hpp").read_text()

    def is_converted_when_changed(self, name, content):
        _, header = self.built()
        said, _ = self.built()
        self.assertNotIn("Converting", said)
        written_last = (self.folder / "build/net_report.html").stat().st_mtime
        self.write(name, content, time=written_last + 1)
        said, other = self.built()
        self.assertIn("Converting", said)
        self.assertIn("Writing", said)
        self.assertNotEqual(other, header)

    def test_only_when_the_weights_change(self):
        self.is_converted_when_changed("the weights.bin", struct.pack("<2f", 3.5, 2.5))

    def test_only_when_a_constant_changes(self):
        self.is_converted_when_changed("k.pb", floats([2], [3, 2]))


class ConvertedAgainByMake(ConvertedAgain):
    generator = "Unix Makefiles"


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
