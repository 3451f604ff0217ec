#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Firmware for the STM32H743 computes in QEMU what this machine computes without any budget.

usage: in_qemu.py --tool TOOL --compiler CXX [--break] MODEL...

A model is a folder with model.onnx, or such a file, of one input and one output. QEMU's an500 has the same
core. The linker script has the memories of boards/stm32h743.yaml with exactly their sizes: code in FLASH,
DTCM, and SRAM with output and stack, for which the plan leaves room. The input is part of the plan. Constants that FLASH has no room for are in a memory-mapped
flash beside it. The input is random codes. A line says what the plan takes.
"""

import argparse
import json
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from board_law import CROSS_COMPILERS, ROOT, run

BOARD = "stm32h743"
INTERFACE = ["--edges", "quantized", "--input", "arena"]  # the plan has room for the input
EXTERNAL_FLASH = 8 << 20
LONGEST_INPUT = 1 << 20
OUTPUT_AND_STACK = 16 << 10  # of SRAM
CODE = 128 << 10  # of FLASH, left to firmware where constants lie there, too
SUPPORT = ROOT / "examples/firmware/qemu_mps2"
FLAGS = ["-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti", "-I", ROOT / "include"]
# Where an500 has memory, by the board's names.
ORIGINS = {"FLASH": 0x00000000, "DTCM": 0x20000000, "SRAM": 0x20100000}


def checked(command, **more):
    """What it printed; an error where it failed."""
    result = run(command, **more)
    if result.returncode:
        raise RuntimeError(f"{Path(str(command[0])).name}: exit status {result.returncode}: "
                           f"{result.stderr.strip()[-400:]}")
    return result.stdout


def linker_script(sizes, is_external):
    """Of the memories that the board's file has, each with the size that it says."""
    memories = "".join(f"    {'RAM' if name == 'SRAM' else name} : ORIGIN = {ORIGINS[name]:#x}, "
                       f"LENGTH = {size}\n" for name, size in sizes.items())
    return (f"MEMORY\n{{\n{memories}    EXTERNAL : ORIGIN = 0x60000000, LENGTH = {EXTERNAL_FLASH}\n"
            "    SLOW : ORIGIN = 0x20200000, LENGTH = 0\n}\n"
            f'REGION_ALIAS("CONSTANTS", {"EXTERNAL" if is_external else "FLASH"})\n'
            "INCLUDE sections.ld\n")


def board_with_room():
    """The board's file, with less SRAM."""
    text = (ROOT / f"boards/{BOARD}.yaml").read_text()
    size = re.search(r"name: SRAM.*size: (\d+)K", text)
    return text[:size.start(1)] + str(int(size[1]) - OUTPUT_AND_STACK // 1024) + text[size.end(1):]


class Subject:
    """A model in a folder of its own."""

    def __init__(self, model, folder, arguments):
        self.model = model / "model.onnx" if model.is_dir() else model
        self.name, self.folder, self.arguments = model.stem, folder, arguments
        self.board = folder / "board.yaml"
        self.board.write_text(board_with_room())
        self.plan = json.loads(checked([arguments.tool, "analyze", self.model, "--json",
                                        *self.options(EXTERNAL_FLASH)]))
        self.sizes = {region["name"]: region["bytes"] for region in self.plan["regions"]}
        self.sizes["SRAM"] += OUTPUT_AND_STACK
        self.is_external = self.plan["totals"]["flash_bytes"] > self.sizes["FLASH"] - CODE

    def options(self, flash):
        return [*INTERFACE, "--board", self.board, "-f", str(flash)]

    def convert(self, name, options):
        checked([self.arguments.tool, self.model, "-o", self.folder / f"{name}.hpp", "--name", name,
                 *options])

    def compile(self, compiler, name, program, *more):
        checked([*compiler, *FLAGS, f'-DRUN_HEADER="{name}.hpp"', f"-DRUN_MODEL={name}",
                 "-I", self.folder, *more, "-o", self.folder / program])

    def on_this_machine(self):
        self.convert("plain", INTERFACE)
        self.compile([self.arguments.compiler], "plain", "plain",
                     ROOT / "tests/boards/run_file.cpp")
        checked([self.folder / "plain", self.folder / "in", self.folder / "plain.out"])
        return (self.folder / "plain.out").read_bytes()

    def in_qemu(self):
        flash = EXTERNAL_FLASH if self.is_external else self.sizes["FLASH"] - CODE
        self.convert("on_board", self.options(flash))
        script = self.folder / "board.ld"
        script.write_text(linker_script(self.sizes, self.is_external))
        self.compile(CROSS_COMPILERS["cortex-m7"], "on_board", "board.elf", "-fno-threadsafe-statics",
                     "-nostartfiles", f"-T{script}", f"-L{SUPPORT}", "-I", SUPPORT,
                     "-Wl,--gc-sections,--fatal-warnings", "--specs=nano.specs",
                     ROOT / "tests/boards/run_file.cpp", SUPPORT / "startup.cpp")
        checked([ROOT / "scripts/run_qemu", "an500", "board.elf", "in", "board.out"], cwd=self.folder)
        return (self.folder / "board.out").read_bytes()

    def write_input(self):
        """More than any of these models reads."""
        (self.folder / "in").write_bytes(random.Random(self.name).randbytes(LONGEST_INPUT))

    def describe(self):
        totals = self.plan["totals"]
        peaks = ", ".join(f"{region['peak_bytes']} of {region['bytes']} bytes of {region['name']}"
                          for region in self.plan["regions"] if region["peak_bytes"])
        return (f"{peaks}; {totals['recomputed_macs']} multiply-accumulates again; constants in "
                f"{'external flash' if self.is_external else 'FLASH'}")


def judge(model, arguments):
    """A sentence, and whether all is right."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            subject = Subject(model, Path(folder), arguments)
            subject.write_input()
            ours, theirs = subject.in_qemu(), subject.on_this_machine()
        except RuntimeError as error:
            return str(error), False
        if arguments.damages:
            ours = bytes([ours[0] ^ 1]) + ours[1:]
        wrong = sum(a != b for a, b in zip(ours, theirs)) + abs(len(ours) - len(theirs))
        if wrong:
            return f"{wrong} of {len(theirs)} bytes differ from those of this machine", False
        return f"the same {len(ours)} bytes; {subject.describe()}", True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--break", dest="damages", action="store_true")
    parser.add_argument("models", type=Path, nargs="+")
    arguments = parser.parse_args()
    missing = [word for word in (CROSS_COMPILERS["cortex-m7"][0], "qemu-system-arm")
               if not shutil.which(word)]
    missing += [str(model) for model in arguments.models if not model.exists()]
    if missing:
        print(f"skipped: there is no {' and no '.join(missing)}")
        return 0
    failed = 0
    for model in arguments.models:
        sentence, is_right = judge(model, arguments)
        print(f"{model.stem}: {sentence}", flush=True)
        failed += not is_right
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
