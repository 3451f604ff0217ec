#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Verifies models from their conversion to the comparison with references: see command_line.py."""

import json
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from command_line import parse_arguments
from judge import judge_batch
from programs import convert_all, make_batches
from report import describe, describe_targets, print_bindings, print_shares, shares_hold


def results(arguments, work):
    """(case, finding) in the order of the command line, as they become known."""
    with ThreadPoolExecutor(arguments.jobs) as pool:
        cases = convert_all(arguments, work, pool)
        batches = make_batches(cases, arguments)
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
    if arguments.onnx:
        print_bindings(findings)
    print(f"{passed} passed, {failed} failed" + (f", {skipped} skipped" if skipped else ""))
    enough = shares_hold(findings, arguments.min_equal, arguments.min_equal_apart)
    return 0 if failed == 0 and enough else 1


def is_shown(finding, arguments):
    return not arguments.onnx or arguments.verbose or finding["verdict"] == "fail"


def main():
    arguments = parse_arguments()
    work = Path(tempfile.mkdtemp(prefix="tigris_verify_"))
    try:
        findings = []
        for case, finding in results(arguments, work):
            if is_shown(finding, arguments):
                print(describe(case, finding, arguments.top1), flush=True)
            for line in describe_targets(case, finding):
                print(line, flush=True)
            findings.append({"dir": str(case.directory), **finding,
                             "with_const": bool(case.binding and case.binding.with_const)})
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
