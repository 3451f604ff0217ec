#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scripts/differential fails where a single result differs, makes the failure small, and passes otherwise."""

import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent / "differential.py"


def run(work, *options):
    command = [sys.executable, "-B", SCRIPT, "--work", work, "--count", "2", "--backend", "portable", "--cores",
               "none", *options]
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)


class DifferentialTest(unittest.TestCase):
    def test_results_that_agree_pass(self):
        with tempfile.TemporaryDirectory() as work:
            done = run(work)
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
            self.assertRegex(done.stdout.splitlines()[-1], r"^[12] passed, 0 failed$")
            resumed = run(work, "--resume")
            self.assertEqual(done.stdout.splitlines()[-1], resumed.stdout.splitlines()[-1])

    def test_brief_runs_have_one_target_and_no_other_option(self):
        with tempfile.TemporaryDirectory() as work:
            done = run(work, "--brief")
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)
            self.assertFalse((Path(work) / "drawn/variant").exists())
            refused = run(work, "--brief", "--operators", "2")
            self.assertIn("--brief is for networks", refused.stderr)

    def test_changed_cases_pass(self):
        with tempfile.TemporaryDirectory() as work:
            done = run(work, "--edits", "4")
            if "there are no cases" in done.stderr:
                self.skipTest("no cases of ONNX")
            self.assertEqual(0, done.returncode, done.stdout + done.stderr)

    def test_an_altered_result_fails_and_is_kept(self):
        with tempfile.TemporaryDirectory() as work:
            done = run(work, "--break", "--no-minimize")
            self.assertEqual(1, done.returncode, done.stdout + done.stderr)
            self.assertTrue(re.search(r"\b1 failed$", done.stdout.splitlines()[-1]), done.stdout)
            self.assertEqual(1, len(list(Path(work).glob("failures/*/failure.txt"))))
            self.assertEqual(1, len(list(Path(work).glob("failures/*/model.onnx"))))


if __name__ == "__main__":
    unittest.main()
