# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""flash_count_test.py TOOL COMPILER [MODEL...]: flash as the tool counts it is in objects for a Cortex-M4.

The tool's number is never more than the constants of the object, each from a word on, and those that the compiler made
part of the code: small constants and records of steps, which are then no symbols. It is less by no more than a
hundredth, 4 bytes for each constant (the end of a string) and 24 bytes for each step (tables of a kernel).
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOL, HOST_COMPILER, *MODELS = sys.argv[1:]
MODELS = [model for model in MODELS if (Path(model) / "model.onnx").is_file()]
M4 = ["arm-none-eabi-g++", "-mcpu=cortex-m4", "-mthumb", "-mfloat-abi=hard", "-mfpu=fpv4-sp-d16"]
LEVELS = {"portable": "-O2", "arm_dsp": "-Os"}
FLAGS = ["-std=c++20", "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics", "-I", ROOT / "include"]
END_OF_STRING, TABLES_OF_KERNEL, SMALL_RECORD = 4, 24, 24
PROGRAM = """
#include "counted.hpp"
constexpr auto model = counted::model;
tigris::workspace<model> memory;
template <int I> tigris::input_buffer<model, I> input;
template <int I> tigris::output_buffer<model, I> output;
template <int... I, int... O>
void run_all(tigris::index_sequence<I...>, tigris::index_sequence<O...>) {
    tigris::run(model, memory, tigris::inputs(input<I>...), tigris::outputs(output<O>...));
}
void run() {
    run_all(tigris::make_index_sequence<model.inputs.size()>{}, tigris::make_index_sequence<model.outputs.size()>{});
}
"""


def output_of(*command):
    return subprocess.run([str(word) for word in command], check=True, text=True, capture_output=True).stdout


def constants_in(listing):
    """Bytes of all sections of constants that `size -A` lists, each from a word on."""
    return sum((int(size) + 3) // 4 * 4 for size in re.findall(r"^\.rodata\S* +(\d+) ", listing, re.M))


def in_code(plan, symbols):
    """At most so many bytes of constants and records have no symbol, because the compiler made them part of code."""
    constants = sorted(constant["bytes"] for constant in plan["constants"])
    absent = constants[:max(0, len(constants) - len(re.findall(r" [VRr] counted::", symbols)))]
    records = len(re.findall(r" [VRr] .*tigris::execution::layer<", symbols))
    steps = sum(step["operator"] != "reshape" for step in plan["steps"])
    return sum(absent) + max(0, steps - records) * SMALL_RECORD


@unittest.skipUnless(shutil.which(M4[0]), f"there is no {M4[0]}")
class FlashCount(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def counted(self, model, level, options):
        """The tool's number, the object's, what is not in the object's, and by how much the first may be less."""
        path = Path(model) / "model.onnx"
        output_of(TOOL, path, "-o", self.folder / "counted.hpp", "--name", "counted", *options)
        (self.folder / "run.cpp").write_text(PROGRAM)
        output_of(*M4, *FLAGS, level, "-c", self.folder / "run.cpp", "-o", self.folder / "run.o")
        plan = json.loads(output_of(TOOL, "analyze", path, "--json", *options))
        symbols = output_of("arm-none-eabi-nm", "-C", self.folder / "run.o")
        constants = len(re.findall(r" [VRr] counted::", symbols))
        linked = constants_in(output_of("arm-none-eabi-size", "-A", self.folder / "run.o"))
        return (plan["totals"]["flash_bytes"], linked, in_code(plan, symbols),
                linked // 100 + constants * END_OF_STRING + len(plan["steps"]) * TABLES_OF_KERNEL)

    def check_count(self, model, level, *options):
        with self.subTest(model=model, level=level, options=options):
            tool, object_file, folded, slack = self.counted(model, level, options)
            self.assertLessEqual(tool, object_file + folded)
            self.assertGreaterEqual(tool, object_file - slack)

    def test_what_is_counted_is_in_the_object(self):
        for model in MODELS:
            for backend, level in LEVELS.items():
                self.check_count(model, level, "--backend", backend)

    def test_packed_constants_are_counted_as_they_are_packed(self):
        for model in MODELS[-1:]:
            self.check_count(model, "-O2", "--compress", "lz4")

    def test_records_have_the_same_sizes_on_both_machines(self):
        program = [ROOT / "tests/bench/record_bytes.cpp", "-std=c++20", "-I", ROOT / "include"]
        output_of(HOST_COMPILER, *program, "-o", self.folder / "records")
        numbers = self.folder / "numbers"
        numbers.write_text(output_of(self.folder / "records"))
        compiled = [*M4, *program, "-fsyntax-only", f'-DRECORD_NUMBERS="{numbers}"']
        output_of(*compiled)
        numbers.write_text(numbers.read_text().replace("44,", "48,", 1))
        with self.assertRaises(subprocess.CalledProcessError):
            output_of(*compiled)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
