# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""How firmware for an emulated core is compiled and linked, by GCC and by Clang."""

import re
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/bench"))
from cores import CORES  # noqa: E402

BOARDS = ROOT / "examples/firmware"
NO_EXCEPTIONS = ["-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]


@dataclass(frozen=True)
class Toolchain:
    """Commands and options for one core and compiler."""

    compile: tuple
    link: tuple
    libraries: tuple
    sources: tuple


@cache
def of_toolchain_file(core, variable):
    """What a file of cmake/toolchains sets a variable to."""
    text = (ROOT / f"cmake/toolchains/{CORES[core].toolchain}.cmake").read_text()
    return re.search(rf"set\({variable} ([^\s)]+)\)", text)[1]


@cache
def path_of(compiler, *question):
    return subprocess.run([compiler, *question], check=True, text=True,
                          capture_output=True).stdout.strip()


def cortex_m(core, compiler):
    cpu = ("-mthumb", "-mcpu=" + of_toolchain_file(core, "CMAKE_SYSTEM_PROCESSOR"),
           "-mfloat-abi=" + of_toolchain_file(core, "tigris_float_abi"))
    board = BOARDS / "qemu_mps2"
    script = ("-nostartfiles", f"-T{board / CORES[core].board}.ld", f"-L{board}", "-Wl,--gc-sections")
    sources = (board / "startup.cpp",)
    gcc = "arm-none-eabi-g++"
    if compiler == "g++":
        return Toolchain((gcc, *cpu), (gcc, *cpu, *script, "--specs=nano.specs"), (), sources)
    clang = ("clang++", "--target=arm-none-eabi", *cpu)
    libraries = (path_of(gcc, *cpu, "--specs=nano.specs", "-print-file-name=libc_nano.a"),
                 path_of(gcc, *cpu, "-print-libgcc-file-name"))
    return Toolchain((*clang, "-ffreestanding"),
                     (*clang, "-fuse-ld=lld", "-nostdlib", *script), libraries, sources)


def risc_v(core, compiler):
    machine = ("-march=" + of_toolchain_file(core, "CMAKE_SYSTEM_PROCESSOR"), "-mabi=ilp32",
               "-ffreestanding", "-msmall-data-limit=0")
    board, support = BOARDS / "qemu_virt", BOARDS / "qemu_mps2"
    gcc = "riscv64-unknown-elf-g++"
    script = ("-nostartfiles", "-nostdlib", f"-T{board / 'virt.ld'}", f"-L{support}",
              "-Wl,--gc-sections")
    sources, libgcc = (board / "startup.cpp",), path_of(gcc, *machine, "-print-libgcc-file-name")
    if compiler == "g++":
        return Toolchain((gcc, *machine), (gcc, *machine, *script, "-Wl,--no-warn-rwx-segments"),
                         (libgcc,), sources)
    clang = ("clang++", "--target=riscv32-unknown-elf", *machine)
    return Toolchain(clang, (*clang, "-fuse-ld=lld", *script), (libgcc,), sources)


def linux(core, compiler):
    target = () if compiler == "g++" else ("--target=aarch64-linux-gnu", "-fuse-ld=lld")
    program = "aarch64-linux-gnu-g++" if compiler == "g++" else "clang++"
    machine = tuple(CORES[core].flags.split())
    return Toolchain((program, *target[:1], *machine), (program, *target, *machine, "-static"), (), ())


def toolchain(core, compiler):
    """The Toolchain of a core and "g++" or "clang"."""
    board = CORES[core].board
    family = {"virt": risc_v, "user": linux}.get(board, cortex_m)
    return family(core, compiler)
