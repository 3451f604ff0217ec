# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether what a fuzzer found is so.

Fuzzers have sanitizers, and each new path is counted: a plan takes 20 to 60 times as long as in the tool
that users have. So an input that is slow there counts if it is slow in that tool, too."""

import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from onnx_file import all_of, text_of  # noqa: E402
from processes import run_counted  # noqa: E402

SLOW = 30  # seconds of a core in a fuzzer, which may be several of the clock
SLOW_IN_TOOL = 10  # what docs promise of models with up to 1 000 steps
MOST_BYTES = 16384  # of an input
LIMITS = [f"-timeout={4 * SLOW}", f"-report_slow_units={SLOW}", "-rss_limit_mb=2048",
          "-malloc_limit_mb=600", f"-max_len={MOST_BYTES}"]
SANITIZER = "quarantine_size_mb=16:allocator_may_return_null=0:malloc_context_size=1"
METADATA, KEY, VALUE = 14, 1, 2  # fields of ModelProto and of StringStringEntryProto
OPTIONS_KEY = "onnx2hpp"  # as model_mutator.hpp says it
COMMANDS = {"convert": ["-o", "/dev/null"], "analyze": ["analyze", "--sweep", "1K"]}  # as in the fuzzers


def timed(command, longest):
    """Runs a command; its Outcome, and the seconds of a core that it took."""
    outcome, used = run_counted(command, longest, environment=os.environ | {"ASAN_OPTIONS": SANITIZER})
    return outcome, used.ru_utime + used.ru_stime


def options_in(model):
    """The words of the command line that a model's metadata hold, as the fuzzer reads them."""
    try:
        entries = all_of(model.read_bytes(), METADATA)
        words = next((text_of(entry, VALUE) for entry in reversed(entries)
                      if text_of(entry, KEY) == OPTIONS_KEY), "").split()
    except ValueError:  # no model, which the tool refuses
        words = []
    return words if "--effort" in words else [*words, "--effort", "none"]


def is_slow_in_tool(target, model, tool):
    """By the time that it computes: a header of a gigabyte takes the system time, too."""
    outcome, used = run_counted([tool, *COMMANDS[target], model, *options_in(model)], 6 * SLOW_IN_TOOL)
    return outcome.status is None or outcome.status < 0 or used.ru_utime >= SLOW_IN_TOOL


def fails_again(program, finding):
    outcome, used = timed([program, *LIMITS, f"-timeout={10 * SLOW}", finding], 11 * SLOW)
    return outcome.status != 0 or used >= SLOW


def is_confirmed(target, finding, programs, tool):
    """Removes a finding that is none. On a busy machine an input may take long by the clock, and little
    of a core."""
    of_time = finding.name.startswith(("slow-unit-", "timeout-"))
    fails = (is_slow_in_tool(target, finding, tool) if of_time and target in COMMANDS
             else fails_again(programs / f"fuzz_{target}", finding))
    if not fails:
        finding.unlink()
    return fails
