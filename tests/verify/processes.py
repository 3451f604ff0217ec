# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Child processes that cannot run for ever."""

import os
import signal
import subprocess
from dataclasses import dataclass


@dataclass
class Outcome:
    """status is the exit status, minus a signal's number, or None after the time limit."""

    status: int
    output: str
    errors: str

    def complaint(self):
        """One line that says what went wrong."""
        if self.status is None:
            return "time limit exceeded"
        if self.status < 0:
            return f"crashed ({signal.Signals(-self.status).name})"
        lines = [line for line in self.errors.splitlines() if line.strip()]
        errors = [line for line in lines if "error:" in line]
        return (errors or lines or [f"exit status {self.status}, and not a word"])[0].strip()


def run(command, seconds, folder=None):
    """Runs a command to its end, or kills it and its children after so many seconds."""
    process = subprocess.Popen([str(word) for word in command], cwd=folder, start_new_session=True,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, errors="replace")
    try:
        output, errors = process.communicate(timeout=seconds)
        return Outcome(process.returncode, output, errors)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return Outcome(None, "", "")
