#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds firmware with many settings, runs it in QEMU and compares the outputs.

Settings are model, size of memory, core, optimization level, link-time optimization, rounding,
policy and compiler. The commit's hash draws some of them, so that ten commits try every pair. The
outputs must be the same bytes as those of plain C++ kernels on this machine."""

import argparse
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from settings import VALUES, drawn, every
from toolchains import BOARDS, CORES, NO_EXCEPTIONS, ROOT, toolchain

sys.path.insert(0, str(ROOT / "tests/quality"))
sys.path.insert(0, str(ROOT / "tests/verify"))
from ledger import Entry, append  # noqa: E402
from processes import run  # noqa: E402

TIMES_SMALLEST = {"smallest": 1, "middle": 2, "whole": 0}
LONGEST = 900


class Failure(Exception):
    """A sentence for the user."""


@dataclass(frozen=True)
class Subject:
    """A converted model, and the number that its outputs must come to."""

    header: Path
    name: str


def parse_arguments():
    parser = argparse.ArgumentParser(prog="compilers", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=24, help="firmwares to draw (default 24)")
    parser.add_argument("--seed", help="draw by this word instead of the commit's hash")
    parser.add_argument("--all", action="store_true",
                        help="try all settings; continues an interrupted run")
    parser.add_argument("--break", dest="broken", action="store_true",
                        help="change one expected number; the run must fail")
    parser.add_argument("--jobs", type=int, default=2, help="firmwares at the same time (default 2)")
    parser.add_argument("--record", action="store_true", help="add to tests/quality/ledger.tsv")
    for hidden in ("--tool", "--work", "--models"):
        parser.add_argument(hidden, type=Path, required=True, help=argparse.SUPPRESS)
    return parser.parse_args()


def require(outcome, what):
    if outcome.status != 0:
        raise Failure(f"{what}: {outcome.complaint()}")
    return outcome.output


def definitions(subject, backend, fast, policy):
    return [f'-DBENCH_HEADER="{subject.name}.hpp"', f"-DBENCH_MODEL={subject.name}",
            f"-DBENCH_KERNELS=tigris::{backend}", f"-DBENCH_FAST={fast}", "-DBENCH_RECOMPUTE=0",
            f"-DBENCH_OPTIMIZE={policy}", "-DBENCH_ALIGNMENT=4"]


def compile_options(subject):
    launcher = ["ccache"] if shutil.which("ccache") else []
    return launcher, ["-std=c++20", *NO_EXCEPTIONS, "-ffunction-sections", "-fdata-sections",
                      f"-I{ROOT / 'include'}", f"-I{ROOT / 'tests'}", f"-I{BOARDS / 'qemu_mps2'}",
                      f"-I{subject.header.parent}"]


class Firmware:
    """Makes and runs programs of the models in one folder."""

    def __init__(self, arguments):
        self.arguments = arguments
        arguments.work.mkdir(parents=True, exist_ok=True)

    @cache
    def subject(self, model, rounding, backend):
        name = f"{model}_{rounding}_{backend}"
        header = self.arguments.work / f"{name}.hpp"
        require(run([self.arguments.tool, self.arguments.models / model / "model.onnx", "-o", header,
                     "--name", name, "--rounding", rounding, "--edges", "quantized", "--backend",
                     backend], LONGEST), f"converting {model}")
        return Subject(header, name)

    @cache
    def expected(self, model, rounding):
        """What plain C++ kernels of this machine come to, in memory for everything."""
        subject = self.subject(model, rounding, "portable")
        program = self.arguments.work / f"{subject.name}.expected"
        launcher, options = compile_options(subject)
        source = ROOT / "tests/compilers/firmware.cpp"
        require(run([*launcher, "g++", "-O2", *options,
                     *definitions(subject, "portable", 0, "balanced"), "-c", source, "-o",
                     f"{program}.o"], LONGEST), f"compiling {model} for this machine")
        require(run(["g++", f"{program}.o", "-o", program], LONGEST), f"linking {model}")
        return require(run([program], LONGEST), f"running {model}").strip()

    def build(self, settings):
        chain = toolchain(settings.core, settings.compiler)
        backend = CORES[settings.core].backend
        subject = self.subject(settings.model, settings.rounding, backend)
        launcher, options = compile_options(subject)
        lto = ["-flto"] if settings.lto == "yes" else []
        on_board = ["-DBENCH_ON_BOARD"] if chain.sources else []
        defined = definitions(subject, backend, TIMES_SMALLEST[settings.plan], settings.policy)
        program = self.arguments.work / f"{settings.name()}.elf"
        objects = []
        for source in (ROOT / "tests/compilers/firmware.cpp", *chain.sources):
            objects.append(program.with_suffix(f".{source.stem}.o"))
            # Start-up code may define memcpy, which calls made at link time need.
            optimized = lto if source not in chain.sources else []
            require(run([*launcher, *chain.compile, settings.level, *optimized, *options, *on_board,
                         *defined, "-c", source, "-o", objects[-1]], LONGEST), "compiling")
        require(run([*chain.link, settings.level, *lto, *objects, *chain.libraries, "-o", program],
                    LONGEST), "linking")
        for file in objects:
            file.unlink()
        return program

    def complaint(self, settings, is_broken=False):
        """None, or what is wrong with a firmware of these settings. `is_broken` alters the number
        that is expected."""
        try:
            program = self.build(settings)
            board = CORES[settings.core].board
            printed = require(run([ROOT / "scripts/run_qemu", board, program], LONGEST), "running")
        except Failure as failure:
            return str(failure)
        program.unlink()
        wanted = self.expected(settings.model, settings.rounding) + ("0" if is_broken else "")
        return None if printed.strip() == wanted else f"prints {printed.strip()}, not {wanted}"


def current_commit():
    return run(["git", "rev-parse", "HEAD"], LONGEST, ROOT).output.strip()


def wanted_settings(arguments, done):
    if arguments.all:
        return [settings for settings in every() if settings.name() not in done]
    seed = arguments.seed or current_commit()
    print(f"{arguments.count} firmwares, drawn by {seed or 'no commit'}")
    return drawn(arguments.count, seed)


def prepare(firmware, chosen):
    """Converts and runs here what the firmwares need, before they are built in parallel."""
    for model in sorted({settings.model for settings in chosen}):
        for rounding in VALUES["rounding"]:
            firmware.expected(model, rounding)
    for settings in chosen:
        firmware.subject(settings.model, settings.rounding, CORES[settings.core].backend)


def main():
    arguments = parse_arguments()
    firmware, begin = Firmware(arguments), time.monotonic()
    passed_file = arguments.work / "passed.txt"
    done = set(passed_file.read_text().split()) if passed_file.exists() and arguments.all else set()
    chosen = wanted_settings(arguments, done)
    prepare(firmware, chosen)
    failed = 0
    with ThreadPoolExecutor(arguments.jobs) as pool, passed_file.open("a") as passed:
        are_broken = [arguments.broken, *[False] * len(chosen)]
        complaints = pool.map(firmware.complaint, chosen, are_broken)
        for settings, complaint in zip(chosen, complaints):
            print(f"{'FAIL' if complaint else 'pass'} {settings.name()} {complaint or ''}".rstrip(),
                  flush=True)
            failed += bool(complaint)
            if not complaint:
                passed.write(settings.name() + "\n")
                passed.flush()
    if arguments.record:
        append(Entry("compilers", "all" if arguments.all else "drawn",
                     round(arguments.jobs * (time.monotonic() - begin)), len(chosen), failed))
    print(f"{len(chosen) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
