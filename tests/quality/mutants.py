#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Plants one mistake at a time in a copy of the project and asks whether a test fails.

A mistake that does not compile is drawn again, unless a static_assert stops it: that counts as a test.
Results go to build/mutants/<area>.json, where an interrupted run continues. The script lists survivors
with their lines. Some survivors change nothing that anybody could see. A person judges these, in
tests/quality/equivalent_mutants.txt: a line of source and mistake, a tab, the reason. After a commit of more
tests, --again tries the survivors again, but for those whose lines the commit changed."""

import argparse
import json
import random
import subprocess
import sys
import time
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path

from ledger import Entry, append
from mutations import Mutation, mutations_of

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from processes import run  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
JUDGED = Path(__file__).resolve().parent / "equivalent_mutants.txt"
LONGEST_BUILD, LONGEST_TEST = 1200, 300
BROKEN, KILLED, SURVIVED = "does not compile", "killed", "survived"


@dataclass(frozen=True)
class Suite:
    """A program of tests, and which of its tests to run."""

    program: str
    options: tuple = ()


@dataclass(frozen=True)
class Area:
    """Where mistakes are planted, and the suites to try, the quickest first."""

    files: tuple
    suites: tuple


TOOLS = Suite("tools", ("--source-file-exclude=*/search/*,*/two_pass/*",))
AREAS = {
    "planning": Area(("include/tigris/planning/**/*.hpp",),
                     (Suite("planning"), Suite("execution"),
                      Suite("tools", ("--source-file=*/plan/*,*/search/*",)))),
    "requantization": Area(("include/tigris/kernels/arithmetic/requantize.hpp",
                            "include/tigris/kernels/arithmetic/channel_scale.hpp",
                            "include/tigris/support/fixed_point.hpp",
                            "tools/onnx2hpp/lower/requantization.cpp"),
                           (Suite("kernels"), TOOLS)),
    "importer": Area(tuple(f"tools/onnx2hpp/{stage}/*.cpp" for stage in
                           ("load", "expand", "evaluate", "passes", "lower")), (TOOLS,)),
    "kernels": Area(tuple(f"include/tigris/kernels/{shelf}/*.hpp" for shelf in
                          ("arithmetic", "arithmetic/functions", "arithmetic/tables", "portable", "walks")),
                    (Suite("kernels"), Suite("execution"), TOOLS)),
}


def parse_arguments():
    parser = argparse.ArgumentParser(prog="mutants", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("areas", nargs="*", metavar="AREA", help=" ".join(AREAS))
    parser.add_argument("--count", type=int, default=75, help="mistakes for each area (default 75)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--hours", type=float, default=4, help="stop after this time (default 4)")
    parser.add_argument("--again", action="store_true",
                        help="only try those again that survived, with the commit's sources and tests")
    parser.add_argument("--record", action="store_true", help="add to tests/quality/ledger.tsv")
    parser.add_argument("--work", type=Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    unknown = set(arguments.areas) - set(AREAS)
    if unknown:
        parser.error(f"there is no area {', '.join(sorted(unknown))}")
    arguments.areas = arguments.areas or list(AREAS)
    return arguments


class Copy:
    """The commit's files in a folder of their own, with a build of the tests."""

    def __init__(self, folder):
        self.folder = folder
        if not (folder / "CMakeLists.txt").exists():
            folder.mkdir(parents=True, exist_ok=True)
            self.take()
            subprocess.run(["cmake", "--preset", "host-gcc"], cwd=folder, check=True,
                           stdout=subprocess.DEVNULL)

    def take(self):
        """All files of the commit, newer than what was built with a mistake."""
        subprocess.run(f"git archive HEAD | tar -x -m -C '{self.folder}'", cwd=ROOT, shell=True, check=True)

    def still_has(self, mutation, shown):
        """Whether the line of an earlier run's mistake is what it was."""
        source = (self.folder / mutation.file).read_text()
        return mutation.line < source.count("\n") and name_of(mutation.shown(source)) == name_of(shown)

    def build(self, suite):
        """None, or what the compiler says."""
        outcome = run(["ninja", "-C", self.folder / "build/host-gcc", f"test_{suite.program}"],
                      LONGEST_BUILD)
        return None if outcome.status == 0 else outcome.output + outcome.errors

    def passes(self, suite):
        program = self.folder / f"build/host-gcc/tests/test_{suite.program}"
        return run([program, "--abort-after=1", *suite.options], LONGEST_TEST).status == 0

    def verdict(self, suites):
        for suite in suites:
            complaint = self.build(suite)
            if complaint:
                return KILLED if "static assertion failed" in complaint else BROKEN
            if not self.passes(suite):
                return KILLED
        return SURVIVED

    def judge(self, mutation, suites):
        file = self.folder / mutation.file
        source = file.read_text()
        file.write_text(mutation.applied(source))
        try:
            return self.verdict(suites)
        finally:
            file.write_text(source)


