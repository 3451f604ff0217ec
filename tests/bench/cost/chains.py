# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What QEMU counts of the chains of make_chains.py, step by step, and what the tool says each step asks of its kernel."""

import json
import re
import subprocess

from counting import Failure
from steps import step_numbers

CALL_OF_MARK = 2  # instructions that a mark takes of its caller


def runs_of_chains(run):
    """For each chain and plan: its name, the lines that firmware printed for it, the events of its run."""
    parts = re.split(r"^chain (\w+) (\w+)$", "\n".join(run.lines), flags=re.M)[1:]
    start, found, events = run.address_of("tigris_bench_start"), [], iter(run.events)
    for name, plan, lines in zip(parts[::3], parts[1::3], parts[2::3]):
        found.append((name.removeprefix("subject_"), plan, lines, events_of_run(events, run)))
    if not found:
        raise Failure("firmware of chains printed nothing")
    return found


def events_of_run(events, run):
    """Up to the mark of its stop, that of its start included."""
    stop, taken = run.address_of("tigris_bench_stop"), []
    for event in events:
        taken.append(event)
        if event.address == stop:
            return taken
    raise Failure("firmware of chains stopped early")


def count_run(run, records, lines, events):
    """Instructions and cycles of each step, by its number, and those between steps."""
    numbers, leave = step_numbers(records, lines), run.address_of("tigris_bench_leave")
    steps, entered, marks = {}, None, 2
    for event in events:
        if event.address in numbers:
            entered = event
        elif event.address == leave:
            row = steps.setdefault(numbers[entered.address], [0, 0])
            row[0] += event.instructions - entered.instructions
            row[1] += event.cycles - entered.cycles
            marks += 2
    totals = [events[-1].instructions - events[0].instructions, events[-1].cycles - events[0].cycles]
    between = [total - sum(row[i] for row in steps.values()) - marks * CALL_OF_MARK
               for i, total in enumerate(totals)]
    return steps, between


def ask_for_work(program, command_lines):
    """What print_work answers to each command line."""
    done = subprocess.run([program], input="\n".join(command_lines), capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"{program}: {done.stderr.strip()[-500:]}")
    return [json.loads(line) for line in done.stdout.splitlines()]


def command_line(model, core, *words):
    return " ".join(["analyze", str(model), "--effort", "none", "--backend", core.backend, "--edges", "quantized",
                     "--rounding", "tflite", "--align", "4", *map(str, words)])
