#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the tool accepts for a board compiles for that board, and the compiler's plan is the tool's.

usage: board_law.py --tool TOOL --compiler CXX --model MODEL... [--board BOARD...] [--option OPTION...]
                    [--flag FLAG...] [--cross]

Each model is converted for each board without -m, and with these: the least that `analyze` says,
what the plan takes, the middle of both, 4 bytes less than the least, and three quarters of it, which
must be refused. All headers for one alignment and backend are one program, which prints its plans.
`analyze --json` must print the same. With --cross, headers and a run of each model are compiled by
the compiler of the board's core, too, where there is one here; it must find the same totals and the
same peak of each memory.
"""

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/plan_json"))
from compare import without_the_tools_own  # noqa: E402
OVER_BUDGET = 2
ARM = ["arm-none-eabi-g++", "-mthumb"]
CROSS_COMPILERS = {
    "cortex-m0plus": [*ARM, "-mcpu=cortex-m0plus"],
    "cortex-m4": [*ARM, "-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard"],
    "cortex-m7": [*ARM, "-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard"],
    "cortex-m33": [*ARM, "-mcpu=cortex-m33", "-mfpu=fpv5-sp-d16", "-mfloat-abi=hard"],
    "cortex-m55": [*ARM, "-mcpu=cortex-m55", "-mfloat-abi=hard"],
    "riscv-rv32imafc": ["riscv64-unknown-elf-g++", "-march=rv32imafc", "-mabi=ilp32f",
                        "-ffreestanding"],
}
FACTS = {"fast_peak_bytes": "fast_peak_bytes", "slow_peak_bytes": "slow_peak_bytes",
         "calls": "calls", "recomputed_macs": "recomputed_macs", "stages": "stage_count"}


def run(command, **more):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True, **more)


def plan_without_title(text):
    """The plan, without what depends on targets that the header does not name, or only the tool says."""
    left_out = ("model", "smallest_fast_bytes", "second_passes", "advice")
    return {key: value for key, value in json.loads(without_the_tools_own(text)).items()
            if key not in left_out}


def first_difference(ours, theirs, where=""):
    """The path of a member that differs, or nothing."""
    if type(ours) is not type(theirs):
        return f"{where}: {ours} and {theirs}"
    if isinstance(ours, dict):
        if list(ours) != list(theirs):
            return f"{where}: other members"
        pairs = [(ours[key], theirs[key], f"{where}.{key}") for key in ours]
    elif isinstance(ours, list):
        if len(ours) != len(theirs):
            return f"{where}: {len(ours)} and {len(theirs)} items"
        pairs = [(a, b, f"{where}[{i}]") for i, (a, b) in enumerate(zip(ours, theirs))]
    else:
        return "" if ours == theirs else f"{where}: {ours} and {theirs}"
    return next((found for found in (first_difference(*pair) for pair in pairs) if found), "")


def scratch_bytes(region):
    """What the plan alone takes of a region."""
    return region["peak_bytes"] - sum(region[what] for what in ("staged_bytes", "cold_bytes", "state_bytes"))


def checks_of(name, plan):
    """C++ that compiles where the compiler's plan has the same totals and peaks."""
    checks = [f"plan_of<{name}::model>.{member} == {plan['totals'][key]}"
              for key, member in FACTS.items()]
    checks += [f"plan_of<{name}::model>.region_bytes[{i}] == {scratch_bytes(region)}"
               for i, region in enumerate(plan["regions"])]
    return "".join(f"static_assert(tigris::{check});\n" for check in checks)


def core_of(header):
    """Of the board that a header is for."""
    return re.search(r"^// For the board \w+ \((\S+),", header.read_text(), re.MULTILINE)[1]


def includes(names):
    return "".join(f"#include <{name}.hpp>\n" for name in names)


def header_name(model, board, budget):
    stem = model.parent.name if model.stem == "model" else model.stem
    return re.sub(r"\W", "_", f"{stem}_{Path(board).stem}_{budget or 'all'}")


