#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds sentences that are too long for readers whose first language is not English.

Of a page's sentences 90 % have at most 22 words, none has more than 30. `.`, `?`, `!`, `:`, a list item,
a heading and the end of a paragraph end a sentence. A code span is one word; targets of links, code
blocks and rows of tables do not count. In C++ sources the sentences are those of string literals: errors,
notes and help."""

import argparse
import re
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
USUAL, MOST, PERCENT = 22, 30, 90
LITERAL = r'"(?:[^"\\\n]|\\.)*"'
ASSEMBLER = r"\basm\b[^;]*;"
FEWEST_WORDS = 6  # of a literal that may be a sentence


@dataclass
class Sentence:
    line: int
    text: str

    @property
    def words(self):
        return sum(1 for word in self.text.split() if re.search(r"\w", word))


def paragraphs_of(page):
    """(line, text) of each paragraph, list item and heading of a page in Markdown."""
    found, in_block, is_open = [], False, False
    for number, line in enumerate(page.splitlines(), 1):
        bare = line.strip()
        if re.match(r"```|~~~", bare):
            in_block, is_open = not in_block, False
        elif in_block or not bare or bare.startswith("|") or (line.startswith("    ") and not is_open):
            is_open = False
        else:
            mark = re.match(r"([-*+]|\d+[.)]|#+|>)\s+", bare)
            if mark or not is_open:
                found.append((number, []))
            found[-1][1].append(bare[mark.end():] if mark else bare)
            is_open = not (mark and mark[1].startswith("#"))
    return [(number, " ".join(lines)) for number, lines in found]


def literals_of(source):
    """(line, text) of the string literals of a C++ source, neighbors joined."""
    source = re.sub(ASSEMBLER, lambda m: "\n" * m.group().count("\n"), re.sub(r"//[^\n]*", "", source))
    for match in re.finditer(rf"{LITERAL}(?:\s*{LITERAL})*", source):
        text = "".join(piece[1:-1] for piece in re.findall(LITERAL, match.group()))
        if len(text.split()) >= FEWEST_WORDS:
            yield source.count("\n", 0, match.start()) + 1, text.replace("\\n", " ").replace('\\"', '"')


def split(text):
    text = re.sub(r"`+[^`]*`+", "CODE", text)
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", text)
    return [part for part in re.split(r"""(?<=[.?!:])[)"'*]*(?:\s+|$)""", text) if part.strip()]


def sentences_of(file):
    read = paragraphs_of if file.suffix == ".md" else literals_of
    return [Sentence(line, part) for line, text in read(file.read_text()) for part in split(text)]


def spell(file, sentence):
    name = file.relative_to(ROOT) if file.is_relative_to(ROOT) else file
    return f"{name}:{sentence.line}: {sentence.words} words: {sentence.text}"


def complaints_of(file):
    sentences = sentences_of(file)
    long = [s for s in sentences if s.words > USUAL]
    if file.suffix == ".md" and 100 * len(long) > (100 - PERCENT) * len(sentences):
        head = f"{file.name}: {len(long)} of {len(sentences)} sentences have more than {USUAL} words"
        return [head] + [f"    {spell(file, s)}" for s in long]
    return [spell(file, s) for s in long if s.words > MOST]


def files_of(places):
    """The files themselves, and pages and sources below folders."""
    for place in places:
        yield from ([place] if place.is_file() else
                    sorted(f for f in place.rglob("*") if f.suffix in (".md", ".hpp", ".cpp")))


def main():
    parser = argparse.ArgumentParser(prog="check_sentences", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    usual = [*sorted(ROOT.glob("*.md")), ROOT / "docs", ROOT / "include", ROOT / "tools"]
    parser.add_argument("places", nargs="*", type=Path, metavar="FILE|FOLDER",
                        help="default: pages, and the sources of the library and the tools")
    places = parser.parse_args().places or usual
    found = [complaint for file in files_of(places) for complaint in complaints_of(file)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
