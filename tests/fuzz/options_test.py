# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""options_test.py TOOL: the fuzzers draw each option of a conversion, so that a new one is not forgotten."""

import re
import subprocess
import sys
import unittest
from pathlib import Path

TOOL = sys.argv.pop(1)
WORDS = (Path(__file__).resolve().parent / "model_words.cpp").read_text()
NOT_DRAWN = {
    "-h", "--help", "--version", "-q", "--quiet",  # about what is printed
    "-o", "--name",  # each fuzzer's own
    "--for", "--placement",  # want a file, and --place says the same
    "--depfile",  # one more file, and nothing else of the conversion
    "--xip",  # does nothing
}


def options(text):
    """(short, long) of each; the one that there is, twice."""
    return [(pair[0] or pair[1], pair[1] or pair[0])
            for pair in re.findall(r"^ +(-\w\b)?,?(--[\w-]+)?", text, re.M) if any(pair)]


class OptionsTest(unittest.TestCase):
    def test_each_is_drawn(self):
        known = options(subprocess.run([TOOL, "--help"], check=True, text=True, capture_output=True).stdout)
        self.assertGreater(len(known), 20)
        forgotten = [long for short, long in known if not {short, long} & NOT_DRAWN
                     and not re.search(rf'["\s]({re.escape(short)}|{re.escape(long)})["\s]', WORDS)]
        self.assertEqual([], forgotten, "add them to option_words in tests/fuzz/model_words.cpp")

    def test_options_are_found(self):
        self.assertEqual([("-m", "--memory"), ("--c", "--c"), ("-o", "-o")],
                         options("  -m,--memory TEXT ...   bytes\n  --c    also C\n  -o TEXT    a file\nText.\n"))


if __name__ == "__main__":
    unittest.main()
