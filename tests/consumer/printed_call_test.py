#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs the call that a conversion prints, as a user pastes it behind the header.

usage: printed_call_test.py TOOL CXX MODEL..."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_messages import declaration, message  # noqa: E402

TOOL, CXX, *MODELS = sys.argv[1:]


def printed_call(summary):
    """What stands behind the word call, and on the lines that follow."""
    lines = summary.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("call "))
    return [line[9:] for line in lines[first:]]


def cube():
    """A Relu of [1, 4, 4, 4], whose extents do not tell the order of its elements."""
    node = message((1, "x"), (2, "y"), (4, "Relu"))
    edges = (11, declaration("x", 1, [1, 4, 4, 4])), (12, declaration("y", 1, [1, 4, 4, 4]))
    return message((1, 8), (7, message((1, node), *edges)), (8, message((2, 13))))


class PrintedCall(unittest.TestCase):
    def convert(self, model, folder, *options):
        done = subprocess.run([TOOL, model, "-o", folder / "net.hpp", "--name", "net", *options],
                              capture_output=True, text=True, check=True)
        return done.stdout

    def run_pasted(self, model, *options):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            call = printed_call(self.convert(model, folder, *options))
            (folder / "main.cpp").write_text('#include "net.hpp"\nint main() {\n' + "\n".join(call) + "\n}\n")
            subprocess.run([CXX, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-I", ROOT / "include",
                            folder / "main.cpp", "-o", folder / "main"], check=True)
            subprocess.run([folder / "main"], check=True)

    def test_a_pasted_call_compiles_and_runs(self):
        for model in MODELS:
            for options in ([], ["--edges", "quantized"]):
                with self.subTest(model=model, options=options):
                    self.run_pasted(model, *options)

    def test_where_extents_do_not_tell_the_order_the_call_does(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as model:
            Path(model.name).write_bytes(cube())
            self.run_pasted(model.name)

    def test_a_model_without_inputs_has_a_call(self):
        self.run_pasted(MODELS[0], "--constant", "image=" + ",".join(["1"] * 72))

    def test_where_more_is_needed_a_page_is_named(self):
        with tempfile.TemporaryDirectory() as folder:
            page, = printed_call(self.convert(MODELS[0], Path(folder), "--input", "rows"))
        self.assertTrue((ROOT / page).is_file(), page)

    def test_quiet_conversions_and_pipes_print_no_summary(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.convert(MODELS[0], Path(folder), "--quiet"), "")
        piped = subprocess.run([TOOL, MODELS[0], "-o", "/dev/stdout", "--name", "net"], capture_output=True,
                               text=True, check=True)
        self.assertNotIn("\ncall ", piped.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
