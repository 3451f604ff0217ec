# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The check of tests' paths finds what it is there to find."""

import tempfile
import unittest
from pathlib import Path

from check_test_paths import stray_tests


def stray_of(*paths):
    """Of a project that has empty files of these paths."""
    with tempfile.TemporaryDirectory() as parent:
        for path in paths:
            file = Path(parent, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text("")
        return stray_tests(Path(parent))


class TestPathsTest(unittest.TestCase):
    def test_a_test_has_the_path_of_a_source(self):
        self.assertEqual([], stray_of("include/tigris/ops/pad.hpp", "tests/ops/pad.cpp"))
        self.assertEqual([], stray_of("tools/onnx2hpp/load/load.cpp", "tests/tools/onnx2hpp/load/load.cpp"))

    def test_or_of_a_folder(self):
        self.assertEqual([], stray_of("include/tigris/kernels/mine/conv/kernel.hpp",
                                      "tests/kernels/mine/conv.cpp"))

    def test_a_test_of_nothing_is_found(self):
        self.assertEqual(["ops/pad.cpp"], stray_of("include/tigris/ops/pool.hpp", "tests/ops/pad.cpp"))

    def test_a_source_elsewhere_is_none(self):
        self.assertEqual(["kernels/portable/conv.cpp"],
                         stray_of("include/tigris/ops/conv.hpp", "tests/kernels/portable/conv.cpp"))

    def test_tests_of_several_files_have_folders_of_their_own(self):
        self.assertEqual([], stray_of("tests/execution/whole_runs/modes.cpp",
                                      "tests/kernels/mine/together/floats.cpp"))
        self.assertEqual(["execution/modes.cpp"], stray_of("tests/execution/modes.cpp"))

    def test_what_tests_compare_with_has_a_header(self):
        self.assertEqual([], stray_of("tests/tools/onnx2hpp/lower/interpreter.cpp",
                                      "tests/tools/onnx2hpp/lower/interpreter.hpp"))


if __name__ == "__main__":
    unittest.main()
