#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts ONNX models to headers, compiles and runs these, and compares results with references.

DIR holds model.onnx, test_data_set_<k>/{input,output}_<i>.pb, and possibly verify.json with
bound_lsb or bound_abs, and tflm_reference/set_<k>_output_<i>.pb. One line is printed for each DIR,
and a last line with their number. A quantized result may differ from its reference by 1 LSB unless
a bound says otherwise, a float by 1e-5 of the largest reference value + 1e-6. What the tool does
not support counts as failed.

With --fast, --slow, --input, --output or --align (which say one target) or --target (one more each
time), each model is also planned and run for these targets, in memory that holds rubbish before,
and must give the same bytes as without a budget: one more line each, "skip" where it does not fit.
MODE is caller, arena, rows or slow, for all inputs or outputs; BYTES is a number with K, M or G
behind it; fast memory may also be smallest or 2xsmallest, of what the model needs.

With --steps each step is judged alone: whatever it computes is compared with the reference (no more
than 1 LSB; at least 99 % of a model's values equal) and then replaced by it.
tests/support/make_steps.py makes such references.
"""

import argparse
import json
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from judge import judge_batch
from programs import convert_all, make_batches
from report import describe, describe_targets, print_shares, shares_hold
from targets import targets_of


def parse_arguments():
    parser = argparse.ArgumentParser(prog="verify", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dirs", type=Path, nargs="+", metavar="DIR")
    parser.add_argument("--build", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--tool", type=Path, help=argparse.SUPPRESS)
    judging = parser.add_argument_group("what is asked")
    judging.add_argument("--bound", type=float, metavar="LSB",
                         help="how far quantized results may be off (default: verify.json, or 1)")
    judging.add_argument("--top1", action="store_true",
                         help="the largest element must be the same where the reference's margin "
                         "exceeds twice the bound")
    judging.add_argument("--steps", nargs="?", const="", metavar="ROOT",
                         help="judge step by step with test_data_set_<k>/steps/*.pb, or "
                         "ROOT/<name of DIR>/test_data_set_<k>/*.pb (as --steps=ROOT)")
    judging.add_argument("--min-equal", type=float, metavar="PERCENT",
                         help="with --steps: how many values of all models must be equal, average "
                         "pooling and quantization of inputs apart")
    judging.add_argument("--min-equal-apart", type=float, metavar="PERCENT",
                         help="the same for average pooling and quantization of inputs")
    judging.add_argument("--reference", choices=["onnx", "tflm"],
                         help="test sets, or tflm_reference with a bound of 0 (default: tflm with "
                         "--rounding tflite where there is one)")
    judging.add_argument("--allow-unsupported", action="store_true",
                         help="what the tool does not support counts as skipped")
    tool = parser.add_argument_group("options of the tool")
    for option in ("rounding", "edges", "io-layout", "weights", "flash"):
        tool.add_argument("--" + option)
    tool.add_argument("--input-shape", action="append", default=[], metavar="NAME=EXTENTS")
    target = parser.add_argument_group("targets to run for")
    target.add_argument("--fast", metavar="BYTES", help="fast memory")
    target.add_argument("--slow", metavar="BYTES", help="slow memory")
    target.add_argument("--input", metavar="MODE", help="where inputs are")
    target.add_argument("--output", metavar="MODE", help="where outputs are")
    target.add_argument("--align", metavar="BYTES", help="alignment of tensors")
    target.add_argument("--target", action="append", default=[], metavar="KEY=VALUE,...",
                        help="such as fast=32K,slow=8M,input=rows,output=rows,align=4")
    working = parser.add_argument_group("how it is done")
    working.add_argument("--out", type=Path, metavar="FOLDER",
                         help="write results to FOLDER/<name of DIR>/test_data_set_<k>/")
    working.add_argument("--json", type=Path, metavar="FILE", help="write all findings there")
    working.add_argument("--jobs", type=int, default=2, help="at a time (default 2)")
    working.add_argument("--timeout", type=float, default=300, metavar="SECONDS",
                         help="for each conversion, compilation and run (default 300)")
    working.add_argument("--compiler", default="g++", help="(default g++)")
    working.add_argument("--keep", action="store_true", help="keep the generated files, say where")
    arguments = parser.parse_args()
    arguments.tool = arguments.tool or arguments.build / "tools/onnx2hpp/onnx2hpp"
    try:
        arguments.targets = targets_of(arguments)
    except ValueError as error:
        parser.error(str(error))
    if arguments.targets and arguments.steps is not None:
        parser.error("--steps needs every step's result, so there is no target to choose")
    names = [directory.resolve().name for directory in arguments.dirs]
    if (arguments.out or arguments.steps) and len(set(names)) < len(names):
        parser.error("two DIRs have the same name; --out and --steps=ROOT tell them apart by it")
    return arguments


def results(arguments, work):
    """(case, finding) in the order of the command line, as they become known."""
    with ThreadPoolExecutor(arguments.jobs) as pool:
        cases = convert_all(arguments, work, pool)
        batches = make_batches(cases, arguments.jobs)
        judged = {}
        for batch in batches:
            future = pool.submit(judge_batch, batch, arguments, work)
            judged.update((case.name, future) for case in batch)
        for case in cases:
            future = judged.get(case.name)
            yield case, future.result()[case.name] if future else case.finding


def finish(findings, arguments):
    """Prints the closing lines; gives the exit status."""
    verdicts = [each["verdict"] for finding in findings
                for each in (finding, *finding.get("targets", []))]
    passed, failed, skipped = (verdicts.count(verdict) for verdict in ("pass", "fail", "skip"))
    if arguments.steps is not None:
        print_shares(findings)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    enough = shares_hold(findings, arguments.min_equal, arguments.min_equal_apart)
    return 0 if failed == 0 and enough else 1


def main():
    arguments = parse_arguments()
    work = Path(tempfile.mkdtemp(prefix="tigris_verify_"))
    try:
        findings = []
        for case, finding in results(arguments, work):
            print(describe(case, finding, arguments.top1), flush=True)
            for line in describe_targets(case, finding):
                print(line, flush=True)
            findings.append({"dir": str(case.directory), **finding})
        if arguments.json:
            arguments.json.write_text(json.dumps(findings, indent=1) + "\n")
        return finish(findings, arguments)
    finally:
        if arguments.keep:
            print(f"Generated files are in {work}", file=sys.stderr)
        else:
            shutil.rmtree(work)


if __name__ == "__main__":
    sys.exit(main())
