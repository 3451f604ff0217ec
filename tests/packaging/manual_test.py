#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The manual page and the completions (packaging/manual.py) have what the tool's --help has, and work.

usage: manual_test.py TOOL"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL = sys.argv[1]
COMMANDS = ("", "analyze", "report", "tensors")


def output_of(*command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True, **more).stdout


class Manual(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        held = tempfile.TemporaryDirectory()
        cls.addClassCleanup(held.cleanup)
        cls.share = Path(held.name)
        output_of(sys.executable, "-B", ROOT / "packaging/manual.py", TOOL, cls.share)
        cls.completion = cls.share / "bash-completion/completions/onnx2hpp"

    def completed(self, *words):
        """What bash offers for the last word."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _onnx2hpp; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        return output_of("bash", "-c", script, "bash", self.completion, *words, cwd=self.share).split()

    def test_each_option_of_the_help_is_offered(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                wanted = set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", output_of(TOOL, *command.split(), "--help"),
                                        re.MULTILINE))
                self.assertGreater(len(wanted), 10)
                offered = set(self.completed("onnx2hpp", *command.split(), "--"))
                self.assertEqual(offered, wanted)

    def test_choices_subcommands_and_files_are_offered(self):
        self.assertEqual(self.completed("onnx2hpp", "net.onnx", "--edges", "f"), ["float"])
        self.assertEqual(self.completed("onnx2hpp", "ana"), ["analyze"])
        self.assertIn("man", self.completed("onnx2hpp", "analyze", "m"))
        self.assertIn("man", self.completed("onnx2hpp", "net.onnx", "-o", "m"))

    def test_the_page_and_fish_have_each_option(self):
        page = (self.share / "man/man1/onnx2hpp.1").read_text().replace("\\-", "-")
        fish = (self.share / "fish/vendor_completions.d/onnx2hpp.fish").read_text()
        for command in COMMANDS:
            for option in self.completed("onnx2hpp", *command.split(), "--"):
                self.assertIn(option, page)
                self.assertIn(f"-l {option[2:]} ", fish)
        self.assertIn(".B 2\nover budget", page)
        self.assertIn("types of inputs and outputs (default: model) (float, model, quantized)", page)

    @unittest.skipUnless(shutil.which("groff"), "no groff")
    def test_the_page_is_set_without_warnings(self):
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", self.share / "man/man1/onnx2hpp.1"],
                              capture_output=True, text=True)
        self.assertEqual(done.stderr, "")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
