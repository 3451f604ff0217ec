#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts which lines of the library and of the tool run, by folder: see --help.

Runs tests of a build with Clang's counters, where planners run natively, and the tool on models;
writes coverage.tsv: run, folder, lines, lines that ran. Of tests it runs the programs of unit tests,
those of CTest that try the whole tool, and the tool on ONNX's cases, as scripts/verify does."""

import argparse
import json
import os
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TABLE = Path(__file__).resolve().parent / "coverage.tsv"
LONGEST = 1200
TESTS_OF_TOOL = "^(report|write_files)"  # of CTest


@dataclass(frozen=True)
class Share:
    """Lines of a folder that some run reaches. `run` is tests or corpus."""

    run: str
    folder: str
    lines: int
    ran: int

    def percent(self):
        return 100 * self.ran / self.lines if self.lines else 100


def shares(file=TABLE):
    rows = [line.split("\t") for line in file.read_text().splitlines()[1:]] if file.exists() else []
    return [Share(row[0], row[1], int(row[2]), int(row[3])) for row in rows]


def write(found, file=TABLE):
    lines = [f"{share.run}\t{share.folder}\t{share.lines}\t{share.ran}" for share in found]
    file.write_text("\n".join(["run\tfolder\tlines\tran", *lines]) + "\n")


def run_counted(command, counters, folder=None):
    """Runs a program whose counters go to files of this name; its exit status does not matter."""
    environment = os.environ | {"LLVM_PROFILE_FILE": str(counters)}
    subprocess.run([str(word) for word in command], cwd=folder, env=environment, timeout=LONGEST,
                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                   check=False)


def folder_of(file):
    """include/tigris/kernels/portable/conv.hpp -> tigris/kernels/portable; None for other files. Compilers name
    headers by the way that they found them, through the build's folder."""
    path = Path(os.path.normpath(file))
    for base in (ROOT / "include/tigris", ROOT / "tools/onnx2hpp"):
        if path.is_relative_to(base):
            parts = path.relative_to(base).parts[:-1]
            return "/".join([base.name, *parts[:2]])
    return None


def summed(programs, counters, work):
    """(lines, lines that ran) by folder."""
    profile = work / "merged.profdata"
    subprocess.run(["llvm-profdata", "merge", "-sparse", "-o", profile, *counters], check=True)
    objects = [word for program in programs[1:] for word in ("-object", program)]
    output = subprocess.run(["llvm-cov", "export", "-summary-only", f"-instr-profile={profile}",
                             programs[0], *objects], check=True, text=True, capture_output=True)
    lines, ran = Counter(), Counter()
    for file in json.loads(output.stdout)["data"][0]["files"]:
        folder = folder_of(file["filename"])
        if folder:
            lines[folder] += file["summary"]["lines"]["count"]
            ran[folder] += file["summary"]["lines"]["covered"]
    return {folder: (lines[folder], ran[folder]) for folder in sorted(lines)}


def measure(run, commands, programs, work):
    """The shares of one run: commands are programs with arguments."""
    work.mkdir(parents=True, exist_ok=True)
    for old in work.glob("*.profraw"):
        old.unlink()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda pair: run_counted(pair[1], work / f"{pair[0]}-%8m.profraw"),
                      enumerate(commands)))
    found = summed(programs, sorted(work.glob("*.profraw")), work)
    return [Share(run, folder, *counts) for folder, counts in found.items()]


def unit_tests(build):
    return sorted(file for file in (build / "tests").glob("**/test_*")
                  if file.is_file() and os.access(file, os.X_OK))


def conversions(tool, cases):
    """Commands that convert each case, without a file."""
    return [[tool, model, "-o", "/dev/null", "--name", "model", "-q"]
            for folder in cases for model in sorted(folder.glob("*/model.onnx"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--corpus", type=Path, action="append", default=[], metavar="FOLDER",
                        help="of models that the tool converts and analyzes")
    parser.add_argument("--cases", type=Path, action="append", default=[], metavar="FOLDER",
                        help="of folders with a model.onnx, which the tool converts")
    arguments = parser.parse_args()
    work, tool = arguments.build / "coverage", arguments.build / "tools/onnx2hpp/onnx2hpp"
    tests = unit_tests(arguments.build)
    of_tool = ["ctest", "--test-dir", arguments.build, "-R", TESTS_OF_TOOL]
    programs = [*tests, tool, *arguments.build.glob("tests/report/onnx2hpp_with*_bundle")]
    commands = [of_tool, *([test] for test in tests), *conversions(tool, arguments.cases)]
    found = measure("tests", commands, programs, work / "tests")
    models = [model for folder in arguments.corpus for model in sorted(folder.rglob("*"))
              if model.is_file()]
    fuzzers = [arguments.build / f"tests/fuzz/fuzz_{name}" for name in ("convert", "analyze")]
    if models:
        commands = [[fuzzer, "-runs=0", *arguments.corpus] for fuzzer in fuzzers]
        found += [share for share in measure("corpus", commands, fuzzers, work / "corpus")
                  if share.folder.startswith("onnx2hpp")]
    write(found)
    for share in found:
        print(f"{share.run:8} {share.folder:32} {share.ran:6} of {share.lines:6} lines, "
              f"{share.percent():5.1f} %")
    return 0


if __name__ == "__main__":
    sys.exit(main())
