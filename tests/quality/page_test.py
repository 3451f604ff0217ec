#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import tempfile
import unittest
from pathlib import Path

import coverage
import ledger
import page


class LedgerTest(unittest.TestCase):
    def test_what_was_appended_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "ledger.tsv"
            ledger.append(ledger.Entry("fuzz", "convert", 60, 1000, 1, 50), file)
            ledger.append(ledger.Entry("fuzz", "convert", 40, 500, 0, 55), file)
            found = ledger.entries(file)
        self.assertEqual([(1000, 1, 50), (500, 0, 55)],
                         [(each.tried, each.findings, each.kept) for each in found])
        self.assertRegex(found[0].date, r"^\d{4}-\d\d-\d\d$")

    def test_a_ledger_that_is_not_there_is_empty(self):
        self.assertEqual([], ledger.entries(Path("/nowhere/ledger.tsv")))


class CoverageTest(unittest.TestCase):
    def test_what_was_written_is_read(self):
        share = coverage.Share("tests", "tigris/model", 200, 150)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "coverage.tsv"
            coverage.write([share], file)
            self.assertEqual([share], coverage.shares(file))
        self.assertEqual(75, share.percent())

    def test_folders_are_those_of_the_library_and_of_the_tool(self):
        self.assertEqual("tigris/kernels/portable", coverage.folder_of(
            coverage.ROOT / "include/tigris/kernels/portable/conv.hpp"))
        self.assertEqual("tigris/planning/plan", coverage.folder_of(
            coverage.ROOT / "build/coverage/../../include/tigris/planning/plan/plan.hpp"))
        self.assertEqual("onnx2hpp/load", coverage.folder_of(
            coverage.ROOT / "tools/onnx2hpp/load/load.cpp"))
        self.assertIsNone(coverage.folder_of("/usr/include/stdint.h"))


class PageTest(unittest.TestCase):
    def test_runs_of_a_subject_are_summed(self):
        runs = [ledger.Entry("fuzz", "convert", 3600, 900, 2, date="2026-01-01"),
                ledger.Entry("fuzz", "convert", 3600, 600, 0, date="2026-01-02")]
        self.assertEqual([("convert", "2.0 h", "1 500", 2, 0, "2026-01-02")],
                         list(page.machine_rows(runs)))

    def test_the_page_is_what_the_records_say(self):
        self.assertEqual(page.page(), page.PAGE.read_text(), "run scripts/quality")


if __name__ == "__main__":
    unittest.main()
