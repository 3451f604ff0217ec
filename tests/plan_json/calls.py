#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""calls.py TOOL MODEL PROGRAM...: the calls of `analyze --calls` are those that really happen.

PROGRAM (record_calls.cpp) prints lines `$ OPTION...`, each followed by a line for each call of a
kernel or of the caller's functions. Where a kernel writes must be a row of its task's output, in
the slot that the plan gives it.
"""

import json
import subprocess
import sys
from itertools import zip_longest


def slot_of(buffer, y, bottom_up):
    """As execution/memory/memory.hpp: rings rotate, and bottom-up they are mirrored."""
    rows, height = buffer["rows"], buffer["height"]
    if rows == height:
        return y
    return rows - 1 - (height - 1 - y) % rows if bottom_up else y % rows


def place_of(buffer, y, bottom_up):
    """(where, first byte, byte behind) in which row y is written."""
    where = buffer["region"] if buffer["home"] == "arena" else buffer["home"]
    if buffer["newest_rows"]:  # columns of a row that wait for a window
        return where, buffer["offset"], buffer["offset"] + buffer["bytes"]
    begin = (buffer["offset"] + buffer["slice_offset"]
             + slot_of(buffer, y, bottom_up) * buffer["row_bytes"])
    return where, begin, begin + buffer["row_bytes"]


def expected(plan):
    """What each call of the plan prints: (word, where, first byte, byte behind, rows)."""
    up = {k: s["direction"] == "bottom-up" for s in plan["segments"]
          for k in range(s["first_task"], s["first_task"] + s["task_count"])}
    for number, first, rows in plan["calls"]:
        task = plan["tasks"][number]
        if task["does"] in ("receive", "send"):
            yield from ((task["does"], y) for y in range(first, first + rows))
        elif task["does"] == "compute" and task["contract"] == "accumulate" and not task["whole"]:
            yield "add", first, rows
        elif task["does"] == "compute" and task["contract"] == "rows":
            yield "rows", *place_of(plan["buffers"][task["output"]], first, up[number]), rows


def is_same(call, line):
    """Whether a call is the one that the line tells."""
    word, *told = line.split()
    if call[0] != word:
        return False
    if word != "rows":
        return list(call[1:]) == [int(number) for number in told]
    _, where, begin, behind, rows = call
    return told[0] == where and begin <= int(told[1]) < behind and int(told[2]) == rows


def difference(plan, lines):
    """The first call that differs, or nothing."""
    for number, (call, line) in enumerate(zip_longest(expected(plan), lines)):
        if call is None or line is None or not is_same(call, line):
            return f"call {number}: the tool has {call}, the run {line}"
    return ""


def mistakes_in(lines):
    """The run without a call, with one twice, and with another number."""
    middle = len(lines) // 2
    word, *numbers, last = lines[middle].split()
    yield lines[:middle] + lines[middle + 1:]
    yield lines[:middle] + lines[middle:middle + 1] + lines[middle:]
    yield lines[:middle] + [" ".join([word, *numbers, str(int(last) + 1)])] + lines[middle + 1:]


def runs_in(output):
    """[(options, lines)] of a program's output."""
    for run in output.split("$")[1:]:
        options, *lines = run.splitlines()
        yield options.split(), lines


def main():
    tool, model, *program = sys.argv[1:]
    output = subprocess.run(program, text=True, capture_output=True, check=True).stdout
    count = calls = 0
    for options, lines in runs_in(output):
        text = subprocess.run([tool, "analyze", model, "--json", "--calls", "--effort", "none",
                               *options], text=True, capture_output=True, check=True).stdout
        plan = json.loads(text)
        wrong = difference(plan, lines)
        if wrong:
            sys.exit(f"{' '.join(options)}: {wrong}")
        for wrong in mistakes_in(lines):
            if not difference(plan, wrong):
                sys.exit(f"{' '.join(options)}: a mistake was not noticed")
        count, calls = count + 1, calls + len(lines)
    print(f"{count} runs, {calls} calls are the same")
    return 0 if count > 1 else 1


if __name__ == "__main__":
    sys.exit(main())
