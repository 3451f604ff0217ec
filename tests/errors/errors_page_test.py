#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""docs/reference/errors.md has each sentence of the library and of generated headers, and no other; each is expected by a file of tests/fail."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LITERALS = r'"tigris: (?:[^"\\]|\\.)*"(?:[\s\\]*"(?:[^"\\]|\\.)*")*'
FROM_CMAKE = "## From CMake"


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


def without_test(sentences, patterns):
    return [s for s in sentences if not any(re.search(p, s) for p in patterns)]


class ErrorsPageTest(unittest.TestCase):
    def setUp(self):
        self.sentences = [sentence for sentence, _ in sentences_of_code()]
        self.headings = headings_of((ROOT / "docs/reference/errors.md").read_text())

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

    def test_what_is_missing_is_seen(self):
        self.assertEqual(["tigris: b"], without_heading(["tigris: a; c", "tigris: b"], ["tigris: a"]))
        self.assertEqual(["tigris: d"], without_sentence(["tigris: a; c"], ["tigris: a", "tigris: d"]))
        self.assertEqual(["tigris: b"], without_test(["tigris: a; c", "tigris: b"], ["tigris: a", "x"]))


if __name__ == "__main__":
    unittest.main()
