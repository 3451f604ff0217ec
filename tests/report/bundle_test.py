# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""bundle_test.py TOOL ROOT: a tool with tiny_bundle.html fills it, byte by byte."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT, TOOL = Path(sys.argv.pop()), sys.argv.pop()
BUNDLE = Path(__file__).with_name("tiny_bundle.html")
MODEL = ROOT / "tests/models/conv_int8/model.onnx"


class BundleTest(unittest.TestCase):
    def test_the_page_is_the_bundle_with_a_title_and_data(self):
        with tempfile.TemporaryDirectory() as folder:
            page = Path(folder) / "page.html"
            subprocess.run([TOOL, "report", MODEL, "-o", page], check=True)
            text = page.read_bytes()
        for part in BUNDLE.read_bytes().split(b"<!-- REPORT DATA -->"):
            before, _, after = part.partition(b"<title>TiGrIS report</title>")
            self.assertIn(before, text)
            self.assertIn(after, text)
        self.assertIn(b'id="report-data"', text)


if __name__ == "__main__":
    unittest.main()
