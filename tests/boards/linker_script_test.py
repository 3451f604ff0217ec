#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Boards of which no linker script can be made, or for whose core there is no compiler, end the configuration with a sentence that says what to do.

usage: linker_script_test.py CMAKE"""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE = sys.argv.pop()
BOARD = """name: mine
core: cortex-m4
constants: FLASH
memories:
  - {name: SRAM, address: 0x20000000, size: 64K, read: 0, write: 0}
  - {name: FLASH, address: 0x08000000, size: 512K, read: 0.5, writable: false}
"""
SCRIPT = """cmake_minimum_required(VERSION 3.25)
include("{root}/cmake/tigris_board.cmake")
tigris_read_board("{folder}/mine.yaml")
tigris_write_linker_script("{folder}/mine.ld")
"""


TOOLCHAIN = """cmake_minimum_required(VERSION 3.25)
set(TIGRIS_BOARD "{folder}/mine.yaml")
include("{root}/cmake/toolchains/board.cmake")
"""


class LinkerScript(unittest.TestCase):
    def made_of(self, text, script_text=SCRIPT):
        """The linker script of this board, and what CMake says; the words of an error on one line."""
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "mine.yaml").write_text(text)
            script = Path(folder) / "script.cmake"
            script.write_text(script_text.format(root=ROOT, folder=folder))
            done = subprocess.run([CMAKE, "-P", script], capture_output=True, text=True)
            made = Path(folder) / "mine.ld"
            return made.read_text() if made.exists() else None, re.sub(r"\s+", " ", done.stderr)

    def refuses(self, part, other, sentence):
        self.assertIn(part, BOARD)
        made, said = self.made_of(BOARD.replace(part, other))
        self.assertIn(sentence, said)
        self.assertIsNone(made)

    def test_code_lies_with_the_constants(self):
        made, said = self.made_of(BOARD)
        self.assertEqual("", said)
        self.assertIn('REGION_ALIAS("FLASH", FLASH_)', made)
        self.assertIn('REGION_ALIAS("RAM", SRAM_)', made)

    def test_code_needs_a_memory(self):
        self.refuses("constants: FLASH\n", "",
                     "board mine: 'constants' names no memory; code needs one, such as constants: FLASH")
        self.refuses("constants: FLASH", "constants: FLAHS",
                     "board mine: no memory has the name 'FLAHS', which 'constants' gives; the memories are SRAM, FLASH")

    def test_memories_stand_in_braces(self):
        _, said = self.made_of(re.sub(r"- {(.*)}", lambda item: "- " + item[1].replace(", ", "\n    "), BOARD))
        self.assertIn("board mine: CMake reads memories in braces only; write each as {name: SRAM,", said)

    def test_a_toolchain_needs_a_known_core(self):
        self.assertEqual("", self.made_of(BOARD, TOOLCHAIN)[1])
        for core in ("cortex-m5", "xtensa-lx7"):
            said = self.made_of(BOARD.replace("cortex-m4", core), TOOLCHAIN)[1]
            self.assertIn(f"board mine: there is no toolchain file for the core '{core}'; correct 'core', or", said)


if __name__ == "__main__":
    unittest.main()
