#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""planning_bounds_test.py TOOL: plans large networks with budgets that are hard to meet, by the tool
TOOL. Searches count their work, so what they say is the same on each machine (docs/reference/limits.md)."""

import re
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from networks import FAMILIES  # noqa: E402  (which knows where processes.py is)
from processes import run_counted  # noqa: E402

TOOL = Path(sys.argv[1]).resolve()
MOST = 300_000_000 + 200_000_000  # beyond the model: for planning, and for reading
HAS_PLAN, OVER_BUDGET = 0, 2
LONGEST = 600  # seconds


class Planning(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.file = Path(folder.name) / "net.onnx"

    def network(self, family, steps):
        self.file.write_bytes(FAMILIES[family](steps).bytes())

    def analyze(self, *options):
        """The exit code and what it said."""
        outcome, usage = run_counted([TOOL, "analyze", self.file, *options], LONGEST)
        self.assertLess(usage.ru_maxrss * 1024, MOST)
        self.assertIn(outcome.status, (HAS_PLAN, OVER_BUDGET), outcome.errors)
        return outcome.status, outcome.errors

    def least(self):
        """The least fast memory that is known without a search."""
        _, said = self.analyze("-m", "1", "--effort", "none")
        return int(re.search(r"fits in (\d+) bytes of fast", said)[1])

    def test_all_families_with_little_and_much_memory(self):
        for family in FAMILIES:
            with self.subTest(family):
                self.network(family, 60)
                little = self.least()
                self.assertEqual(self.analyze("-m", str(little))[0], HAS_PLAN)
                self.assertEqual(self.analyze("-m", str(little), "-m", "1G", "--effort", "none")[0],
                                 HAS_PLAN)

    def test_the_search_for_an_order_says_that_it_stopped(self):
        self.network("fan", 1000)
        code, said = self.analyze("-m", str(self.least() * 9 // 10))
        self.assertEqual(code, OVER_BUDGET)
        self.assertIn("the search for a better order of the steps ended early", said)

    def test_the_search_for_a_plan_says_that_it_stopped(self):
        self.network("chain", 600)
        _, said = self.analyze("-m", str(self.least() * 9 // 10), "-m", "1G")
        self.assertIn("the search for a better plan ended early", said)

    def test_the_longest_search_says_that_it_stopped(self):
        self.network("chain", 600)
        _, said = self.analyze("-m", str(self.least() * 9 // 10), "-m", "1G", "--effort", "max")
        self.assertIn("the search for a better plan ended early", said)

    def test_more_transfers_than_numbers(self):
        self.network("tree", 7000)
        code, said = self.analyze("-m", str(self.least() // 5), "-m", "1G", "--effort", "none")
        self.assertEqual(code, OVER_BUDGET)
        self.assertIn("it has too many steps to move all it makes to slow memory", said)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
