# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which groups of constants are packed, and by how much.

usage: sizes_test.py ONNX2HPP FOLDER_OF_MODELS
"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

NOTE = re.compile(r"(\d+) groups of constants; flash for constants: (\d+) instead of (\d+) bytes; "
                  r"RAM for decoded ones: (\d+) bytes")


def convert(model, compress, *more):
    """What the tool says of packing, and the numbers of the header's groups."""
    with tempfile.TemporaryDirectory() as folder:
        header = Path(folder) / "m.hpp"
        done = subprocess.run([TOOL, MODELS / model / "model.onnx", "-o", header, "--name", "m",
                               "--compress", compress, "--effort", "none", *more],
                              check=True, capture_output=True, text=True)
        groups = re.findall(r"\{packed_\d+, (\d+), (\d+), \d+, \d+u\}", header.read_text())
    return done.stderr, [(int(packed), int(own)) for packed, own in groups]


class Sizes(unittest.TestCase):
    def check(self, model, compress, groups, flash, plain, prefix, *more):
        said, made = convert(model, compress, *more)
        numbers = [int(n) for n in NOTE.search(said).groups()]
        self.assertEqual(numbers, [groups, flash, plain, prefix])
        self.assertEqual(len(made), groups)
        self.assertEqual((max(own for _, own in made) + 63) // 64 * 64, prefix)
        for packed, own in made:
            self.assertLess(packed * 100, own * 98)

    def test_autoencoder(self):
        self.check("ad01_int8", "lz4", 9, 249789, 270926, 16384)
        self.check("ad01_int8", "lz4,GROUP=96K", 4, 243582, 270926, 82496)

    def test_keywords_in_floats(self):
        self.check("kws_ref_float", "lz4", 5, 57494, 90416, 16384)

    def test_dead_channels(self):
        self.check("vww_96_int8", "lz4", 10, 162034, 232749, 16384, "--keep-dead")
        self.check("vww_96_int8", "lz4,GROUP=96K", 10, 66421, 232749, 67840, "--keep-dead")

    def test_what_gains_nothing(self):
        for model in ("kws_ref_int8", "resnet8_int8", "vww_96_int8"):
            said, groups = convert(model, "lz4")
            self.assertIn("shrink by less than 2 %; nothing is compressed", said)
            self.assertEqual(groups, [])


if __name__ == "__main__":
    TOOL, MODELS = sys.argv[1], Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
