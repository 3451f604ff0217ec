# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the machines that look for defects have done: a line for each run, kept in ledger.tsv and
summed in docs/reference/quality.md. As a program it adds a run: ledger.py MACHINE SUBJECT SECONDS TRIED FINDINGS"""

import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

LEDGER = Path(__file__).resolve().parent / "ledger.tsv"
HEAD = ["date", "commit", "machine", "subject", "seconds", "tried", "findings", "kept"]


@dataclass(frozen=True)
class Entry:
    """One run of a machine (a script) on a subject (a target of its own). `seconds` are of one
    core, `tried` counts inputs, `findings` those that were wrong, `kept` the inputs that a fuzzer
    learned from."""

    machine: str
    subject: str
    seconds: int
    tried: int
    findings: int
    kept: int = 0
    date: str = ""
    commit: str = ""


def current_commit():
    outcome = subprocess.run(["git", "rev-parse", "--short=10", "HEAD"], cwd=LEDGER.parent, text=True,
                             capture_output=True, check=False)
    return outcome.stdout.strip() or "-"


def append(entry, file=LEDGER):
    """Adds a run, of today and of this commit."""
    if not file.exists():
        file.write_text("\t".join(HEAD) + "\n")
    words = [time.strftime("%Y-%m-%d"), current_commit(), entry.machine, entry.subject,
             entry.seconds, entry.tried, entry.findings, entry.kept]
    with file.open("a") as ledger:
        ledger.write("\t".join(map(str, words)) + "\n")


def entries(file=LEDGER):
    """All runs, oldest first."""
    lines = file.read_text().splitlines()[1:] if file.exists() else []
    rows = [line.split("\t") for line in lines]
    return [Entry(row[2], row[3], *map(int, row[4:8]), date=row[0], commit=row[1]) for row in rows]


if __name__ == "__main__":
    append(Entry(sys.argv[1], sys.argv[2], *map(int, sys.argv[3:6])))
