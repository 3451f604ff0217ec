#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/reference/errors.md has each sentence of the library and of generated headers, each failing status of a run, and no other.
Each sentence is expected by a file of tests/fail."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LITERALS = r'"tigris: (?:[^"\\]|\\.)*"(?:[\s\\]*"(?:[^"\\]|\\.)*")*'
FROM_CMAKE = "## From CMake"
FROM_A_RUN = "## From a run"
STATUSES = ROOT / "include/tigris/execution/memory/status.hpp"


def sentences_of_code():
    for header in [*sorted((ROOT / "include").rglob("*.hpp")), ROOT / "tools/onnx2hpp/emit/emit.cpp"]:
        for match in re.finditer(LITERALS, header.read_text()):
            yield "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', match.group())), header.relative_to(ROOT)


def headings_of(page):
    return re.findall(r"^### (tigris: .*)$", page.split(FROM_CMAKE)[0], re.MULTILINE)


def without_heading(sentences, headings):
    return [s for s in sentences if not any(s.startswith(heading) for heading in headings)]


def without_sentence(sentences, headings):
    return [h for h in headings if not any(s.startswith(h) for s in sentences)]


def statuses_of(header):
    """{name: number} of the failing statuses in the table of a header."""
    numbers = dict(re.findall(r"^ +(\w+) = (\d+),$", header, re.MULTILINE))
    named = re.findall(r'\{status::(\w+), "(\w+)"\}', header)
    return {name: int(numbers[value]) for value, name in named if name != "ok"}


def sections_of_statuses(page):
    """{(name, number): text} of the page's section about runs."""
    section = page.split(f"\n{FROM_A_RUN}\n")[1].split("\n## ")[0]
    parts = re.split(r"^### tigris::status::(\w+) \((\d+)\)$", section, flags=re.MULTILINE)[1:]
    return {(name, int(number)): text for name, number, text in zip(*[iter(parts)] * 3)}


def without_test(sentences, patterns):
    return [s for s in sentences if not any(re.search(p, s) for p in patterns)]


class ErrorsPageTest(unittest.TestCase):
    def setUp(self):
        self.sentences = [sentence for sentence, _ in sentences_of_code()]
        self.page = (ROOT / "docs/reference/errors.md").read_text()
        self.headings = headings_of(self.page)

    def test_each_sentence_has_a_heading(self):
        self.assertGreater(len(self.sentences), 40)
        self.assertEqual([], without_heading(self.sentences, self.headings))

    def test_each_heading_is_a_sentence(self):
        self.assertEqual([], without_sentence(self.sentences, self.headings))

    def test_no_heading_stands_twice(self):
        self.assertEqual(sorted(set(self.headings)), sorted(self.headings))

    def test_each_sentence_is_expected_by_a_test(self):
        expected = [pattern for file in sorted((ROOT / "tests/fail").glob("*.cpp"))
                    for pattern in re.findall(r"^// EXPECT: (tigris: .*)$", file.read_text(), re.MULTILINE)]
        self.assertEqual([], without_test(self.sentences, expected))

    def test_each_failing_status_has_a_heading_and_no_other(self):
        statuses = statuses_of(STATUSES.read_text())
        self.assertGreater(len(statuses), 9)
        self.assertEqual(list(statuses.items()), list(sections_of_statuses(self.page)))

    def test_each_status_leads_to_the_page_that_explains_it(self):
        self.assertEqual([], [s for s, text in sections_of_statuses(self.page).items() if ".md" not in text])

    def test_the_table_has_each_status(self):
        header = STATUSES.read_text()
        numbered = re.findall(r"^ +(\w+) = \d+,$", header, re.MULTILINE)
        self.assertEqual(numbered, ["ok", *statuses_of(header)])

    def test_statuses_and_headings_are_found(self):
        header = 'ok = 0,\n    late = 7,\n    lost = 9,\n{status::ok, "ok"}, {status::late, "late"}'
        self.assertEqual({"late": 7}, statuses_of("    " + header))
        page = "\n## From a run\nAll.\n### tigris::status::late (8)\nWait.\n\n## From CMake\n### tigris::status::lost (9)\n"
        self.assertEqual({("late", 8): "\nWait.\n"}, sections_of_statuses(page))

    def test_what_is_missing_is_seen(self):
        self.assertEqual(["tigris: b"], without_heading(["tigris: a; c", "tigris: b"], ["tigris: a"]))
        self.assertEqual(["tigris: d"], without_sentence(["tigris: a; c"], ["tigris: a", "tigris: d"]))
        self.assertEqual(["tigris: b"], without_test(["tigris: a; c", "tigris: b"], ["tigris: a", "x"]))


if __name__ == "__main__":
    unittest.main()
