# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""board_law_test.py TOOL COMPILER: the law finds what it should."""

import stat
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from board_law import ROOT, first_difference

COMPILER, TOOL = sys.argv.pop(), sys.argv.pop()
MODEL = ROOT / "tests/models/conv_int8/model.onnx"


class DifferenceTest(unittest.TestCase):
    def test_plans_differ_in_any_member(self):
        plan = {"a": 1, "b": [{"c": "d"}, True]}
        self.assertEqual("", first_difference(plan, {"a": 1, "b": [{"c": "d"}, True]}))
        for other in ({"a": 2, "b": plan["b"]}, {"a": 1}, {"a": 1, "b": [{"c": "e"}, True]},
                      {"a": 1, "b": [{"c": "d"}]}, {"a": 1, "b": [{"c": "d"}, 1]}):
            self.assertNotEqual("", first_difference(plan, other), other)


class LawTest(unittest.TestCase):
    def complaints_with(self, change):
        """What the law says of a tool whose headers `change`, a script of sed, alters."""
        with tempfile.TemporaryDirectory() as folder:
            tool = Path(folder) / "tool"
            tool.write_text(f'#!/bin/sh\n"{TOOL}" "$@" || exit\n'
                            f'case $2 in -o) sed -i "{change}" "$3" ;; esac\n')
            tool.chmod(tool.stat().st_mode | stat.S_IXUSR)
            result = subprocess.run(
                [sys.executable, "-B", Path(__file__).with_name("board_law.py"), "--tool", tool,
                 "--compiler", COMPILER, "--model", MODEL, "--board", "esp32s3"],
                text=True, capture_output=True)
        self.assertEqual("0 complaints" not in result.stdout, result.returncode != 0)
        return result.stdout

    def test_headers_as_they_are(self):
        self.assertIn(" 0 complaints", self.complaints_with(""))

    def test_a_header_for_another_alignment(self):
        self.assertIn("the compiler and the tool have",
                      self.complaints_with("s/\\.alignment = 8, .costs/.alignment = 64, .costs/"))

    def test_a_header_that_does_not_compile(self):
        self.assertIn("does not compile", self.complaints_with("s/memory_map/memory_mop/"))


if __name__ == "__main__":
    unittest.main()
