#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes docs/reference/quality.md from what the machines recorded: ledger.tsv and coverage.tsv."""

import sys
from collections import defaultdict
from pathlib import Path

from coverage import ROOT, shares
from ledger import entries

PAGE = ROOT / "docs/reference/quality.md"
INTRODUCTION = """# Quality: what was tried, and what it found

How the project looks for its own defects, how much was tried, and what was found. You can repeat every run.
`scripts/quality` writes the tables from runs that are recorded in `tests/quality/`.
"""
MACHINES = {
    "fuzz": ("Fuzzing", "`scripts/fuzz` changes models, command lines and `.pb` files at random. "
             "libFuzzer keeps what reaches new code. The programs run with address and undefined "
             "behavior sanitizers. A finding is also more than 10 s in the tool itself, 30 s in the fuzzers "
             "`readers` and `command_line`, or 2 GB in any fuzzer."),
    "differential": ("Differential tests", "`scripts/differential` makes random networks and "
                     "operators. Edits are ONNX's own cases with one attribute, operand, extent or version changed. "
                     "All plans and backends must give the same bytes, with dead channels and without "
                     "them. A reference executor must agree. Long runs (`--brief`) try one target of each network."),
    "functions": ("Functions of one number", "`scripts/functions` compares every function with "
                  "double precision: each for every float, `pow` for 1 000 000 000 pairs. [functions.md](functions.md) has "
                  "the bounds."),
    "compilers": ("Compilers", "`scripts/compilers` builds firmware with many settings, runs it "
                  "in QEMU and compares the outputs."),
    "mutants": ("Mutation tests", "`scripts/mutants` plants one mistake at a time. A unit test must fail. "
                "Findings are mistakes after which none did. Tests for them follow, and another run tries these "
                "mistakes again. Some change nothing that anybody could see (`tests/quality/equivalent_mutants.txt`)."),
}
EVALUATED = "tigris/execution"  # mostly by compilers alone
ONLY_ON_CORES = ("kernels/arm_dsp", "kernels/helium", "kernels/adapters", "kernels/cmsis_nn",
                 "kernels/esp_nn", "kernels/simd")


def duration(seconds):
    return f"{seconds / 3600:.1f} h" if seconds >= 3600 else f"{seconds / 60:.0f} min"


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(map(str, row)) + " |" for row in rows]) + "\n"


def machine_rows(runs):
    by_subject = defaultdict(list)
    for run in runs:
        by_subject[run.subject].append(run)
    for subject, all_runs in sorted(by_subject.items()):
        last = all_runs[-1]
        yield (subject, duration(sum(run.seconds for run in all_runs)),
               f"{sum(run.tried for run in all_runs):,}".replace(",", " "),
               sum(run.findings for run in all_runs), last.findings, last.date)


def machine_section(machine, runs):
    title, text = MACHINES[machine]
    head = ("of", "time of one core", "tried", "findings", "in the last run", "last run")
    return f"\n## {title}\n\n{text}\n\n" + table(head, machine_rows(runs))


def percent(found):
    lines = sum(share.lines for share in found)
    return f"{100 * sum(share.ran for share in found) / lines:.1f} %" if lines else "-"


def is_apart(share):
    return any(folder in share.folder for folder in ONLY_ON_CORES)


def coverage_rows(found):
    here = [share for share in found if not is_apart(share)]
    for name in ("tigris", "onnx2hpp"):
        whole = [share for share in here if share.folder.split("/")[0] == name]
        if whole:
            yield f"{name}, all", percent(whole)
        but = [share for share in whole if not f"{share.folder}/".startswith(f"{EVALUATED}/")]
        if len(but) < len(whole):
            yield f"{name}, but {EVALUATED}", percent(but)
    yield from ((share.folder if "/" in share.folder else f"{share.folder}, files beside its folders",
                 percent([share])) for share in here)


def coverage_section(run, title, text):
    found = [share for share in shares() if share.run == run]
    if not found:
        return ""
    section = f"\n## {title}\n\n{text}\n\n" + table(("folder", "lines that run"),
                                                     coverage_rows(found))
    apart = [share for share in found if is_apart(share)]
    if apart:
        section += ("\nKernels of other processors: the lines that a PC compiles. Firmware tests in "
                    "QEMU run the others.\n\n"
                    + table(("folder", "lines that run"),
                            ((share.folder, percent([share])) for share in apart)))
    return section


def page():
    by_machine = defaultdict(list)
    for entry in entries():
        by_machine[entry.machine].append(entry)
    text = INTRODUCTION
    for machine in MACHINES:
        if by_machine[machine]:
            text += machine_section(machine, by_machine[machine])
    text += coverage_section("tests", "Lines that tests run",
                             "Clang counts lines. Counted are the unit tests, the tests `report` and `write_files`, "
                             "and conversions of ONNX's own cases. Planners run natively here, as they do in the tool. "
                             "What only compilers evaluate, such as checks of a target, counts as not run: most of "
                             "`tigris/execution`.")
    text += coverage_section("corpus", "Lines of the tool that the fuzzers' corpus runs",
                             "Each model of the corpus is converted and analyzed: those of the repository, and what "
                             "`scripts/fuzz` left in the checkout, such as models that its options `--draw` and `--seeds` add.")
    return text


if __name__ == "__main__":
    PAGE.write_text(page())
    sys.exit(0)
