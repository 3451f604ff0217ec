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

NOTE = re.compile(r"(\d+) groups? of constants; flash for constants: (\d+) instead of (\d+) bytes; "
                  r"RAM for decoded ones: (\d+) bytes")


def layers_of_groups(text, count):
    """Of each group, the bytes of its constants, in the order of the header."""
    places = text[text.index("constant_places"):]
    places = re.findall(r"\{(-?\d+), \d+\}", places[:places.index("}};")])
    numbers = [[int(number) for number, place in enumerate(places) if place == str(group)] for group in range(count)]
    names = {int(index): name for name, index in re.findall(
        r"// \d+: ([^\n]*)\n\s*\{\.kind = tigris::tensor_kind::constant,[^}]*?\.index = (\d+)", text)}
    return [names[group[0]] for group in numbers]


def convert(model, compress, *more):
    """What the tool says of packing, and of the header's groups: the first constant, packed and own bytes."""
    with tempfile.TemporaryDirectory() as folder:
        header = Path(folder) / "m.hpp"
        done = subprocess.run([TOOL, MODELS / model / "model.onnx", "-o", header, "--name", "m",
                               "--compress", compress, "--effort", "none", *more],
                              check=True, capture_output=True, text=True)
        text = header.read_text()
        groups = re.findall(r"\{packed_\d+, (\d+), (\d+), \d+, \d+u\}", text)
    layers = layers_of_groups(text, len(groups)) if groups else []
    return done.stderr, [(layer, int(packed), int(own)) for layer, (packed, own) in zip(layers, groups)]


class Sizes(unittest.TestCase):
    def check(self, model, compress, groups, flash, plain, prefix, *more):
        """Gives the groups."""
        said, made = convert(model, compress, *more)
        numbers = [int(n) for n in NOTE.search(said).groups()]
        self.assertEqual(numbers, [groups, flash, plain, prefix])
        self.assertEqual(len(made), groups)
        self.assertEqual((max(own for _, _, own in made) + 63) // 64 * 64, prefix)
        for _, packed, own in made:
            self.assertLess(packed * 100, own * 98)
        return made

    def test_autoencoder(self):
        layer = "functional_1/dense{}/MatMul_quantized{}".format
        self.assertEqual(self.check("ad01_int8", "lz4", 9, 249789, 270926, 16384), [
            (layer("", " from 0"), 14442, 15456), (layer("", " from 24"), 14316, 15456),
            (layer("", " from 48"), 13464, 15456), (layer("", " from 72"), 13510, 15456),
            (layer("", " from 96"), 14179, 15456), (layer("", " from 120"), 4893, 5152),
            (layer("_1", ""), 12421, 16384), (layer("_2", ""), 11767, 16384), (layer("_3", ""), 11275, 16384)])
        self.check("ad01_int8", "lz4,GROUP=96K", 4, 243582, 270926, 82496)

    def test_keywords_in_floats(self):
        layer = "functional_1/conv2d{}/Conv2D".format
        self.assertEqual(self.check("kws_ref_float", "lz4", 5, 57494, 90416, 16384), [
            (layer(""), 5592, 10496), (layer("_1"), 9459, 16384), (layer("_2"), 9107, 16384),
            (layer("_3"), 9746, 16384), (layer("_4"), 9106, 16384)])

    def test_dead_channels(self):
        self.check("vww_96_int8", "lz4", 10, 162034, 232749, 16384, "--keep-dead")
        self.check("vww_96_int8", "lz4,GROUP=96K", 10, 66421, 232749, 67840, "--keep-dead")

    def test_analyze_says_what_flash_saves(self):
        done = subprocess.run([TOOL, "analyze", MODELS / "kws_ref_float/model.onnx", "--compress", "lz4", "--effort", "none"],
                              check=True, capture_output=True, text=True)
        self.assertIn("32.2 KB less by --compress", done.stdout)

    def test_what_gains_nothing(self):
        for model in ("kws_ref_int8", "resnet8_int8", "vww_96_int8"):
            said, groups = convert(model, "lz4")
            self.assertIn("shrink by less than 2 %; nothing is compressed", said)
            self.assertEqual(groups, [])


if __name__ == "__main__":
    TOOL, MODELS = sys.argv[1], Path(sys.argv[2])
    unittest.main(argv=sys.argv[:1])
