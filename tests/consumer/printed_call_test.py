#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compiles and runs the call that a conversion prints, as a user pastes it behind the header.

usage: printed_call_test.py TOOL CXX MODEL..."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_messages import declaration, message  # noqa: E402

TOOL, CXX, *MODELS = sys.argv[1:]


def printed_call(summary):
    """What stands behind the word call, and on the lines that follow."""
    lines = summary.splitlines()
    first = next(i for i, line in enumerate(lines) if line.startswith("call "))
    return [line[9:] for line in lines[first:]]


def cube():
    """A Relu of [1, 4, 4, 4], whose extents do not tell the order of its elements."""
    node = message((1, "x"), (2, "y"), (4, "Relu"))
    edges = (11, declaration("x", 1, [1, 4, 4, 4])), (12, declaration("y", 1, [1, 4, 4, 4]))
    return message((1, 8), (7, message((1, node), *edges)), (8, message((2, 13))))


def repeating_sum():
    """Adds 4 096 equal floats, which compress well, to as many inputs."""
    numbers = message((1, 4096), (2, 1), (8, "c"), (9, bytes(16384)))
    node = message((1, "x"), (1, "c"), (2, "y"), (4, "Add"))
    edges = (11, declaration("x", 1, [4096])), (12, declaration("y", 1, [4096]))
    return message((1, 8), (7, message((1, node), (5, numbers), *edges)), (8, message((2, 13))))


def blob_of(folder):
    """The blob of a conversion as an array."""
    numbers = ",".join(map(str, (folder / "net.bin").read_bytes()))
    return f"alignas(16) static const unsigned char blob[] = {{{numbers}}};\nconstexpr auto blob_bytes = sizeof(blob);\n"


# Flash on a serial bus: only the firmware can read it.
BOARD = """
name: serial_flash
core: cortex-m4
clock: 100 MHz
backend: portable
alignment: 4
memories:
  - {name: RAM, size: 64K, read: 1, write: 1}
  - {name: FLASH, size: 1M, read: 9, writable: false, addressable: false, section: .flash}
"""


class PrintedCall(unittest.TestCase):
    def convert(self, model, folder, *options):
        done = subprocess.run([TOOL, model, "-o", folder / "net.hpp", "--name", "net", *options],
                              capture_output=True, text=True, check=True)
        return done.stdout

    def run_pasted(self, model, *options, yours=lambda folder: "", returns_status=False):
        """`yours`: what the call leaves to the firmware, in front of it."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            call = printed_call(self.convert(model, folder, *options))
            self.assertLessEqual(max(map(len, call)), 91, call)
            if returns_status:
                self.assertTrue(call[-1].startswith("const tigris::status done = "), call)
                call.append("return int(done);")
            (folder / "main.cpp").write_text('#include "net.hpp"\n' + yours(folder) + "int main() {\n" +
                                             "\n".join(call) + "\n}\n")
            subprocess.run([CXX, "-std=c++20", "-O1", "-Wall", "-Wextra", "-Werror", "-Wno-unused-variable", "-I",
                            ROOT / "include", folder / "main.cpp", "-o", folder / "main"], check=True)
            subprocess.run([folder / "main"], check=True)
            return call

    def test_a_pasted_call_compiles_and_runs(self):
        for model in MODELS:
            for options in ([], ["--edges", "quantized"]):
                with self.subTest(model=model, options=options):
                    self.run_pasted(model, *options)

    def test_where_extents_do_not_tell_the_order_the_call_does(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as model:
            Path(model.name).write_bytes(cube())
            self.run_pasted(model.name)

    def test_a_model_without_inputs_has_a_call(self):
        self.run_pasted(MODELS[0], "--constant", "image=" + ",".join(["1"] * 72))

    def test_rows_are_functions_of_the_firmware(self):
        functions = ("void read_input(int8_t* row, int count, int) { while (count > 0) row[--count] = 1; }\n"
                     "void take_output(const int8_t*, int, int) {}\n")
        self.run_pasted(MODELS[0], "--input", "rows", "--output", "rows", yours=lambda folder: functions)

    def test_buffers_in_the_workspace_have_pointers(self):
        call = self.run_pasted(MODELS[0], "--input", "arena", "--output", "arena")
        self.assertIn("int8_t* const input = ws.input<0>();", " ".join(call))

    def test_states_and_moving_windows_have_a_workspace(self):
        states = ROOT / "examples" / "07_state"
        self.run_pasted(states / "gru_frame.onnx", "--state", "auto")
        self.run_pasted(states / "causal_clip.onnx", "--stream", "1")

    def test_constants_are_copied_checked_or_bound_first(self):
        staged = ["--board", "stm32h743", "--backend", "portable", "--place", "CONSTANT=:DTCM"]
        self.run_pasted(MODELS[0], *staged, returns_status=True)
        self.run_pasted(MODELS[0], "--weights", "blob", yours=blob_of, returns_status=True)
        self.run_pasted(MODELS[0], "--weights", "blob", *staged, yours=blob_of, returns_status=True)

    def test_constants_that_are_compressed(self):
        with tempfile.NamedTemporaryFile(suffix=".onnx") as model:
            Path(model.name).write_bytes(repeating_sum())
            call = self.run_pasted(model.name, "--compress", "lz4", returns_status=True)
        self.assertIn("const tigris::status ready = tigris::init(net::model, ws);  // once", call)

    def test_where_only_the_firmware_knows_how_to_copy_a_page_is_named(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "board.yaml").write_text(BOARD)
            page, = printed_call(self.convert(MODELS[0], folder, "--board", folder / "board.yaml", "--place",
                                              "CONSTANT=FLASH:RAM"))
        self.assertTrue((ROOT / page).is_file(), page)

    def test_quiet_conversions_and_pipes_print_no_summary(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.convert(MODELS[0], Path(folder), "--quiet"), "")
        piped = subprocess.run([TOOL, MODELS[0], "-o", "/dev/stdout", "--name", "net"], capture_output=True,
                               text=True, check=True)
        self.assertNotIn("\ncall ", piped.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
