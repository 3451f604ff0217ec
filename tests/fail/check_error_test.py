# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The check of error messages refuses what it should."""

import unittest

from pathlib import Path

from check_error import complaints, folders_with

SOURCE = "// EXPECT: tigris: .* does not fit\n// EXPECT: needs_bytes<12>\nint x;\n"
OUTPUT = "a.cpp: In needs_bytes<12>\na.cpp:3: error: tigris: it does not fit\na.cpp: note: so\n"


class CheckErrorTest(unittest.TestCase):
    def test_the_one_expected_error(self):
        self.assertEqual([], complaints(SOURCE, 1, OUTPUT))

    def test_a_file_that_compiles(self):
        self.assertIn("it compiles", complaints(SOURCE, 0, ""))

    def test_a_second_error(self):
        self.assertEqual(["2 errors instead of 1"],
                         complaints(SOURCE, 1, OUTPUT + "a.cpp:4: error: too\n"))

    def test_as_many_errors_as_allowed(self):
        two = OUTPUT + "a.cpp:4: error: too\n"
        self.assertEqual([], complaints(SOURCE, 1, two, allowed=2))
        self.assertEqual(["1 errors instead of 2"], complaints(SOURCE, 1, OUTPUT, allowed=2))

    def test_another_sentence(self):
        self.assertEqual(1, len(complaints(SOURCE, 1, OUTPUT.replace("12", "13"))))

    def test_a_file_that_expects_nothing(self):
        self.assertEqual(1, len(complaints("int x;\n", 1, OUTPUT)))

    def test_a_long_way_to_the_mistake(self):
        step = "a.cpp:1: required from here\n"
        self.assertEqual([], complaints(SOURCE, 1, OUTPUT + step * 3))
        self.assertEqual(["4 lines of instantiation"], complaints(SOURCE, 1, OUTPUT + step * 4))
        self.assertEqual([], complaints(SOURCE + "// INSTANTIATIONS: any\n", 1, OUTPUT + step * 4))

    def test_a_folder_beside_the_file(self):
        self.assertEqual([], folders_with(SOURCE, Path("fail/a.cpp")))
        self.assertEqual(["-Ifail/libraries"], folders_with(SOURCE + "// WITH: libraries\n", Path("fail/a.cpp")))


if __name__ == "__main__":
    unittest.main()
