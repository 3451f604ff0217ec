# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Child processes that cannot run for ever."""

import os
import signal
import subprocess
import tempfile
import threading
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


def run_counted(command, seconds, folder=None, environment=None):
    """Runs a command that has no children, without what it prints; also gives what it used, as os.wait4
    says it: seconds of a core (ru_utime, ru_stime), the most memory at once (ru_maxrss)."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen([str(word) for word in command], cwd=folder, env=environment,
                                   stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                   stderr=errors)
        killer = threading.Timer(seconds, process.kill)
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        return Outcome(process.returncode, "", errors.read().decode(errors="replace")), usage
