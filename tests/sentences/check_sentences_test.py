#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What counts as a sentence and as a word, and that long ones are seen."""

import tempfile
import unittest
from pathlib import Path

from check_sentences import complaints_of, literals_of, paragraphs_of, sentences_of, split


def words(count):
    return " ".join(["word"] * count)


class SentencesTest(unittest.TestCase):
    def file(self, name, text):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (folder / name).write_text(text)
        return folder / name

    def test_items_headings_and_blank_lines_end_paragraphs(self):
        page = "# One\ntwo\nthree\n\nfour\n- five\n  six\n1. seven\n"
        self.assertEqual(["One", "two three", "four", "five six", "seven"],
                         [text for _, text in paragraphs_of(page)])

    def test_code_and_tables_are_no_sentences(self):
        page = "before\n\n```sh\nrun this\n```\n\n    run that\n\n| a | b |\n|---|---|\n\nbehind\n"
        self.assertEqual([(1, "before"), (12, "behind")], paragraphs_of(page))

    def test_marks_end_sentences(self):
        self.assertEqual(["One.", "Two (three.", "Four:", "five"], split("One. Two (three.) Four: five"))

    def test_code_spans_and_links_are_few_words(self):
        page = self.file("page.md", "Call `run(model, in, out)` as [this page](a b c d.md) says.\n")
        self.assertEqual([6], [s.words for s in sentences_of(page)])

    def test_neighboring_literals_are_one_text(self):
        source = 'f("one two three "\n  "four five six", x); // "a b c d e f g"\nasm("a b c d e f g h");\n'
        self.assertEqual([(1, "one two three four five six")], list(literals_of(source)))

    def test_long_sentences_are_seen(self):
        for name, text in (("page.md", "{}.\n"), ("source.cpp", 'f("{}");\n')):
            self.assertEqual([], complaints_of(self.file(name, text.format(words(30)) + "One. " * 9)))
            self.assertIn("31 words", complaints_of(self.file(name, text.format(words(31)) + "One. " * 9))[0])

    def test_a_page_may_have_few_of_more_than_22_words(self):
        page = "One.\n" * 9
        self.assertEqual([], complaints_of(self.file("page.md", page + words(23) + ".\n")))
        self.assertIn("2 of 11", complaints_of(self.file("page.md", page + f"{words(23)}. {words(23)}.\n"))[0])


if __name__ == "__main__":
    unittest.main()
