#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Draws random valid models and compares the results of plans and backends.

Each model runs without a budget and as planned for two targets, on portable kernels and on one more backend
of this machine. Targets (the least memory, slow memory, rows) and backend change after a few models. Some
networks also run on emulated cores. Integer results must be the same bytes. Models that lose dead channels
run with all of them, too, and all run with other options that must change nothing: weights elsewhere, a board,
or one that is drawn, with rules of placement. They must give the same bytes. All results must agree with tools/reference, which shares no source
with the tool and the library.

With --edits the models are ONNX's own cases, each with one attribute, operand, extent or version changed.

Ties may fall either way, and the difference grows. So a network whose result differs is judged step by
step: each step gets the reference's operands, and quantized values may differ by one code.

The script makes a failing model smaller while it fails. failures/ in the folder of --work then has the model,
its inputs, the results of the reference, and the command that repeats it. Equal seeds draw equal models."""

import argparse
import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import drawn_options
import emulated
import second_opinion
from judging import (AT_ONCE, PLANS, PROGRAM, ROOT, SMALLEST, VARIANTS, backends_here, break_result,
                     judge, refusals)
from minimizing import minimize

CASES = Path(os.environ.get("TIGRIS_SHARED", ROOT.parent / "shared")) / "onnx-tests/dev"
CHUNKS = {"networks": 10, "operators": 40, "edits": 40}  # models that are drawn and judged together
LONG_CHUNK = 40  # networks of --all and --brief: each program reads the library once
COUNT, COUNT_OF_ALL = 40, 150
MOST_MINIMIZED = 3
MOST_REASONS = 12


def parse_arguments():
    parser = argparse.ArgumentParser(prog="differential", description=__doc__, allow_abbrev=False,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, metavar="N",
                        help=f"networks to draw (default {COUNT})")
    parser.add_argument("--operators", type=int, default=0, metavar="N",
                        help="draw N single operators instead, in the order of the tool's table")
    parser.add_argument("--edits", type=int, default=0, metavar="N",
                        help="change N of ONNX's cases instead, which TIGRIS_SHARED has in onnx-tests/dev")
    parser.add_argument("--all", action="store_true",
                        help=f"all backends, and networks for all targets (default count then {COUNT_OF_ALL})")
    parser.add_argument("--brief", action="store_true",
                        help="for long runs: networks without a budget on portable kernels, and without one and "
                        "for one target on one more backend; no other options, no emulated cores")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--backend", action="append", metavar="NAME",
                        help="only these backends; the first one tries the targets (default: portable and "
                        "one more, which changes after a few models; with --all all of them)")
    parser.add_argument("--cores", default="m4,m55", metavar="LIST",
                        help="emulated cores that run networks, or none (default m4,m55)")
    parser.add_argument("--on-cores", type=int, default=2, metavar="N",
                        help="how many of each 10 networks run in QEMU (default 2)")
    parser.add_argument("--resume", action="store_true",
                        help="continue an interrupted run with the same options")
    parser.add_argument("--break", dest="breaks", action="store_true",
                        help="change one result of the reference; the run must fail")
    parser.add_argument("--no-minimize", action="store_true", help="leave failures as they are")
    parser.add_argument("--record", action="store_true", help="add the run to tests/quality/ledger.tsv")
    parser.add_argument("--work", type=Path, default=ROOT / "build/differential", metavar="FOLDER",
                        help="folder for models, failures and finished work (default "
                        "build/differential)")
    arguments = parser.parse_args()
    arguments.work = arguments.work.resolve()
    arguments.count = arguments.count or (COUNT_OF_ALL if arguments.all else COUNT)
    arguments.kind = "operators" if arguments.operators else "edits" if arguments.edits else "networks"
    arguments.total = arguments.operators or arguments.edits or arguments.count
    arguments.may_be_invalid = arguments.kind == "edits"
    if arguments.edits and not CASES.is_dir():
        parser.error(f"there are no cases in {CASES}")
    if arguments.brief and (arguments.all or arguments.kind != "networks"):
        parser.error("--brief is for networks, without --all")
    arguments.cores = [] if arguments.cores == "none" or arguments.brief else arguments.cores.split(",")
    is_long = arguments.kind == "networks" and (arguments.all or arguments.brief)
    arguments.chunk = LONG_CHUNK if is_long else CHUNKS[arguments.kind]
    return arguments


class Progress:
    """What is done so far, kept in a file so that long runs can go on."""

    def __init__(self, arguments):
        self.file = arguments.work / f"{arguments.kind}_{arguments.seed}.json"
        self.next, self.passed, self.failed = 0, 0, 0
        self.refused, self.accepted = Counter(), []
        if arguments.resume and self.file.is_file():
            kept = json.loads(self.file.read_text())
            self.next, self.passed, self.failed = kept["next"], kept["passed"], kept["failed"]
            self.refused = Counter(kept["refused"])
            self.accepted = kept["accepted"]

    def write(self):
        self.file.write_text(json.dumps({
            "next": self.next, "passed": self.passed, "failed": self.failed,
            "refused": self.refused, "accepted": self.accepted}) + "\n")


def draw(arguments, first, count, folder):
    """Folders of the models; says what could not be drawn."""
    words = [str(arguments.seed), str(first), str(count), folder]
    command = ["edit", *words, CASES] if arguments.edits else ["draw", arguments.kind, *words]
    done = subprocess.run([PROGRAM, *command], check=True, capture_output=True, text=True)
    drawn = []
    for line in done.stdout.splitlines():
        name, _, rest = line.partition(" ")
        if name == "undrawn":
            print(f"not drawn: {rest}")
        else:
            drawn.append(folder / name)
    return drawn


def backends_for(arguments, chunk):
    if arguments.backend:
        return arguments.backend
    known = backends_here()
    if arguments.all:
        return known
    another = known[1 + chunk % (len(known) - 1)]
    return [another, known[0]] if arguments.brief else [known[0], another]


def plans_for(arguments, chunk):
    """The targets that the first backend tries."""
    if arguments.brief:
        return [PLANS[chunk // (len(backends_here()) - 1) % len(PLANS)]]
    if arguments.kind != "networks":
        return SMALLEST
    if arguments.all:
        return PLANS
    return [PLANS[(chunk * AT_ONCE + i) % len(PLANS)] for i in range(AT_ONCE)]


def variants_for(arguments, chunk, folder):
    """The tool's options that must change nothing: of a list, or drawn in turn."""
    if arguments.kind == "edits" or arguments.brief:
        return []
    drawn = drawn_options.draw_options(f"{arguments.seed} {chunk}", folder, PLANS)
    if arguments.all:
        return [*VARIANTS, drawn]
    return [drawn if chunk % 2 else VARIANTS[chunk // 2 % len(VARIANTS)]]


def suit_layouts(drawn, plans):
    """What passes row by row cannot be in ONNX's order."""
    if not any("=rows" in plan for plan in plans):
        return
    for file in (folder / "verify.json" for folder in drawn):
        if file.is_file():
            said = json.loads(file.read_text())
            said.pop("io_layout", None)
            file.write_text(json.dumps(said) + "\n")


def keep(verdict, name, arguments, backends, plans, variants):
    """Copies a failing case to where it is looked for, with the command that repeats it."""
    folder = arguments.work / "failures" / f"seed{arguments.seed}_{name}"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(verdict.directory, folder)
    for board in (word for options in variants for word in options if word.endswith(".yaml")):
        shutil.copy(board, folder)
    words = [f"scripts/verify --backend {backends[0]}", *(f"--target {plan}" for plan in plans),
             os.path.relpath(folder, ROOT)]
    command = " ".join(words)
    text = "\n".join([*verdict.complaints, "", command, "", "Other backends: --backend "
                      + ", ".join(backends[1:]), "Step by step: --steps",
                      *("Other options: " + " ".join(options) for options in variants)])
    (folder / "failure.txt").write_text(text + "\n")
    return os.path.relpath(folder, ROOT), command


def report_failure(verdict, arguments, backends, plans, variants, minimizes):
    print(f"FAIL {verdict.directory.name}: {'; '.join(verdict.complaints)}", flush=True)
    name = verdict.directory.name
    elsewhere = [*arguments.cores, "ONNX Runtime"]  # what no run of verify here can show
    if minimizes and not any(name in text for name in elsewhere for text in verdict.complaints):
        verdict = minimize(PROGRAM, verdict, backends, plans, arguments.work / "smaller",
                           arguments.may_be_invalid, variants)
    folder, command = keep(verdict, name, arguments, backends, plans, variants)
    print(f"  {folder}; repeat with {command}", flush=True)


def judge_chunk(arguments, progress, count):
    folder = arguments.work / "drawn"
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    chunk = progress.next // arguments.chunk
    backends, plans = backends_for(arguments, chunk), plans_for(arguments, chunk)
    variants = variants_for(arguments, chunk, folder)
    drawn = draw(arguments, progress.next, count, folder)
    if arguments.breaks:
        print(f"altered: an output of {break_result(drawn[0])}")
    suit_layouts(drawn, [*plans, *(word for options in variants for word in options)])
    verdicts = judge(drawn, backends, plans, folder, arguments.may_be_invalid, variants)
    accepted = [each for each in verdicts if not each.refusal]
    second_opinion.judge(accepted, folder)
    if arguments.kind == "networks":
        for core in arguments.cores:
            sound = [each for each in accepted if not each.complaints]
            emulated.judge(sound[:arguments.on_cores], core, folder)
    finish_chunk(arguments, progress, verdicts, backends, plans, variants, count)


def finish_chunk(arguments, progress, verdicts, backends, plans, variants, count):
    failing = [each for each in verdicts if each.complaints]
    for number, verdict in enumerate(failing):
        minimizes = not arguments.no_minimize and progress.failed + number < MOST_MINIMIZED
        report_failure(verdict, arguments, backends, plans, variants, minimizes)
    kept = arguments.work / "models" / f"{arguments.kind}_{arguments.seed}"
    for each in verdicts:
        if each.refusal:
            continue
        (kept / each.directory.name).mkdir(parents=True, exist_ok=True)
        shutil.copy(each.directory / "model.onnx", kept / each.directory.name)
        progress.accepted.append(str(kept / each.directory.name))
    progress.refused += refusals(verdicts)
    progress.failed += len(failing)
    progress.passed += sum(not each.complaints and not each.refusal for each in verdicts)
    progress.next += count
    progress.write()
    print(f"{progress.next} of {arguments.total}: {progress.passed} passed, {progress.failed} failed, "
          f"{progress.refused.total()} refused", flush=True)


def print_coverage(progress, kind):
    """What was drawn of the table; with --operators, which are to cover it, also what was not."""
    outcome = subprocess.run([PROGRAM, "coverage"], check=True, text=True, stdout=subprocess.PIPE,
                             input="".join(f"{folder}\n" for folder in progress.accepted))
    for line in outcome.stdout.splitlines():
        if kind == "operators" or not line.startswith("  "):
            print(line)
    for reason, count in progress.refused.most_common(MOST_REASONS):
        print(f"refused {count}: {reason}")


def cpu_seconds():
    """Of all programs that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def record(arguments, tried, findings):
    sys.path.insert(0, str(ROOT / "tests/quality"))
    from ledger import Entry, append  # pylint: disable=import-outside-toplevel
    subject = arguments.kind + (", all configurations" if arguments.all else "")
    append(Entry("differential", subject, round(cpu_seconds()), tried, findings))


def judge_all(arguments, progress):
    """Records what was done also where it is interrupted."""
    passed, failed = progress.passed, progress.failed
    try:
        while progress.next < arguments.total:
            judge_chunk(arguments, progress,
                        min(arguments.chunk, arguments.total - progress.next))
    finally:
        findings = progress.failed - failed
        if arguments.record:
            record(arguments, progress.passed - passed + findings, findings)


def stop(*_):
    sys.exit("stopped")


def main():
    arguments = parse_arguments()
    signal.signal(signal.SIGTERM, stop)  # what was done is recorded
    arguments.work.mkdir(parents=True, exist_ok=True)
    progress = Progress(arguments)
    judge_all(arguments, progress)
    sys.stdout.flush()
    print_coverage(progress, arguments.kind)
    print(f"{progress.passed} passed, {progress.failed} failed")
    return 1 if progress.failed or progress.passed == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