def candidates(area, copy, seed):
    """All mistakes of an area in an order that the seed gives."""
    files = sorted({file for pattern in area.files for file in copy.folder.glob(pattern)})
    found = [mutation for file in files for mutation in
             mutations_of(str(file.relative_to(copy.folder)), file.read_text())]
    random.Random(seed).shuffle(found)
    return found


def judged_equivalent():
    lines = JUDGED.read_text().splitlines() if JUDGED.exists() else []
    return {line.split("\t")[0] for line in lines if "\t" in line}


def name_of(shown):
    """What stays the same when lines are added above: the file and the change."""
    file, _, change = shown.split(":", 2)
    return f"{file}:{change}"


def record(name, begin, results):
    """Of a run that began then."""
    verdicts = Counter(result["verdict"] for result in results)
    append(Entry("mutants", name, round(time.monotonic() - begin), verdicts[KILLED] + verdicts[SURVIVED],
                 verdicts[SURVIVED]))


def earlier_results(name, arguments):
    """The file of an area's results, and what earlier runs left there: [{shown, verdict, mutation}]."""
    file = arguments.work / f"{name}-{arguments.seed}.json"
    return file, json.loads(file.read_text()) if file.exists() else []


def keep(file, results, name, newest):
    print(f"{name}: {newest['verdict']}: {newest['shown']}", flush=True)
    file.write_text(json.dumps(results, indent=1) + "\n")


def try_area(name, copy, arguments, end):
    """The results of an area, with those of earlier runs."""
    file, results = earlier_results(name, arguments)
    area, begin, tried = AREAS[name], time.monotonic(), len(results)
    for mutation in candidates(area, copy, arguments.seed)[tried:]:
        counted = [result for result in results if result["verdict"] != BROKEN]
        if len(counted) >= arguments.count or time.monotonic() > end:
            break
        shown = mutation.shown((copy.folder / mutation.file).read_text())
        results.append({"shown": shown, "verdict": copy.judge(mutation, area.suites),
                        "mutation": asdict(mutation)})
        keep(file, results, name, results[-1])
    if arguments.record:
        record(name, begin, results[tried:])
    return results


def try_again(name, copy, arguments, end):
    """Judges the survivors of an area with other tests; gives all its results."""
    file, results = earlier_results(name, arguments)
    begin, judged = time.monotonic(), []
    for result in [each for each in results if each["verdict"] == SURVIVED]:
        if time.monotonic() > end:
            break
        mutation = Mutation(**result["mutation"])
        if not copy.still_has(mutation, result["shown"]):
            print(f"{name}: changed since: {result['shown']}", flush=True)
            continue
        result["verdict"] = copy.judge(mutation, AREAS[name].suites)
        judged.append(result)
        keep(file, results, name, result)
    if arguments.record:
        record(name, begin, judged)
    return results


def summary(name, results, equivalent):
    """(mutants killed or judged equivalent, all that count); prints the survivors."""
    counted = [result for result in results if result["verdict"] != BROKEN]
    survivors = [result["shown"] for result in counted if result["verdict"] == SURVIVED]
    open_ones = [shown for shown in survivors if name_of(shown) not in equivalent]
    print(f"{name}: {len(counted)} mutants, {len(counted) - len(survivors)} killed, "
          f"{len(survivors) - len(open_ones)} equivalent")
    for shown in open_ones:
        print(f"  survived: {shown}")
    return len(counted) - len(open_ones), len(counted)


def main():
    arguments = parse_arguments()
    print(f"seed {arguments.seed}")
    copy = Copy(arguments.work / "copy")
    if arguments.again:
        copy.take()
    for suite in {suite for name in arguments.areas for suite in AREAS[name].suites}:
        if copy.build(suite) or not copy.passes(suite):
            print(f"test_{suite.program} fails without any mistake\n0 passed, 1 failed")
            return 1
    end, equivalent = time.monotonic() + 3600 * arguments.hours, judged_equivalent()
    try_them = try_again if arguments.again else try_area
    sums = [summary(name, try_them(name, copy, arguments, end), equivalent) for name in arguments.areas]
    killed, counted = map(sum, zip(*sums))
    print(f"{killed} passed, {counted - killed} failed")
    return 0 if killed >= 0.9 * counted else 1


if __name__ == "__main__":
    sys.exit(main())
