#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""run_example.py sees a difference where there is one."""

import unittest

from run_example import agree, shown_on

PAGE = "# Title\n```sh\nrun\n```\nprints\n```\nclass 1, 4032 of 4096 bytes\n```\n"


class Comparison(unittest.TestCase):
    def test_the_last_block_without_a_language_counts(self):
        self.assertEqual(shown_on(PAGE), "class 1, 4032 of 4096 bytes\n")

    def test_bytes_differ_with_the_alignment_only(self):
        for core, same in (("cortex-m4", False), ("host", True)):
            self.assertEqual(agree("class 1, 3840 of 4096 bytes\n", shown_on(PAGE), core), same)

    def test_results_never_differ(self):
        for core in ("cortex-m4", "host"):
            self.assertFalse(agree("class 2, 4032 of 4096 bytes\n", shown_on(PAGE), core))


if __name__ == "__main__":
    unittest.main()
