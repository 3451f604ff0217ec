#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The code blocks of README and docs/, and which test runs each. A block that no test runs has a comment before it that
gives the reason: `<!-- not run: why -->`.

usage: blocks.py      lists the blocks that have a reason"""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"(?P<why><!-- not run: (?P<reason>[^>]+) -->\n+)?"
                   r"(?:^```(?P<language>\w*)\n(?P<fenced>.*?)^```$|(?<=\n\n)(?P<indented>(?:    [^\n]*\n)+(?=\n|$|```)))",
                   re.MULTILINE | re.DOTALL)
PROGRAMS = ("onnx2hpp ", "scripts/", "tests/", "cmake", "ctest", "python", "pip", "npm", "npx", "sudo", "g++", "qemu",
            "vcpkg", "conan", "set(")
# Tests that read a page and do all that it says.
WHOLE_PAGES = {"getting_started/first_model": "consumer.first_model", "how_to/ecosystems": "packaging.recipes",
               "explanation/quantization": "pages.quantization"}


@dataclass
class Block:
    page: str        # below docs/, without .md
    line: int
    language: str    # commands: of a shell; output: without a language
    text: str
    reason: str      # empty: some test must run it

    def __str__(self):
        return f"{self.page}.md:{self.line} ({self.language})"


def name_of(path):
    return str(path.relative_to(ROOT / "docs").with_suffix("")) if path.is_relative_to(ROOT / "docs") else "../README"


def language_of(found):
    if found["indented"]:
        return "commands"
    if found["language"] in ("", "sh"):
        return "commands" if found["language"] or found["fenced"].startswith(PROGRAMS) else "output"
    return found["language"]


def blocks_in(page, text):
    """All that is code: drawings, formulas and messages that are indented are not."""
    for found in BLOCK.finditer(text):
        body = found["fenced"] or re.sub("^    ", "", found["indented"] or "", flags=re.MULTILINE)
        if found["indented"] and not body.startswith(PROGRAMS):
            continue
        line = text[:found.start("indented" if found["indented"] else "fenced")].count("\n") + 1
        yield Block(page, line, language_of(found), body, found["reason"] or "")


def all_blocks():
    return [block for path in PAGES for block in blocks_in(name_of(path), path.read_text())]


def compiled():
    """(page, language) of what page_examples extracts, from the lists of tests that call it."""
    found = set()
    for file in sorted((ROOT / "tests").rglob("CMakeLists.txt")):
        text = file.read_text()
        found |= {(page, "cpp") for page in re.findall(r"^compile_page\((\S+)", text, re.MULTILINE)}
        for page, languages in re.findall(r"^page_examples\((\S+) \S+ ([a-z ]+)\)", text, re.MULTILINE):
            found |= {(page, language) for language in languages.split()}
    return found


def commands_in(text):
    """The commands of a block, without comments, each in one line."""
    joined = re.sub(r"\\\n\s*", " ", text)
    return [command for line in joined.splitlines() if (command := re.sub(r"(^|\s\s)#.*", "", line).strip())]


if __name__ == "__main__":
    for one in all_blocks():
        if one.reason:
            print(f"{one}: {one.reason}")
