#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifies models from their conversion to the comparison with references: see command_line.py."""

import contextlib
import json
import shutil
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from command_line import parse_arguments
from expectations import Expectations
from judge import judge_batch
from operators_page import write_page
from programs import convert_all, make_batches
from report import describe, describe_bindings, describe_targets, print_shares, shares_hold

PROGRESS_STEP = 100  # conformance cases


def results(arguments, work):
    """(case, finding) in the order of the command line, as they become known."""
    with ThreadPoolExecutor(arguments.jobs) as pool, contextlib.ExitStack() as on_exit:
        on_exit.callback(pool.shutdown, wait=False, cancel_futures=True)  # where it is interrupted
        cases = convert_all(arguments, work, pool)
        batches = make_batches(cases, arguments, work)
        judged = {}
        for batch in batches:
            future = pool.submit(judge_batch, batch, arguments, work)
            judged.update((case.name, future) for case in batch)
        for case in cases:
            future = judged.get(case.name)
            yield case, future.result()[case.name] if future else case.finding


def verdicts_of(findings):
    return Counter(each["verdict"] for finding in findings
                   for each in (finding, *finding.get("targets", [])))


def describe_sums(verdicts):
    text = f"{verdicts['pass']} passed, {verdicts['fail']} failed"
    return text + (f", {verdicts['skip']} skipped" if verdicts["skip"] else "")


def close_conformance(findings, expected, arguments):
    rows = arguments.rows
    expected.close(findings)
    sums = describe_bindings(findings)
    print(sums)
    if arguments.write_docs:
        write_page(arguments.write_docs, [(rows[finding["name"]], finding) for finding in findings
                                          if finding["name"] in rows], sums)


def finish(findings, expected, arguments):
    """Prints the closing lines; gives the exit status."""
    if arguments.steps is not None:
        print_shares(findings)
    if arguments.onnx:
        close_conformance(findings, expected, arguments)
    verdicts = verdicts_of(findings)
    print(describe_sums(verdicts))
    enough = shares_hold(findings, arguments.min_equal, arguments.min_equal_apart)
    return 0 if verdicts["fail"] == 0 and enough else 1


def show(name, finding, arguments):
    lines = [describe(name, finding, arguments.top1), *describe_targets(name, finding)]
    for judged, line in zip([finding, *finding.get("targets", [])], lines):
        if not arguments.onnx or arguments.verbose or judged["verdict"] == "fail":
            print(line, flush=True)


def show_progress(findings, arguments):
    if arguments.onnx and not arguments.verbose and len(findings) % PROGRESS_STEP == 0:
        print(f"{len(findings)} of {len(arguments.dirs)}: {describe_sums(verdicts_of(findings))}",
              flush=True)


def judge_all(arguments, expected, work):
    """A finding for each case, shown as it becomes known."""
    findings = []
    for case, finding in results(arguments, work):
        name = case.directory.resolve().name
        finding = expected.judge(name, finding)
        if case.binding and not arguments.onnx:
            finding = {**finding, "bound": " ".join(case.binding.options)}
        show(name, finding, arguments)
        findings.append({"dir": str(case.directory), "name": name, **finding,
                         "with_const": bool(case.binding and case.binding.with_const)})
        show_progress(findings, arguments)
    for name, finding in expected.judge_absent():
        show(name, finding, arguments)
        findings.append({"dir": str(arguments.onnx / name), "name": name, **finding})
    return findings


def main():
    arguments = parse_arguments()
    work = Path(tempfile.mkdtemp(prefix="tigris_verify_"))
    try:
        expected = Expectations(arguments)
        findings = judge_all(arguments, expected, work)
        if arguments.json:
            arguments.json.write_text(json.dumps(findings, indent=1) + "\n")
        return finish(findings, expected, arguments)
    finally:
        if arguments.keep:
            print(f"Generated files are in {work}", file=sys.stderr)
        else:
            shutil.rmtree(work)


if __name__ == "__main__":
    sys.exit(main())
