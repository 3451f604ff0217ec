# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Backends, and what it takes to run programs with their kernels here."""

import os
import platform
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# What a compiler needs to be told for their kernels to be there. Those of arm_dsp and helium are in
# plain C++ here, with the same results.
BACKENDS = {"portable": [], "blocked": [], "arm_dsp": [], "x86": ["-mavx2", "-mfma"], "helium": [],
            "aarch64": [], "cmsis_nn": ["-DTIGRIS_HAS_CMSIS_NN"],
            "esp_nn": ["-DTIGRIS_HAS_ESP_NN", "-DCONFIG_NN_OPTIMIZED"]}


@dataclass
class Library:
    """The user's library of kernels: where the environment says that it is, and its headers."""

    variable: str
    headers: str

    def folder(self):
        """None if the environment names none."""
        return os.environ.get(self.variable)


LIBRARIES = {"cmsis_nn": Library("TIGRIS_CMSIS_NN_DIR", "Include"),
             "esp_nn": Library("TIGRIS_ESP_NN_DIR", "include")}


@dataclass
class Processor:
    """Of machines (uname -m) that a backend's instructions are for, and how others get there."""

    machine: str
    compiler: str
    emulator: list

    def is_here(self):
        return platform.machine() == self.machine

    def missing(self):
        return [word for word in (self.compiler.split()[0], self.emulator[0]) if not shutil.which(word)]


PROCESSORS = {"aarch64": Processor("aarch64", "aarch64-linux-gnu-g++ -static -march=armv8.2-a+dotprod",
                                   ["qemu-aarch64", "-cpu", "max"])}
CPU_INFO = Path("/proc/cpuinfo")


def backend_of_board(board):
    """As the board's file says. Raises ValueError."""
    file = ROOT / "boards" / f"{board}.yaml"
    file = file if file.is_file() else Path(board)
    if not file.is_file():
        raise ValueError(f"there is no board {board}, and no such file")
    found = re.search(r"^backend:\s*(\w+)", file.read_text(), re.MULTILINE)
    return found[1] if found else "portable"


def default_compiler(backend):
    """With room for long searches: three times what g++ evaluates by itself, in at most some 4 GB."""
    processor = PROCESSORS.get(backend)
    native = "g++ -march=native" if processor else "g++"
    command = native if not processor or processor.is_here() else processor.compiler
    return command + " -fconstexpr-ops-limit=100000000"


def emulator(backend):
    """What runs programs with a backend's kernels: nothing where this machine does."""
    processor = PROCESSORS.get(backend)
    return processor.emulator if processor and not processor.is_here() else []


def has_avx2():
    """Unknown processors count as ones that have it."""
    words = CPU_INFO.read_text().split() if CPU_INFO.exists() else ["avx2", "fma"]
    return "avx2" in words and "fma" in words


def native_backend():
    """The one with this machine's instructions."""
    if PROCESSORS["aarch64"].is_here():
        return "aarch64"
    return "x86" if platform.machine() == "x86_64" and has_avx2() else "portable"


def lack_of(backend):
    """A sentence about what a backend lacks here, and what to do, or None."""
    library, processor = LIBRARIES.get(backend), PROCESSORS.get(backend)
    if library and not library.folder():
        return f"--backend {backend} needs {library.variable}, the folder of the library"
    if processor and not processor.is_here() and processor.missing():
        return (f"--backend {backend} needs {' and '.join(processor.missing())}, which "
                f"scripts/setup {backend} installs")
    if backend == "x86" and not has_avx2():
        return "--backend x86 needs a processor with AVX2 and FMA, which this one has not"
    return None


def compiler_flags(backend):
    library = LIBRARIES.get(backend)
    include = ["-isystem", str(Path(library.folder()).resolve() / library.headers)] if library else []
    return BACKENDS[backend] + include


def linked_library(backend, build):
    """What programs are linked with."""
    return [str(build.resolve() / f"libtigris_{backend}.a")] if backend in LIBRARIES else []
