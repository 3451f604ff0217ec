#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Wrong calls of tigris_add_model end the configuration with a sentence that says what to do.

usage: wrong_calls_test.py CMAKE TOOL MODEL"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE, TOOL, MODEL = sys.argv[1:4]
PROJECT = """cmake_minimum_required(VERSION 3.25)
project(wrong LANGUAGES CXX)
add_subdirectory("{root}" tigris)
file(WRITE "${{CMAKE_BINARY_DIR}}/main.cpp" "int main() {{}}")
add_executable(firmware "${{CMAKE_BINARY_DIR}}/main.cpp")
add_executable(other::name ALIAS firmware)
add_library(interface INTERFACE)
{call}
"""


class WrongCallsTest(unittest.TestCase):
    def said(self, call, inside=None):
        """What CMake says of a project that ends with these calls; the words of an error on one line."""
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder) / "source"
            source.mkdir()
            (source / "CMakeLists.txt").write_text(PROJECT.format(root=ROOT, call=call.replace("MODEL", f'"{MODEL}"')))
            if inside:
                (source / "models").mkdir()
                (source / "models/CMakeLists.txt").write_text(inside.replace("MODEL", f'"{MODEL}"'))
            done = subprocess.run([CMAKE, "-S", source, "-B", Path(folder) / "build", "-DCMAKE_BUILD_TYPE=Release",
                                   f"-DTIGRIS_ONNX2HPP={TOOL}"], capture_output=True, text=True)
            return done.returncode, re.sub(r"\s+", " ", done.stderr)

    def refuses(self, call, sentence, inside=None):
        status, said = self.said(call, inside)
        self.assertIn(sentence, said)
        self.assertNotEqual(0, status)

    def test_a_right_call_is_none(self):
        status, said = self.said("tigris_add_model(firmware MODEL FAST 16K FLOAT16_WEIGHTS)")
        self.assertEqual((0, ""), (status, said))

    def test_a_value_behind_a_flag(self):
        for word in ("OFF", "0", "NO", "FALSE", "IGNORE", "ON"):
            self.refuses(f"tigris_add_model(firmware MODEL FLOAT16_WEIGHTS {word})",
                         f"do not know what to do with '{word}'")

    def test_an_empty_value(self):
        self.refuses('tigris_add_model(firmware MODEL FAST "" FLASH 256K)', "the value of FAST is empty")
        self.refuses('tigris_add_model(firmware MODEL FLASH 256K BOARD "")', "the value of BOARD is empty")
        self.refuses("tigris_add_model(firmware MODEL FAST)", "FAST lacks its value")

    def test_a_target_of_another_folder(self):
        self.refuses("add_subdirectory(models)", "call tigris_add_model there, or add the model to a library",
                     "tigris_add_model(firmware MODEL)\n")

    def test_what_compiles_nothing(self):
        self.refuses("tigris_add_model(interface MODEL)", "is an INTERFACE library, which compiles nothing")
        self.refuses("tigris_add_model(other::name MODEL)", "is another name of firmware; write that one")
        self.refuses("tigris_add_model(firmwear MODEL)", "there is no target firmwear; write add_executable")

    def test_two_models_of_one_name(self):
        self.refuses("tigris_add_model(firmware MODEL)\ntigris_add_model(firmware MODEL FAST 16K)",
                     "two models are called sine; give one of them another name with NAME")
        status, said = self.said("tigris_add_model(firmware MODEL)\ntigris_add_model(firmware MODEL NAME small FAST 16K)")
        self.assertEqual((0, ""), (status, said))

    def test_a_file_that_is_missing(self):
        for words in ("none.onnx", "MODEL BOARD mine.yaml", "MODEL BOARD host PLACEMENT rules.yaml"):
            self.refuses(f"tigris_add_model(firmware {words})", "and no rule makes it")
        self.refuses("tigris_add_model(firmware MODEL BOARD mine.yaml)", "source/mine.yaml, and no rule makes it")
        status, said = self.said("""tigris_add_model(firmware MODEL BOARD ${CMAKE_BINARY_DIR}/made.yaml)
add_custom_command(OUTPUT "${CMAKE_BINARY_DIR}/made.yaml" COMMAND "${CMAKE_COMMAND}" -E touch made.yaml)""")
        self.assertEqual((0, ""), (status, said))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
