#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""compare_test.py [TOOL]: scripts/compare reads .tflite files, judges figures, and, with TOOL, counts a stub of TensorFlow
Lite Micro beside our firmware."""

import contextlib
import io
import json
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import compare_firmware  # noqa: E402
import figures  # noqa: E402
from tflite import NotThere, functions_of, operator_codes  # noqa: E402

TOOL = sys.argv[1] if len(sys.argv) > 1 else None
STUB = HERE / "stub"
RELU, LSTM, DENSE = 19, 16, 9
EXTENT = 32


def tflite_file(*codes):
    """A flatbuffer that has a model's operator codes and nothing else. Codes are stored as new files do: the old
    field holds at most 127."""
    model_offsets = struct.pack("<HHHH", 8, 8, 0, 4) + struct.pack("<iI", 8, 4)  # no version; codes behind the table
    tables = struct.pack("<HHHHHH", 12, 12, 4, 0, 0, 8)
    vector, places = struct.pack("<I", len(codes)), b""
    first = 8 + len(model_offsets) + 4 + 4 * len(codes) + len(tables)
    items = b""
    for k, code in enumerate(codes):
        at = first + 12 * k
        items += struct.pack("<ibxxxi", at - (first - len(tables)), min(code, 127), code)
        here = 8 + len(model_offsets) + 4 + 4 * k
        places += struct.pack("<I", at - here)
    return struct.pack("<I4s", 16, b"TFL3") + model_offsets + vector + places + tables + items


def message(*fields):
    """A protobuf: pairs of a number and an integer, a text or bytes."""
    data = b""
    for number, value in fields:
        if isinstance(value, int):
            data += bytes([number << 3, value])
        else:
            value = value.encode() if isinstance(value, str) else value
            data += bytes([number << 3 | 2]) + (
                bytes([len(value)]) if len(value) < 128 else bytes([len(value) % 128 + 128, len(value) // 128])) + value
    return data


def relu_model():
    """ONNX: y = max(x, 0) of int8, between DequantizeLinear and QuantizeLinear."""
    def node(kind, output, *inputs):
        return 1, message(*((1, name) for name in inputs), (2, output), (4, kind))

    def edge(number, name):
        shape = message((1, message((1, 1))), (1, message((1, EXTENT))))
        return number, message((1, name), (2, message((1, message((1, 3), (2, shape))))))

    constants = [(5, message((2, 1), (8, "scale"), (9, struct.pack("<f", 1)))),
                 (5, message((2, 3), (8, "zero"), (9, b"\0")))]
    graph = message(node("DequantizeLinear", "real", "x", "scale", "zero"), node("Relu", "positive", "real"),
                    node("QuantizeLinear", "y", "positive", "scale", "zero"), (2, "relu"), *constants,
                    edge(11, "x"), edge(12, "y"))
    return message((1, 7), (7, graph), (8, message((2, 13))))


class Files(unittest.TestCase):
    def test_operators_are_found_once(self):
        self.assertEqual(operator_codes(tflite_file(RELU, DENSE, RELU, 150)), [DENSE, RELU, 150])

    def test_other_files_are_refused(self):
        with self.assertRaises(NotThere):
            operator_codes(b"\x10\0\0\0ONNX" + bytes(64))

    def test_functions_have_the_names_of_the_headers(self):
        self.assertEqual(functions_of([RELU], [STUB]), ["Relu"])

    def test_what_the_library_lacks_is_named(self):
        for code, name in ((LSTM, "LSTM"), (DENSE, "number 9")):
            with self.assertRaisesRegex(NotThere, name):
                functions_of([code], [STUB])


class Verdicts(unittest.TestCase):
    def test_ahead_and_behind_hold_with_every_factor(self):
        self.assertEqual(figures.verdict([4, 5, 6], 6.1), "ahead")
        self.assertEqual(figures.verdict([4, 5, 6], 6), "open")
        self.assertEqual(figures.verdict([4, 5, 6], 3.9), "behind")

    def test_figures_that_were_not_counted_stay(self):
        known = {"m4": {"kws_ref_int8": {"tflm": {"instructions": 9}, "whole": {"instructions": 5}}}}
        found = {"m4": {"kws_ref_int8": {"whole": {"instructions": 4}}}}
        programs = figures.merged(known, found)["m4"]["kws_ref_int8"]
        self.assertEqual(programs, {"tflm": {"instructions": 9}, "whole": {"instructions": 4}})

    def test_outputs_of_the_committed_figures_are_the_same(self):
        for core, models in figures.read().items():
            for model, programs in models.items():
                self.assertEqual(len({p["hash"] for p in programs.values()}), 1, (core, model))


@unittest.skipUnless(TOOL and shutil.which("arm-none-eabi-g++") and shutil.which("qemu-system-arm"),
                     "no tool, or no cross compiler, or no QEMU")
class Firmware(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.holder = tempfile.TemporaryDirectory()
        cls.folder = Path(cls.holder.name)
        model = cls.folder / "relu"
        model.mkdir()
        (model / "model.onnx").write_bytes(relu_model())
        (model / "model.tflite").write_bytes(tflite_file(RELU))

    @classmethod
    def tearDownClass(cls):
        cls.holder.cleanup()

    def archive(self, *options):
        stub, archive = self.folder / "stub.o", self.folder / "libstub-m4.a"
        flags = ["-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-O2", "-fno-exceptions", "-fno-rtti"]
        defines = ["-DTF_LITE_STATIC_MEMORY", "-DSTUB_DEFINE"]
        subprocess.run(["arm-none-eabi-g++", *flags, *defines, *options, "-I", STUB, "-c", STUB / "stub.cpp", "-o", stub],
                       check=True)
        archive.unlink(missing_ok=True)
        subprocess.run(["arm-none-eabi-ar", "rcs", archive, stub], check=True)
        return archive

    def compare(self, *options):
        """The exit status, what it printed and what it said."""
        said, printed = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(printed), contextlib.redirect_stderr(said):
            status = compare_firmware.main([
                "--tool", TOOL, "--shared", str(self.folder), "--build", str(self.folder), "--core", "m4",
                "--model", str(self.folder / "relu"), "--plan", "whole", *options])
        return status, printed.getvalue(), said.getvalue()

    def test_a_library_is_counted_and_its_outputs_are_compared(self):
        given = ["--tflm-include", str(STUB), "--tflm-define", "STUB_DEFINE"]
        status, printed, said = self.compare("--tflm", str(self.folder / "missing.a"), *given)
        self.assertEqual((status, printed), (2, ""))
        self.assertIn("there is no", said)

        self.archive()
        given = ["--tflm", str(self.folder / "libstub-{core}.a"), *given]
        status, printed, said = self.compare("--json", *given)
        self.assertEqual((status, said), (0, ""))
        programs = json.loads(printed)["m4"]["relu"]
        ours, library = programs["whole"], programs["tflm"]
        self.assertEqual(library["hash"], ours["hash"])
        self.assertEqual((ours["edge_bytes"], library["edge_bytes"]), (2 * EXTENT, 2 * EXTENT))
        self.assertEqual(library["arena_bytes"], 112)  # the stub wants 104
        self.assertGreaterEqual(library["static_bytes"], 112)
        self.assertLess(library["static_bytes"], 112 + 128)
        self.assertGreater(library["instructions"], EXTENT * 3)
        self.assertGreater(library["cycles_model"], library["instructions"])

        self.archive("-DSTUB_WRONG")
        status, printed, said = self.compare(*given)
        self.assertEqual((status, said), (1, ""))
        self.assertRegex(printed, r"TensorFlow Lite Micro.* DIFFER")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
