# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The lists of conformance cases that pass and of those that are refused: no case moves from one to
the other, or out of both, unless the lists say so."""

from conformance import is_in_part
from refusals import kind_of

LICENCE = """# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""
PASSING = "# Conformance cases that pass."
REFUSED = "# Conformance cases that are refused, each with the kind of reason."
WRITER = " Written by scripts/verify --onnx DIR --expect FILE --refused FILE --update.\n"


def read_lines(file):
    lines = file.read_text().splitlines() if file and file.is_file() else []
    return [line.strip() for line in lines if line.strip() and not line.startswith("#")]


def read_names(file):
    return set(read_lines(file))


def read_kinds(file):
    return dict(line.split(": ", 1) for line in read_lines(file))


def write_lines(file, title, lines):
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(LICENCE + title + WRITER + "".join(f"{line}\n" for line in sorted(lines)))


def kinds_of(findings):
    return {finding["name"]: kind_of(finding["text"]) for finding in findings
            if finding.get("unsupported")}


def failed(finding, text):
    return {**finding, "verdict": "fail", "unsupported": False, "text": text}


class Expectations:
    """What --expect, --refused and --update ask for; nothing if they do not."""

    def __init__(self, arguments):
        self.file, self.refused, self.update = arguments.expect, arguments.refused, arguments.update
        self.names, self.kinds = read_names(self.file), read_kinds(self.refused)
        listed = self.names | set(self.kinds)
        self.chosen = listed & set(arguments.rows or ())
        self.absent = {name for name in listed - self.chosen
                       if arguments.filter is None and is_in_part(name, arguments.part)}

    def judge(self, name, finding):
        """The finding, failed where it is not what the lists say."""
        if self.update:
            return finding
        if finding["verdict"] == "skip":
            return self.judge_refusal(name, finding)
        if finding["verdict"] == "pass" and name in self.kinds:
            return failed(finding, f"not refused any more ({self.kinds[name]}); if it is right to "
                          "support it, run with --update")
        return finding

    def judge_refusal(self, name, finding):
        if name in self.names:
            return failed(finding, "lost, unsupported now: " + finding["text"])
        if not self.refused or self.kinds.get(name) == kind_of(finding["text"]):
            return finding
        return failed(finding, f"refused, and {self.refused.name} says "
                      f"{self.kinds.get(name, 'nothing')}: {finding['text']}")

    def judge_absent(self):
        """(name, finding) for each listed case that should be in the folder and is not."""
        names = [] if self.update else sorted(self.absent)
        return [(name, {"verdict": "fail", "text": "lost, there is no such case"})
                for name in names]

    def close(self, findings):
        """Names the new cases that pass, or writes the lists."""
        passed = {finding["name"] for finding in findings if finding["verdict"] == "pass"}
        gone = self.chosen | self.absent
        new = sorted(passed - self.names)
        if self.update and self.refused:
            kept = {name: kind for name, kind in self.kinds.items() if name not in gone}
            lines = [f"{name}: {kind}" for name, kind in (kept | kinds_of(findings)).items()]
            write_lines(self.refused, REFUSED, lines)
        if self.update:
            write_lines(self.file, PASSING, self.names - gone | passed)
        elif self.file and new:
            print(f"new: {', '.join(new)}; add with --update")
