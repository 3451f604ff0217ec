# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Small mistakes that can be planted in C++ sources: operators, bounds, constants, statements."""

import re
from dataclasses import dataclass

SWAPS = {" < ": " <= ", " <= ": " < ", " > ": " >= ", " >= ": " > ", " == ": " != ", " != ": " == ",
         " + ": " - ", " - ": " + ", " * ": " + ", " / ": " * ", " && ": " || ", " || ": " && ",
         " += ": " -= ", " -= ": " += ", "return true;": "return false;",
         "return false;": "return true;", "max(": "min(", "min(": "max("}
SWAP = re.compile("|".join(re.escape(word) for word in SWAPS))
NUMBER = re.compile(r"(?<![\w.\"'<])(\d+)(?![\w.\"'>])")
NEGATION = re.compile(r"!(?=[a-z_(])")
STATEMENT = re.compile(r"\s+[\w.:\[\]()>*-]+(\(.*\)| [-+*/|&]?= .*);$")
NOT_CODE = re.compile(r"^\s*(//|#|\*|using |namespace |template|static_assert|constexpr \w+ \w+ = )")
DECLARATION = re.compile(r"^\s+(const |auto |constexpr |static |inline |return |throw )")


@dataclass(frozen=True)
class Mutation:
    """Columns [begin, end) of a line, counted from 0, become `text`."""

    file: str
    line: int
    begin: int
    end: int
    text: str

    def applied(self, source):
        lines = source.split("\n")
        old = lines[self.line]
        lines[self.line] = old[:self.begin] + self.text + old[self.end:]
        return "\n".join(lines)

    def shown(self, source):
        old = source.split("\n")[self.line]
        new = (old[:self.begin] + self.text + old[self.end:]).strip()
        return f"{self.file}:{self.line + 1}: {old.strip()}  =>  {new or '(nothing)'}"


def code_of(line):
    """The line without its comment and with blanks in the place of texts; columns stay."""
    line = re.sub(r'"(\\.|[^"\\])*"', lambda match: '"' + " " * (len(match[0]) - 2) + '"', line)
    return line.split("//")[0]


def changes_in(code):
    """(begin, end, text) for one line of code."""
    for match in SWAP.finditer(code):
        yield match.start(), match.end(), SWAPS[match[0]]
    for match in NUMBER.finditer(code):
        yield match.start(), match.end(), str(int(match[0]) + 1)
    for match in NEGATION.finditer(code):
        yield match.start(), match.end(), ""
    if STATEMENT.fullmatch(code.rstrip()) and not DECLARATION.match(code):
        yield 0, len(code.rstrip()), ""


def mutations_of(file, source):
    """All mistakes that can be planted in a file."""
    return [Mutation(file, number, *change)
            for number, line in enumerate(source.split("\n")) if not NOT_CODE.match(line)
            for change in changes_in(code_of(line))]
