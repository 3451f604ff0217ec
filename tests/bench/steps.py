# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which step of the model each marked call of a kernel belongs to."""

import re

from counting import Failure

# A record as compilers spell it, or what is left of it beside prepared constants: the last number is the step's, or
# the task's of a strip.
RECORD = re.compile(r"tigris::execution::(?:rest_of_record<.*tigris::execution::)?(narrow_layer|layer)<.*\b(\d+)>[ >]*")


def records_of(symbols):
    """Addresses of records with the kind of each, and the number at its end."""
    return {s.address: (match[1], int(match[2])) for s in symbols if (match := RECORD.fullmatch(s.name))}


def step_numbers(records, lines):
    """Steps by the addresses of their records; those of strips are known by their tasks."""
    step_of_task = {int(t): int(s) for t, s in re.findall(r"^task (\d+) (-?\d+)$", lines, re.M)}
    return {address: number if kind == "layer" else step_of_task.get(number)
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
