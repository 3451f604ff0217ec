# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The processors that are counted, and how QEMU runs their code."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Core:
    """`toolchain` is a file of cmake/toolchains, `backend` whose kernels are made for it, `prefix` that of its
    binutils; `flags` are added to the toolchain's. `cycles` names the model of count/ whose cycles are told, if any."""

    toolchain: str
    board: str
    backend: str
    prefix: str = "arm-none-eabi-"
    cycles: str = "m4"
    has_floats: bool = True  # in registers
    flags: str = ""

    @property
    def has_cycles(self):
        return bool(self.cycles)


CORES = {
    "m0plus": Core("cortex-m0plus", "an385", "blocked", has_floats=False),
    "m3": Core("cortex-m3", "an385", "blocked", has_floats=False),
    "m4": Core("cortex-m4", "an386", "arm_dsp"),
    "m7": Core("cortex-m7", "an500", "arm_dsp", cycles="m7"),
    "m33": Core("cortex-m33", "an505", "arm_dsp"),
    "m55": Core("cortex-m55", "an547", "helium", cycles=""),  # QEMU does not spell Helium's names
    "rv32": Core("riscv64-unknown-elf", "virt", "blocked", "riscv64-unknown-elf-", cycles="",
                 has_floats=False),
    "a53": Core("aarch64-linux-gnu", "user", "aarch64", "aarch64-linux-gnu-", cycles="", flags="-march=armv8-a"),
    "a76": Core("aarch64-linux-gnu", "user", "aarch64", "aarch64-linux-gnu-", cycles="",
                flags="-march=armv8.2-a+dotprod"),
}
