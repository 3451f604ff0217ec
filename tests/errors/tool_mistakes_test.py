#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tool_mistakes_test.py TOOL: of each mistake TOOL prints one line with `error:`, which says what to do, and writes nothing."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOL = sys.argv.pop()


def varint(number):
    return bytes([number]) if number < 128 else bytes([number % 128 + 128]) + varint(number // 128)


def number(field, value):
    return varint(field << 3) + varint(value)


def part(field, payload):
    payload = payload.encode() if isinstance(payload, str) else payload
    return varint(field << 3 | 2) + varint(len(payload)) + payload


def float_value(name, *extents):
    """A ValueInfoProto; an extent is a number, or a name for an open one."""
    dims = b"".join(part(1, number(1, e) if isinstance(e, int) else part(2, e)) for e in extents)
    return part(1, name) + part(2, part(1, number(1, 1) + part(2, dims)))


def model(operator, *extents):
    """A ModelProto of one node from x to y."""
    node = part(1, "x") + part(2, "y") + part(3, "first") + part(4, operator)
    graph = part(1, node) + part(2, "g") + part(11, float_value("x", *extents)) + part(12, part(1, "y"))
    return number(1, 8) + part(8, number(2, 13)) + part(7, graph)


RELU = model("Relu", 1, 4)
# What is given, the model's bytes, the exit code, and what the line must hold.
MISTAKES = {
    "unsupported operator": (["m.onnx", "-o", "m.hpp"], model("Frobnicate", 1, 4), 3,
                             ["node 'first' (Frobnicate", "docs/reference/operators.md"]),
    "dynamic shape": (["m.onnx", "-o", "m.hpp"], model("Relu", 1, "length"), 1, ["--input-shape 'x="]),
    "misspelled option": (["m.onnx", "-o", "m.hpp", "--bakend", "arm_dsp"], RELU, 1,
                          ["--bakend; did you mean --backend?"]),
    "misspelled subcommand": (["analyse", "m.onnx"], RELU, 1, ["analyse; did you mean analyze?"]),
    "damaged file": (["m.onnx", "-o", "m.hpp"], RELU[:-9], 1, ["damaged or truncated; copy it or export it again"]),
    "tflite file": (["m.onnx", "-o", "m.hpp"], b"\x1c\0\0\0TFL3" + bytes(99), 1,
                    ["a TensorFlow Lite model; convert it to ONNX first"]),
    "PyTorch file": (["m.onnx", "-o", "m.hpp"], b"PK\x03\x04" + bytes(26) + b"archive/data.pkl" + bytes(99), 1,
                     ["is a PyTorch file; write ONNX instead: torch.onnx.export"]),
}


def run(words, content):
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "m.onnx").write_bytes(content)
        result = subprocess.run([TOOL, *words], cwd=folder, text=True, capture_output=True)
        return result, sorted(file.name for file in Path(folder).iterdir())


class ToolMistakesTest(unittest.TestCase):
    def test_each_mistake_is_one_line(self):
        for name, (words, content, code, wanted) in MISTAKES.items():
            with self.subTest(name):
                result, files = run(words, content)
                errors = [line for line in result.stderr.splitlines() if "error:" in line]
                self.assertEqual(1, len(errors), result.stderr)
                self.assertEqual([], [w for w in wanted if w not in errors[0]], errors[0])
                self.assertEqual((code, ["m.onnx"]), (result.returncode, files))

    def test_a_right_model_is_converted(self):
        result, files = run(["m.onnx", "-o", "m.hpp"], RELU)
        self.assertEqual((0, ["m.hpp", "m.onnx"]), (result.returncode, files), result.stderr)


if __name__ == "__main__":
    unittest.main()
