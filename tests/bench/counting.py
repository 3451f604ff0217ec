# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs marked firmware in QEMU: what the plugin counted between the marks, and what it printed."""

import os
import re
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LIBRARIES_FUNCTIONS = "|arm_.*_s(8|16)|arm_(nn|vector|memcpy)_|esp_nn_"
INSTRUCTIONS_OF_TICK = 40  # of SysTick on the boards under -icount shift=0


class Failure(Exception):
    """A sentence for the user."""


def output_of(*command, env=None):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=env)
    if done.returncode != 0:
        raise Failure(f"{command[0]} ends with {done.returncode}: "
                      f"{(done.stderr or done.stdout).strip()[-2000:]}")
    return done.stdout


@dataclass
class Symbol:
    address: int
    size: int
    kind: str
    mangled: str
    name: str


def symbols_of(elf, prefix):
    lines = [output_of(prefix + "nm", "-S", *options, elf).splitlines() for options in ([], ["-C"])]
    found = []
    for mangled, name in zip(*lines):
        match = re.fullmatch(r"([0-9a-f]+) ([0-9a-f]+) (\w) (.*)", mangled)
        if match:
            found.append(Symbol(int(match[1], 16) & ~1 if match[3] in "tTwW" else int(match[1], 16),
                                int(match[2], 16), match[3], match[4],
                                name.split(" ", 3)[3]))
    return found


def text_bytes(symbols, namespace):
    """Code of the functions in tigris::<namespace>; of libraries' functions, too, for kernels. Constructors have two
    names for the same code."""
    begins = re.compile(rf"_ZN[A-Z]*6tigris{len(namespace)}{namespace}"
                        + (LIBRARIES_FUNCTIONS if namespace == "kernels" else ""))
    return sum({s.address: s.size for s in symbols if s.kind in "tTwW" and begins.match(s.mangled)}.values())


@dataclass
class Event:
    """`accesses`: bytes read, bytes written and thousandths of a cycle of each memory that the plugin knows."""

    address: int
    instructions: int
    cycles: int
    accesses: tuple = ()


@dataclass
class Run:
    """`printed` maps names to numbers; `lines` are all that the firmware printed."""

    events: list
    lines: list
    symbols: list
    is_exact: bool = True
    printed: dict = field(default_factory=dict)

    def address_of(self, name):
        return next(s.address for s in self.symbols if s.name == name)


def parse_events(text):
    lines = [tuple(map(int, line.split())) for line in text.splitlines()]
    return [Event(*numbers[:3], numbers[3:]) for numbers in lines]


def numbers_of(lines):
    pairs = [line.split() for line in lines]
    return {pair[0]: int(pair[1]) for pair in pairs if len(pair) == 2}


@dataclass(frozen=True)
class Machine:
    """A board of scripts/run_qemu, the prefix of its compiler's binutils, and the model of its cycles."""

    board: str
    prefix: str
    cycles: str = "m4"


def run_qemu(core, elf, options):
    env = {**os.environ, "TIGRIS_QEMU_OPTIONS": options, "TIGRIS_QEMU_TIMEOUT": "900"}
    return output_of(ROOT / "scripts/run_qemu", core.board, elf, env=env).splitlines()


def count(core, elf, plugin, memories=()):
    """Counts with the plugin; without one (None) by SysTick, to some 40 instructions. `memories` as the plugin
    wants them. Of `core` the board, the prefix and the cycles are asked."""
    symbols = symbols_of(elf, core.prefix)
    if plugin is None:
        lines = run_qemu(core, elf, "-icount shift=0")
        return Run([], lines, symbols, False, numbers_of(lines))
    mark = next(s for s in symbols if s.name == "tigris_bench_mark")
    out = elf.with_suffix(".events")
    charged = f",model={core.cycles or 'm4'}" + "".join(f",memory={text}" for text in memories)
    lines = run_qemu(core, elf,
                     f"-plugin {plugin},mark={mark.address},bytes={mark.size},out={out}{charged}")
    return Run(parse_events(out.read_text()), lines, symbols, True, numbers_of(lines))


def takes_plugins():
    """Whether this machine's QEMU was built with them."""
    return "-plugin" in output_of("qemu-system-arm", "-help")


def ends_of(run):
    """The start's mark and the stop's."""
    return [next(e for e in run.events if e.address == run.address_of(name))
            for name in ("tigris_bench_start", "tigris_bench_stop")]


def totals(run):
    """Instructions and modelled cycles from the start's mark to the stop's."""
    if not run.is_exact:
        return INSTRUCTIONS_OF_TICK * run.printed["ticks"], None
    start, stop = ends_of(run)
    return stop.instructions - start.instructions, stop.cycles - start.cycles


def measure(core, elf, plugin):
    run = count(core, elf, plugin)
    instructions, cycles = totals(run)
    printed = run.printed
    return {"instructions": instructions,
            "cycles_model": cycles if core.has_cycles else None,
            "macs": printed["macs"],
            "text_bytes": text_bytes(run.symbols, "kernels"),
            "scratch_bytes": printed["scratch_bytes"],
            "execution_text_bytes": text_bytes(run.symbols, "execution"),
            "fast_bytes": printed["fast_bytes"],
            "flash_bytes": printed["flash_bytes"],
            "recomputed_macs": printed["recomputed_macs"],
            "stack_bytes": printed["stack_bytes"],
            "hash": printed["hash"]}


def check_known_loop(core, elf, plugin):
    """Counts two loops of which the instructions are known; raises Failure where it is wrong."""
    run = count(core, elf, plugin)
    marks = [e.instructions for e in run.events]
    found = [last - first for first, last in zip(marks[::2], marks[1::2])]
    if found != [2004, 3004]:
        raise Failure(f"loops of 2004 and 3004 instructions were counted as {found}")
