# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which step of the model each marked call of a kernel belongs to."""

import re

from counting import Failure

# A record as compilers spell it, or what is left of it beside prepared constants: the last number is the step's.
RECORD = re.compile(r"tigris::execution::(?:rest_of_record<.*tigris::execution::)?layer<.*\b(\d+)>[ >]*")
# The records of a step that makes parts of its rows, in a list: the last number behind a bool is the task's.
LIST = re.compile(r"tigris::execution::(?:rest_of_)?narrow_layers<.*, (?:true|false), (\d+)>.*")


def records_of(symbols):
    """By each address of a record: "step" or "task", and its number."""
    found = {}
    for symbol in symbols:
        if match := RECORD.fullmatch(symbol.name):
            found[symbol.address] = ("step", int(match[1]))
        elif match := LIST.fullmatch(symbol.name):
            found |= {address: ("task", int(match[1]))
                      for address in range(symbol.address, symbol.address + symbol.size, 4)}
    return found


def step_numbers(records, lines):
    """Steps by the addresses of their records."""
    step_of_task = {int(t): int(s) for t, s in re.findall(r"^task (\d+) (-?\d+)$", lines, re.M)}
    return {address: number if kind == "step" else step_of_task.get(number)
            for address, (kind, number) in records.items()}


def count_steps(run):
    """A row for each step: number, operator, calls of its kernels, their instructions."""
    names = dict(re.findall(r"^step (\d+) (\S+)$", "\n".join(run.lines), re.M))
    rows = {int(n): {"step": int(n), "operator": name, "calls": 0, "instructions": 0}
            for n, name in names.items()}
    steps, leave = step_numbers(records_of(run.symbols), "\n".join(run.lines)), run.address_of("tigris_bench_leave")
    entered = None
    for event in run.events:
        if event.address in steps:
            entered = event
        elif event.address == leave:
            if not entered:
                raise Failure("a kernel was called with a record that no step is known by")
            row = rows[steps[entered.address]]
            row["calls"] += 1
            row["instructions"] += event.instructions - entered.instructions
            entered = None
    return [row for row in rows.values() if row["calls"]]
