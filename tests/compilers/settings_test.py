#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

from settings import VALUES, drawn, every, every_pair


class SettingsTest(unittest.TestCase):
    def test_there_are_as_many_as_the_product_says(self):
        product = 1
        for values in VALUES.values():
            product *= len(values)
        self.assertEqual(product, len(set(every())))

    def test_a_seed_always_draws_the_same(self):
        self.assertEqual(drawn(24, "a"), drawn(24, "a"))
        self.assertNotEqual(drawn(24, "a"), drawn(24, "b"))

    def test_ten_commits_draw_every_pair(self):
        for first in range(0, 50, 10):
            seen = set()
            for commit in range(first, first + 10):
                for settings in drawn(24, str(commit)):
                    seen |= settings.pairs()
            self.assertEqual(set(), every_pair() - seen)


if __name__ == "__main__":
    unittest.main()