class law:
    """The cases of a run: headers that the tool accepted, by the program that they belong to."""

    def __init__(self, arguments, folder):
        self.arguments, self.folder = arguments, folder
        self.plans, self.programs = {}, defaultdict(list)
        self.complaints, self.refused, self.cross_compiled = [], 0, 0

    def analyze(self, model, options):
        result = run([self.arguments.tool, "analyze", model, "--json", *options])
        if result.returncode not in (0, OVER_BUDGET):
            sys.exit(f"analyze {model} {options}: {result.stderr}")
        return json.loads(result.stdout), result

    def add_budget(self, model, board, budget):
        """Converts; remembers the plan that the header has to give."""
        options = ["--board", board, *self.arguments.option, *(["-m", budget] if budget else [])]
        name = header_name(model, board, budget)
        made = run([self.arguments.tool, model, "-o", self.folder / f"{name}.hpp", *options])
        plan, shown = self.analyze(model, options)
        if made.returncode != shown.returncode:
            self.complaints.append(f"{name}: exit status {made.returncode} of the conversion, "
                                   f"{shown.returncode} of analyze")
        elif made.returncode == OVER_BUDGET:
            self.refused += 1
        else:
            target = plan["target"]
            self.plans[name] = plan_without_title(shown.stdout)
            self.programs[target["alignment"], target["backend"]].append(name)

    def add(self, model, board):
        plan, _ = self.analyze(model, ["--board", board, *self.arguments.option])
        least = min(plan["smallest_fast_bytes"].values())
        peak = plan["totals"]["fast_peak_bytes"]
        self.add_budget(model, board, None)
        for budget in sorted({max(least * 3 // 4, 1), max(least - 4, 1), least, (least + peak) // 2,
                              peak}):
            self.add_budget(model, board, budget)

    def compile(self, compiler, source, text, *more):
        """Whether it does; else complains. Null checks stay, as UndefinedBehaviorSanitizer wants them."""
        source.write_text(text)
        result = run([*compiler, "-std=c++20", "-fno-delete-null-pointer-checks", *self.arguments.flag, "-I", self.folder,
                      *[part for folder in ("include", "tools", "tests")
                        for part in ("-I", ROOT / folder)], source, *more])
        if result.returncode:
            first = next((line for line in result.stderr.splitlines() if "error" in line), "")
            self.complaints.append(f"{source.name} does not compile: {first}")
        return result.returncode == 0

    def check_program(self, alignment, backend, names):
        source = self.folder / f"plans_{backend}_{alignment}.cpp"
        calls = "".join(f'    print_plan<{name}::model>("{name}");\n' for name in names)
        text = f"{includes(names)}#include <boards/print_plan.hpp>\nint main() {{\n{calls}}}\n"
        program = source.with_suffix("")
        if not self.compile([self.arguments.compiler, f"-DTIGRIS_TENSOR_ALIGN={alignment}"], source,
                            text, "-o", program):
            return
        printed = re.split(r"^\$ (.*)\n", run([program]).stdout, flags=re.MULTILINE)
        for name, text in zip(printed[1::2], printed[2::2]):
            found = first_difference(plan_without_title(text), self.plans[name])
            if found:
                self.complaints.append(f"{name}: the compiler and the tool have {found}")
        self.complaints += [f"{name}: the compiler has no plan"
                            for name in set(names) - set(printed[1::2])]

    def check_for_core(self, core, names):
        source = self.folder / f"run_{re.sub(r'[^a-z0-9]', '_', core)}.cpp"
        text = includes(names) + "#include <boards/run_once.hpp>\n" + "".join(
            f"template void run_once<{name}::model>();\n{checks_of(name, self.plans[name])}"
            for name in names)
        if self.compile([*CROSS_COMPILERS[core], "-fno-exceptions", "-fno-rtti"], source, text, "-c",
                        "-o", source.with_suffix(".o")):
            self.cross_compiled += len(names)

    def check(self):
        for (alignment, backend), names in self.programs.items():
            self.check_program(alignment, backend, names)
        cores = defaultdict(list)
        for name in self.plans:
            cores[core_of(self.folder / f"{name}.hpp")].append(name)
        for core, names in cores.items():
            if self.arguments.cross and shutil.which(CROSS_COMPILERS.get(core, [""])[0]):
                self.check_for_core(core, names)


def boards_of_repository():
    return sorted(file.stem for file in (ROOT / "boards").glob("*.yaml"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tool", required=True)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--model", required=True, type=Path, nargs="+")
    parser.add_argument("--board", nargs="+", default=boards_of_repository())
    parser.add_argument("--option", action="append", default=[], help="of the tool, once each")
    parser.add_argument("--cross", action="store_true", help="try the compilers of cores, too")
    parser.add_argument("--flag", action="append", default=[], help="of the compiler, once each")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tried = law(arguments, Path(folder))
        for board in arguments.board:
            for model in arguments.model:
                tried.add(model, board)
        tried.check()
    print("\n".join(tried.complaints + [
        f"{len(arguments.board)} boards: {len(tried.plans)} plans in {len(tried.programs)} programs, "
        f"{tried.cross_compiled} compiled for their cores, {tried.refused} budgets refused, "
        f"{len(tried.complaints)} complaints"]))
    return 1 if tried.complaints or not tried.plans or not tried.refused else 0


if __name__ == "__main__":
    sys.exit(main())
