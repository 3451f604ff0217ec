# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the negative controls of scripts/verify share. Their first argument is the build folder."""

import contextlib
import io
import shutil
import sys
import unittest
from pathlib import Path
from unittest import mock

import verify

MODELS = Path(__file__).resolve().parents[1] / "models"
BUILD = Path(sys.argv.pop(1)).resolve()
# The same paths in every run, so that ccache knows the sources; others for each test that CMake names.
WORK = BUILD / "tests/verify" / "_".join(["work", Path(sys.argv[0]).stem, *sys.argv[1:]])


def run_verify(*arguments):
    """Exit status and lines printed."""
    output = io.StringIO()
    words = ["verify", "--build", BUILD, *arguments]
    with mock.patch.object(sys, "argv", [str(word) for word in words]), \
            contextlib.redirect_stdout(output):
        return verify.main(), output.getvalue().splitlines()


class VerifyTest(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(WORK, ignore_errors=True)

    def copy(self, name):
        return Path(shutil.copytree(MODELS / name, WORK / name))

    def fails(self, *arguments):
        status, lines = run_verify(*arguments)
        self.assertEqual("0 passed, 1 failed", lines[-1], lines)
        self.assertEqual(1, status)
        return lines[0]

    def passes(self, *arguments):
        status, lines = run_verify(*arguments)
        self.assertEqual("1 passed, 0 failed", lines[-1], lines)
        self.assertEqual(0, status)
        return lines[0]

    def with_tool(self, script):
        """verify's options to convert with a shell script, which finds the header's name in $3."""
        WORK.mkdir(parents=True)
        tool = WORK / "tool"
        tool.write_text("#!/bin/sh\n" + script)
        tool.chmod(0o755)
        return self.copy("conv_int8"), "--tool", tool
