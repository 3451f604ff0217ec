# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What scripts/fuzz does with the findings of a program, here one that stands for libFuzzer's."""

import sys
import tempfile
import unittest
from argparse import Namespace
from pathlib import Path
from unittest import mock

import confirming
import fuzz
from onnx_messages import message

# Fails where an input says so: while it reads its inputs, as libFuzzer's programs do.
PROGRAM = f"""#!{sys.executable}
import sys, time
from pathlib import Path
words = sys.argv[1:]
findings = next(word.split("=")[1] for word in words if word.startswith("-artifact_prefix"))
paths = [Path(word) for word in words if not word.startswith("-")]
inputs = [file for path in paths for file in (path.iterdir() if path.is_dir() else [path])]
print("stat::number_of_executed_units: 5", file=sys.stderr)
for file in inputs:
    if file.read_bytes() == b"fails":
        Path(findings + "crash-1").write_bytes(b"fails")
        sys.exit(77)
print("#5 INITED", file=sys.stderr)
time.sleep(1)
"""


class FuzzTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()  # pylint: disable=consider-using-with
        self.addCleanup(self.folder.cleanup)
        work = Path(self.folder.name)
        program = work / "fuzz_convert"
        program.write_text(PROGRAM)
        program.chmod(0o755)
        (work / "seeds").mkdir()
        self.arguments = Namespace(programs=work, work=work, seconds=2, seed=1, draw=0, seeds=work, record=False,
                                   tool=work / "onnx2hpp")

    def test_an_input_that_fails_is_found_once_and_left_out(self):
        seeds = self.arguments.work / "seeds"
        (seeds / "sound").write_text("works")
        (seeds / "broken").write_text("fails")
        result = fuzz.fuzz("convert", self.arguments)
        self.assertEqual(["crash-1"], [finding.name for finding in result.findings])
        self.assertEqual(["sound"], [seed.name for seed in seeds.iterdir()])
        log = (self.arguments.work / "convert/log.txt").read_text()
        self.assertIn("INITED", log, "goes on without it")

    def test_nothing_is_found(self):
        self.assertEqual([], fuzz.fuzz("convert", self.arguments).findings)


class SlowTest(unittest.TestCase):
    """An input that was slow in a fuzzer is a finding if it is slow in the tool."""

    def is_confirmed(self, seconds, name="slow-unit-1"):
        with tempfile.TemporaryDirectory() as folder:
            finding, tool = Path(folder) / name, Path(folder) / "onnx2hpp"
            entry = message((1, "onnx2hpp"), (2, "-m 64K"))
            finding.write_bytes(message((14, entry)))
            tool.write_text(f"#!{sys.executable}\nimport sys, time\nassert '64K' in sys.argv\n"
                            f"end = time.process_time() + {seconds}\nwhile time.process_time() < end: sum(range(10000))\n")
            tool.chmod(0o755)
            with mock.patch.object(confirming, "SLOW_IN_TOOL", 0.3):
                confirmed = confirming.is_confirmed("convert", finding, Path(folder), tool)
            self.assertEqual(confirmed, finding.exists())
            return confirmed

    def test_time_is_the_tools(self):
        self.assertFalse(self.is_confirmed(0))
        self.assertFalse(self.is_confirmed(0, "timeout-1"))
        self.assertTrue(self.is_confirmed(1.5))


if __name__ == "__main__":
    unittest.main()
