#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares names with docs/reference/glossary.md. Exits with 1 if there are words that do not belong there.

Looked at are the headers of the library and of the tool: what they declare at namespace scope, members, and variables
of functions. The words of a name are what underscores part. The glossary's section *Words that are not used* has the
words that no name may have. Its section *Words of one place* has words that mean one thing, and the folders below
include/tigris whose names may have them."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GLOSSARY = ROOT / "docs/reference/glossary.md"
LIBRARY = ROOT / "include/tigris"
TOOL = ROOT / "tools/onnx2hpp"
NO_DECLARATION = r"(namespace|template|requires|public|private|return|static_assert|friend|extern \"C\")\b"
TYPE = r"(?:enum class|enum|struct|class|union|concept|using)\s+(?:alignas\([^)]*\)\s*)?(\w+)"
OTHER = r"(?<!\w)(?!(?:decltype|alignas|requires|sizeof|noexcept|explicit)\b)([a-zA-Z_]\w*)(?:<[^<>()]*>)?\s*[({=;\[]"
INDENTED = re.compile(r"^ {4,8}(?:(?:static|constexpr|inline|const|mutable) )*(?:[A-Za-z_][\w:]*(?:<[^;=]*>)?[&* ]+)+(\w+)"
                      r"\s*(?:\{[^;]*\}|=[^;]*|\[[^;]*\])?\s*[;,{]", re.MULTILINE)


def names_of(header):
    """The names that a header declares at namespace scope, whose contents the layout does not indent; then members and
    variables of functions."""
    text = re.sub(r"//[^\n]*", "", header)
    text = re.sub(r"\[\[.*?\]\]\s*", "", text, flags=re.DOTALL)
    for line in text.splitlines():
        if re.match(r"[A-Za-z_:]", line) and not re.match(NO_DECLARATION, line):
            found = re.match(r"(?:inline |static |constexpr )*" + TYPE, line) or re.search(OTHER, line)
            if found:
                yield found[1]
    yield from INDENTED.findall(text)


def has(name, word):
    """Whether a name has a word, or its plural."""
    return re.search(rf"(?<![a-z0-9]){word}s?(?![a-z0-9])", name) is not None


def rows_of(page, heading):
    """The cells of a table's rows in the section of this heading."""
    section = page.split(f"\n## {heading}\n")[1].split("\n## ")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in section.splitlines()
            if line.startswith("|")]
    return rows[2:]


def words_in(cell):
    return re.findall(r"`(\w+)`", cell)


def rules_of(page):
    """{word: folders whose names may have it}."""
    rules = {word: [] for row in rows_of(page, "Words that are not used") for word in words_in(row[0])}
    for row in rows_of(page, "Words of one place"):
        rules.update({word: words_in(row[2]) for word in words_in(row[0])})
    return rules


def complaints(rules, headers):
    """`headers` are pairs (path below include/tigris, text)."""
    return [f"{path}: {name} has the word {word}, which the glossary " + ("keeps for " + ", ".join(rules[word])
                                                                        if rules[word] else "does not use")
            for path, text in headers for name in names_of(text) for word in rules
            if has(name, word) and path.split("/")[0] not in rules[word]]


def headers_of(folder):
    return [(str(file.relative_to(folder)), file.read_text()) for file in sorted(folder.rglob("*.hpp"))]


def main():
    rules = rules_of(GLOSSARY.read_text())
    unused = {word: folders for word, folders in rules.items() if not folders}
    found = complaints(rules, headers_of(LIBRARY)) + complaints(unused, headers_of(TOOL))
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
