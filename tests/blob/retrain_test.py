# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Retrained models run under the header of the first one, from a blob that --for accepts; others are
refused, and nothing is written.

usage: retrain_test.py ONNX2HPP COMPILER MODEL.onnx OTHER_MODEL.onnx"""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from retrained import retrained, with_other_activations

FOLDER = Path(__file__).resolve().parent
INCLUDE = FOLDER.parents[1] / "include"


class Retrained(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.at = Path(cls.temporary.name)
        model = MODEL.read_bytes()
        (cls.at / "old.onnx").write_bytes(model)
        (cls.at / "new.onnx").write_bytes(retrained(model, 1))
        other, cls.scale = with_other_activations(model)
        (cls.at / "scaled.onnx").write_bytes(other)
        (cls.at / "firmware").mkdir()
        (cls.at / "symmetric.onnx").write_bytes(retrained(model, 2, lowest=-127))
        cls.convert("old.onnx", "-o", "firmware/net.hpp", "--weights", "blob")
        cls.firmware = cls.compile("firmware")

    @classmethod
    def tool(cls, *words):
        return subprocess.run([TOOL, *words], cwd=cls.at, capture_output=True, text=True, check=False)

    @classmethod
    def convert(cls, *words):
        done = cls.tool(*words)
        if done.returncode != 0:
            raise AssertionError(done.stderr)
        return done.stderr

    @classmethod
    def compile(cls, folder):
        program = cls.at / folder / "run"
        subprocess.run([COMPILER, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion",
                        "-Werror", "-I", INCLUDE, "-I", cls.at / folder, FOLDER / "run.cpp", "-o", program],
                       check=True)
        return program

    def run_firmware(self, *blob):
        """The name of the status, and the output."""
        done = subprocess.run([self.firmware, *blob], cwd=self.at, capture_output=True, text=True,
                              check=True)
        return done.stdout.split(" ", 1)

    def names(self):
        return sorted(str(p.relative_to(self.at)) for p in self.at.rglob("*"))

    def refused(self, *words, says, output="refused.bin"):
        """Nothing is written, and the tool says all of that."""
        before = self.names()
        done = self.tool(*words, "-o", output)
        self.assertEqual(done.returncode, 1, done.stderr)
        for part in says:
            self.assertIn(part, done.stderr)
        self.assertEqual(self.names(), before)

    def for_firmware(self, model):
        return [model, "--weights", "blob", "--for", "firmware/net.hpp"]

    def test_new_weights_under_old_firmware(self):
        said = self.convert(*self.for_firmware("new.onnx"))
        self.assertIn("'new.onnx' runs under 'firmware/net.hpp'; -o FILE writes the blob", said)
        self.assertFalse((self.at / "firmware/new.bin").exists())
        self.convert(*self.for_firmware("new.onnx"), "-o", "new.bin")
        (self.at / "literal").mkdir()
        self.convert("new.onnx", "-o", "literal/net.hpp")
        literal = subprocess.run([self.compile("literal")], capture_output=True, text=True, check=True)
        self.assertEqual(["ok", literal.stdout.split(" ", 1)[1]], self.run_firmware("new.bin"))
        old = self.run_firmware("firmware/net.bin")
        self.assertEqual(old[0], "ok")
        self.assertNotEqual(old, self.run_firmware("new.bin"))

    def test_an_order_for_a_backend(self):
        for_paired = ["--weights", "blob", "--for", "paired/net.hpp"]
        for folder, model, *form in (("paired", "old.onnx", "--weights", "blob", "--keep-dead"),
                                     ("literal_paired", "symmetric.onnx")):
            (self.at / folder).mkdir()
            self.convert(model, "-o", f"{folder}/net.hpp", "--backend", "arm_dsp", *form)
        self.assertIn(".order = tigris::weight_order::arm_dsp", (self.at / "paired/net.hpp").read_text())
        self.convert("symmetric.onnx", *for_paired, "-o", "symmetric.bin")
        literal, paired = (subprocess.run([self.compile(folder), *blob], cwd=self.at, capture_output=True,
                                          text=True, check=True).stdout
                           for folder, blob in (("literal_paired", ()), ("paired", ("symmetric.bin",))))
        self.assertEqual(literal, paired)
        # Random weights saturate most channels, whose weights would become 0.
        self.refused("new.onnx", *for_paired,
                     says=["'new.onnx' does not run under 'paired/net.hpp': tensor ",
                           "weights from -128 to 127", "do not fit the order that the header has"])
        self.convert("new.onnx", "-o", "canonical.hpp", "--weights", "blob", "--backend", "arm_dsp", "--keep-dead")
        self.assertNotIn(".order", (self.at / "canonical.hpp").read_text())
        self.convert("symmetric.onnx", "--weights", "blob", "--for", "canonical.hpp", "-o", "any.bin")

    def test_constants_prepared_for_calls_of_one_row(self):
        for backend in ("arm_dsp", "helium"):
            small = ["-m", "5800", "--backend", backend, "--keep-dead"]
            for_rows = ["--weights", "blob", "--for", f"{backend}/net.hpp", "-o", f"{backend}.bin"]
            for folder, model, *form in ((backend, "old.onnx", "--weights", "blob"),
                                         (f"literal_{backend}", "symmetric.onnx")):
                (self.at / folder).mkdir()
                self.convert(model, "-o", f"{folder}/net.hpp", *small, *form)
            header = (self.at / backend / "net.hpp").read_text()
            self.assertIn(f"prepared_for = tigris::{backend};", header)
            self.convert("symmetric.onnx", *for_rows)
            literal, blob = (subprocess.run([self.compile(folder), *words], cwd=self.at, capture_output=True,
                                            text=True, check=True).stdout
                             for folder, words in ((f"literal_{backend}", ()), (backend, (f"{backend}.bin",))))
            self.assertEqual(literal, blob)
            damaged = bytearray((self.at / f"{backend}.bin").read_bytes())
            damaged[-20] ^= 1
            (self.at / "damaged.bin").write_bytes(damaged)
            done = subprocess.run([self.at / backend / "run", "damaged.bin"], cwd=self.at, capture_output=True,
                                  text=True, check=True)
            self.assertEqual(done.stdout.split(" ", 1)[0], "damaged_constants")

    def test_same_weights_are_the_same_blob(self):
        self.convert(*self.for_firmware("old.onnx"), "-o", "same.bin")
        self.assertEqual((self.at / "same.bin").read_bytes(), (self.at / "firmware/net.bin").read_bytes())

    def test_other_blobs(self):
        self.convert(OTHER, "-o", "other.hpp", "--weights", "blob")
        self.assertEqual(self.run_firmware("other.bin")[0], "foreign_weights")
        whole = (self.at / "firmware/net.bin").read_bytes()
        for blob, status in ((b"", "undersized_arena"), (whole[:-1], "undersized_arena"),
                             (whole[:-1] + bytes([whole[-1] ^ 1]), "damaged_constants"),
                             (whole + b"behind", "ok")):
            (self.at / "changed.bin").write_bytes(blob)
            self.assertEqual(self.run_firmware("changed.bin")[0], status)

    def test_what_differs_is_named(self):
        self.refused(*self.for_firmware("scaled.onnx"),
                     says=["'scaled.onnx' does not run under 'firmware/net.hpp'", "tensor ",
                           "the header has .quant = {", "the model .quant = {"])
        self.refused(*self.for_firmware(OTHER), says=["does not run under 'firmware/net.hpp': "])
        for option in (["--edges", "quantized"], ["-m", "8K"], ["--name", "net"], ["--keep-dead"]):
            self.refused(*self.for_firmware("new.onnx"), *option,
                         says=["--for takes how a model is converted from its header; leave out --"])

    def test_headers_that_take_no_blob(self):
        self.convert("old.onnx", "-o", "plain.hpp", "--effort", "none")
        self.refused("new.onnx", "--weights", "blob", "--for", "plain.hpp",
                     says=["--for 'plain.hpp': the header was not converted with --weights blob"])
        self.refused("new.onnx", "--weights", "blob", "--for", "absent.hpp", says=["absent.hpp"])
        text = (self.at / "firmware/net.hpp").read_text()
        for name, changed, says in (
                ("graph", text.replace("tensor_kind::input", "tensor_kind::output"), "was changed"),
                ("options", text.replace("Options: [", "Options: ["[:-1]), "line of options is damaged")):
            (self.at / f"{name}.hpp").write_text(changed)
            self.refused("new.onnx", "--weights", "blob", "--for", f"{name}.hpp", says=[says])

    def test_what_does_not_go_together(self):
        header = ["new.onnx", "--for", "firmware/net.hpp"]
        self.refused(*header, says=["give --weights blob, too"])
        self.refused(*header, "--weights", "blob", "--c", says=["leave out --c"])
        self.refused("new.onnx", "--weights", "blob", "--compress", "lz4",
                     says=["--compress does not go with --weights blob"])
        board = ["new.onnx", "--weights", "blob", "--board", "apollo510", "--backend", "portable"]
        self.refused(*board, "--place", "CONSTANT=PSRAM", output="refused.hpp",
                     says=["is to lie in PSRAM, but --weights blob"])
        self.refused("new.onnx", "--weights", "blob",
                     says=["'refused.bin' is to be written, but is written as 'refused.bin'"])

    def test_outputs_are_no_inputs(self):
        for output in ("new.onnx", "firmware/net.hpp"):
            before = (self.at / output).read_bytes()
            done = self.tool(*self.for_firmware("new.onnx"), "-o", output)
            self.assertEqual(done.returncode, 1)
            self.assertIn("is to be written, but is the", done.stderr)
            self.assertEqual((self.at / output).read_bytes(), before)
        done = self.tool("new.onnx", "-o", "/dev/stdout", "--weights", "blob", "--name", "net")
        self.assertEqual(done.returncode, 1)
        self.assertIn("--weights blob writes files beside -o '/dev/stdout'", done.stderr)

    def test_options_come_from_the_header(self):
        options = ["--board", "stm32h743", "--place", "CONSTANT=FLASH:DTCM", "--effort", "none"]
        self.convert("old.onnx", "-o", "staged.hpp", "--weights", "blob", *options)
        self.convert("symmetric.onnx", "--weights", "blob", "--for", "staged.hpp", "-o", "retrained.bin")
        (self.at / "again").mkdir()
        self.convert("symmetric.onnx", "-o", "again/staged.hpp", "--weights", "blob", *options)
        self.assertEqual((self.at / "retrained.bin").read_bytes(),
                         (self.at / "again/staged.bin").read_bytes())
        self.refused("symmetric.onnx", "--weights", "blob", "--for", "staged.hpp", "--effort", "fast",
                     says=["--effort"])


if __name__ == "__main__":
    TOOL, COMPILER = sys.argv[1:3]
    MODEL, OTHER = (Path(word).resolve() for word in sys.argv[3:5])
    unittest.main(argv=sys.argv[:1])
