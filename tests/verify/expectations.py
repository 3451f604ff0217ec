# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The list of conformance cases that pass: none may be lost, and new ones are told."""

from conformance import is_in_part

HEADER = """# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Conformance cases that pass. Written by scripts/verify --onnx DIR --expect FILE --update.
"""


def read_names(file):
    lines = file.read_text().splitlines() if file.is_file() else []
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def write_names(file, names):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(HEADER + "".join(f"{name}\n" for name in sorted(names)))


class Expectations:
    """What --expect and --update ask for; nothing if they do not."""

    def __init__(self, arguments):
        self.file, self.update = arguments.expect, arguments.update
        self.names = read_names(self.file) if self.file else set()
        self.chosen = self.names & set(arguments.rows or ())
        self.absent = {name for name in self.names - self.chosen
                       if arguments.filter is None and is_in_part(name, arguments.part)}

    def judge(self, name, finding):
        """The finding, failed if the case is expected to pass and is skipped."""
        if self.update or name not in self.names or finding["verdict"] != "skip":
            return finding
        return {**finding, "verdict": "fail", "unsupported": False,
                "text": "lost, unsupported now: " + finding["text"]}

    def judge_absent(self):
        """(name, finding) for each expected case that should be in the folder and is not."""
        names = [] if self.update else sorted(self.absent)
        return [(name, {"verdict": "fail", "text": "lost, there is no such case"})
                for name in names]

    def close(self, passed):
        """Names the new cases, or writes the list. `passed` is a set of names."""
        new = sorted(passed - self.names)
        if self.update:
            write_names(self.file, self.names - self.chosen - self.absent | passed)
        elif self.file and new:
            print(f"new: {', '.join(new)}; add with --update")
