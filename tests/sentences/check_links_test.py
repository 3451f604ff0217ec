#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What counts as a link, and that those to nowhere are seen."""

import tempfile
import unittest
from pathlib import Path

from check_links import anchors_of, complaints_of, pages_without_a_line

DOCS = "docs"  # spelled so that these names are not looked up


class LinksTest(unittest.TestCase):
    def setUp(self):
        self.root = Path(self.enterContext(tempfile.TemporaryDirectory())).resolve()
        self.file(f"{DOCS}/page.md", "# A page\n\n## `run`, and what it's for\n\n```sh\n# no heading\n```\n")

    def file(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    def complaints(self, name, text):
        return complaints_of(self.file(name, text), self.root)

    def test_headings_have_the_names_that_github_gives(self):
        self.assertEqual(["a-page", "run-and-what-its-for"], anchors_of((self.root / f"{DOCS}/page.md").read_text()))
        self.assertEqual(["twice", "twice-1"], anchors_of("# Twice\n# Twice\n"))

    def test_links_that_lead_somewhere(self):
        page = f"[a]({DOCS}/page.md#a-page) [b]({DOCS}) [c](#d) [w](https://x.y)\n# D\n"
        self.assertEqual([], self.complaints("README.md", page))
        self.assertEqual([], self.complaints(f"{DOCS}/other.md", "[a](../README.md) [b](page.md#run-and-what-its-for)\n"))

    def test_links_to_nowhere_are_seen(self):
        self.assertEqual([f"README.md:2: {DOCS}/no.md: no such file"], self.complaints("README.md", f"\n[a]({DOCS}/no.md)\n"))
        self.assertEqual([f"{DOCS}/other.md:1: page.md#b: no such heading"],
                         self.complaints(f"{DOCS}/other.md", "[a](page.md#b)\n"))
        self.assertEqual([f"{DOCS}/other.md:1: other.md#b: no such heading"], self.complaints(f"{DOCS}/other.md", "[a](#b)\n"))

    def test_code_has_no_links(self):
        self.assertEqual([], self.complaints("README.md", "`[a](b.md)`\n```cpp\n[c](d.md)\n```\n\n    [e](f.md)\n"))

    def test_mentions_are_looked_up(self):
        self.assertEqual([], self.complaints("a.cpp", f"// {DOCS}/page.md and {DOCS}/page.md#a-page\n"))
        self.assertEqual([f"a.cpp:2: {DOCS}/no.md: no such file", f"a.cpp:3: {DOCS}/page.md#b: no such heading"],
                         self.complaints("a.cpp", f"\n// {DOCS}/no.md\n// {DOCS}/page.md#b\n"))

    def test_so_are_those_of_code_spans(self):
        self.assertEqual([f"README.md:1: {DOCS}/no.md: no such file"], self.complaints("README.md", f"`{DOCS}/no.md`\n"))

    def test_pages_of_others_are_not(self):
        self.assertEqual([], self.complaints("a.cpp", f"// ONNX, {DOCS}/IR.md; ONNX\n// Runtime,\n/// {DOCS}/Operators.md\n"))

    def test_each_page_has_a_line_of_the_index(self):
        self.file(f"{DOCS}/README.md", "[a](page.md#a-page)\n")
        self.assertEqual([], pages_without_a_line(self.root))
        self.file(f"{DOCS}/how_to/other.md", "")
        self.assertEqual([f"{DOCS}/README.md: no line for {DOCS}/how_to/other.md"], pages_without_a_line(self.root))


if __name__ == "__main__":
    unittest.main()
