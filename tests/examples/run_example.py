#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds an example anew, as a project of its own, runs it, and compares what it prints with what its README.md
says: the page's last code block without a language. On cores other than the page's Cortex-M4, numbers of bytes may
be others, because tensors are aligned otherwise. Ticks of a clock, and shares of time, always may.

usage: run_example.py --tool TOOL --compiler CXX --core host|cortex-m4|... --build FOLDER [--option=-D...]
                      EXAMPLE PROGRAM"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WARNINGS = ("-Wall -Wextra -Wconversion -Wshadow -Wdouble-promotion -Wcast-align -Wcast-qual -Wold-style-cast "
            "-Wundef -Werror")
BOARDS = {"cortex-m4": "an386", "cortex-m7": "an500", "cortex-m33": "an505", "cortex-m55": "an547",
          "riscv64-unknown-elf": "virt"}


def needs_of(core):
    """The programs that a core takes."""
    if core == "host":
        return []
    if core == "riscv64-unknown-elf":
        return ["riscv64-unknown-elf-g++", "qemu-system-riscv32"]
    return ["arm-none-eabi-g++", "qemu-system-arm"]


def shown_on(page):
    blocks = re.findall(r"^```(\w*)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    return [text for language, text in blocks if not language][-1]


def without_bytes(text):
    return re.sub(r"\d+(?= bytes| of \d+ bytes)", "N", re.sub(r" +", " ", text))


def without_times(text):
    return re.sub(r" *[\d.]+ (?=ticks|%)", "N ", text)


def agree(printed, shown, core):
    printed, shown = without_times(printed), without_times(shown)
    return printed == shown if core == "cortex-m4" else without_bytes(printed) == without_bytes(shown)


def checked(command, folder=None):
    """What it printed; ends the test where it failed."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, cwd=folder)
    if done.returncode:
        sys.exit(f"{done.stdout}\nexit status {done.returncode}: {' '.join(map(str, command))}")
    return done.stdout


def configuration(arguments):
    options = ["-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release", f"-DTIGRIS_ONNX2HPP={arguments.tool}",
               f"-DCMAKE_CXX_FLAGS_RELEASE=-O2 {WARNINGS}", *arguments.option]
    if shutil.which("ccache"):
        options += [f"-DCMAKE_{language}_COMPILER_LAUNCHER=ccache" for language in ("C", "CXX")]
    if arguments.core == "host":
        return [*options, f"-DCMAKE_CXX_COMPILER={arguments.compiler}"]
    return [*options, "--toolchain", ROOT / f"cmake/toolchains/{arguments.core}.cmake"]


def run(arguments):
    program = arguments.build / arguments.program
    shutil.rmtree(arguments.build, ignore_errors=True)
    checked(["cmake", "-S", arguments.folder, "-B", arguments.build, *configuration(arguments)])
    checked(["cmake", "--build", arguments.build])
    if arguments.core == "host":
        return checked([program], arguments.folder)
    return checked([ROOT / "scripts/run_qemu", BOARDS[arguments.core], f"{program}.elf"], arguments.folder)


def main():
    parser = argparse.ArgumentParser()
    for option in ("--tool", "--compiler", "--core"):
        parser.add_argument(option, required=True)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--option", action="append", default=[])
    parser.add_argument("folder", type=Path)
    parser.add_argument("program")
    arguments = parser.parse_args()
    missing = [program for program in needs_of(arguments.core) if not shutil.which(program)]
    if missing:
        print(f"skipped: there is no {' and no '.join(missing)}")
        return 0
    printed, shown = run(arguments), shown_on((arguments.folder / "README.md").read_text())
    if agree(printed, shown, arguments.core):
        return 0
    print(f"the page shows\n{shown}\nprinted was\n{printed}")
    return 1


if __name__ == "__main__":
    sys.exit(main())
