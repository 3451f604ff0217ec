#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Runs fuzzers of the tool, one for each target, and prints what they found.

convert and analyze read models, whose metadata hold the command lines. command_line reads words, readers
reads .pb files, and lz4 tries the library's decoder. headers is not a fuzzer: it compiles some of the
headers that convert writes.

Inputs that reach new code stay in build/fuzzing/<target>/corpus, where the next run continues. Inputs
that crash, take too long or too much memory are in build/fuzzing/<target>/findings. tests/fuzz/corpus
has the inputs to begin with."""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from confirming import LIMITS, MOST_BYTES, is_confirmed, timed
from headers import compile_sample

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "quality"))
from ledger import Entry, append  # noqa: E402

SEEDS = Path(__file__).resolve().parent / "corpus"
INPUTS = {"convert": "models", "analyze": "models", "command_line": "command_lines",
          "readers": "tensors", "lz4": "blocks"}
SMALL = {"lz4"}  # they take half of the time
TARGETS = [*INPUTS, "headers"]
# Both took most of the time: to count rare features, and to keep where each block was allocated.
FAST = ["-entropic=0"]
LONGEST_START = 600  # seconds to read a corpus, beyond the time to run


@dataclass
class Result:
    """What became of a target. `findings` are files or sentences."""

    target: str
    text: str
    findings: list


def parse_arguments():
    parser = argparse.ArgumentParser(prog="fuzz", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=" ".join(TARGETS))
    parser.add_argument("--seconds", type=int, default=60, help="time for each target (default 60)")
    parser.add_argument("--jobs", type=int, default=2, help="targets at the same time (default 2)")
    parser.add_argument("--seed", type=int, default=0, help="seed of random changes (default: any)")
    parser.add_argument("--draw", type=int, default=0, metavar="N",
                        help="begin with N more models, each of one operator, and N / 10 networks (default 0)")
    parser.add_argument("--seeds", type=Path, metavar="FOLDER",
                        help="begin with the small ones of the ONNX models below this folder, too")
    parser.add_argument("--sample", type=int, default=24, metavar="N",
                        help="headers to compile (default 24)")
    parser.add_argument("--record", action="store_true", help="add the runs to tests/quality/ledger.tsv")
    for hidden in ("--programs", "--work", "--tool", "--drawer"):
        parser.add_argument(hidden, type=Path, required=True, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    unknown = set(arguments.targets) - set(TARGETS)
    if unknown:
        parser.error(f"there is no target {', '.join(sorted(unknown))}")
    arguments.targets = arguments.targets or TARGETS
    return arguments


def statistic(name, log):
    """The sum over all runs of one number that libFuzzer prints at its end."""
    return sum(int(number) for number in re.findall(rf"stat::{name}:\s+(\d+)", log))


def fuzz_once(target, seconds, arguments):
    """One run of the program, which ends with its first finding; its log, and seconds of a core."""
    folder = arguments.work / target
    command = [arguments.programs / f"fuzz_{target}", f"-max_total_time={seconds}", *LIMITS, *FAST,
               f"-seed={arguments.seed}", f"-artifact_prefix={folder}/findings/",
               "-print_final_stats=1", "-close_fd_mask=3", "-reload=0", folder / "corpus",
               SEEDS / INPUTS[target], *more_models(target, arguments)]
    outcome, used = timed(command, seconds + LONGEST_START)
    return outcome.errors, used


def more_models(target, arguments):
    """Folders of models to begin with."""
    wanted = {"drawn": arguments.draw, "seeds": arguments.seeds}
    return [arguments.work / name for name, is_wanted in wanted.items() if is_wanted and INPUTS[target] == "models"]


def copy_seeds(arguments):
    folder = arguments.work / "seeds"
    folder.mkdir(parents=True, exist_ok=True)
    for model in arguments.seeds.rglob("*.onnx"):
        if model.stat().st_size <= MOST_BYTES:
            shutil.copyfile(model, folder / "_".join(model.relative_to(arguments.seeds).parts))


def draw_models(arguments):
    """Operators and networks, as scripts/differential draws them."""
    (arguments.work / "drawn").mkdir(parents=True, exist_ok=True)
    for kind, count in (("operators", arguments.draw), ("networks", arguments.draw // 10)):
        with tempfile.TemporaryDirectory() as work:
            subprocess.run([arguments.drawer, "draw", kind, "1", "0", str(count), work],
                           stdout=subprocess.DEVNULL, check=True)
            for model in Path(work).glob("*/model.onnx"):
                shutil.copyfile(model, arguments.work / "drawn" / f"{kind}_{model.parent.name}")


def leave_out(findings, folders):
    """Removes models to begin with that fail, or each next run would end with them."""
    contents = {finding.read_bytes() for finding in findings}
    for folder in folders if contents else []:
        for model in folder.iterdir():
            if model.read_bytes() in contents:
                model.unlink()


def fuzz(target, arguments):
    """Runs a target until its time is over, also after findings. Ends where one of the committed inputs fails."""
    folder = arguments.work / target
    for name in ("corpus", "findings"):
        (folder / name).mkdir(parents=True, exist_ok=True)
    known = found = set((folder / "findings").iterdir())
    begin, log, used = time.monotonic(), "", 0
    seconds = arguments.seconds // 2 if target in SMALL else arguments.seconds
    while (left := seconds - int(time.monotonic() - begin)) > 0:
        latest, used_by_latest = fuzz_once(target, left, arguments)
        log, used = log + latest, used + used_by_latest
        before, found = found, set((folder / "findings").iterdir())
        leave_out(found - before, [folder / "corpus", *more_models(target, arguments)])
        has_begun = "INITED" in latest
        if not statistic("number_of_executed_units", latest) or not (has_begun or found - before):
            break
    (folder / "log.txt").write_text(log)
    findings = [finding for finding in sorted(set((folder / "findings").iterdir()) - known)
                if is_confirmed(target, finding, arguments.programs, arguments.tool)]
    run = Entry("fuzz", target, round(used),
                statistic("number_of_executed_units", log), len(findings),
                len(list((folder / "corpus").iterdir())))
    if not run.tried:
        findings.append(f"the program did not run: {log[-300:]}")
    if arguments.record:
        append(run)
    return Result(target, f"{run.tried} runs in {run.seconds} s of a core, {run.kept} inputs kept", findings)


def compile_headers(arguments):
    models = [arguments.work / "convert/corpus", SEEDS / "models"]
    text, findings = compile_sample(models, arguments.sample, arguments.tool,
                                    arguments.work / "headers")
    return Result("headers", text, findings)


def show(result):
    print(f"{result.target}: {result.text}", flush=True)
    for finding in result.findings:
        print(f"  found: {finding}", flush=True)


def main():
    arguments = parse_arguments()
    fuzzed = [target for target in arguments.targets if target in INPUTS]
    results = []
    if arguments.draw:
        draw_models(arguments)
    if arguments.seeds:
        copy_seeds(arguments)
    with ThreadPoolExecutor(arguments.jobs) as pool:
        for result in pool.map(lambda target: fuzz(target, arguments), fuzzed):
            results.append(result)
            show(result)
    if "headers" in arguments.targets:
        results.append(compile_headers(arguments))
        show(results[-1])
    failed = sum(bool(result.findings) for result in results)
    print(f"{len(results) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
