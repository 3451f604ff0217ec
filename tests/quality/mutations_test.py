#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import unittest

from mutations import mutations_of


def mutants_of(line):
    return [mutation.applied(line) for mutation in mutations_of("a.cpp", line)]


class MutationsTest(unittest.TestCase):
    def test_operators_bounds_and_constants_change(self):
        self.assertEqual(["    if (a <= 2) b = c + d;", "    if (a < 2) b = c - d;",
                          "    if (a < 3) b = c + d;"], mutants_of("    if (a < 2) b = c + d;"))
        self.assertEqual(["    return std::min(a, b);"], mutants_of("    return std::max(a, b);"))
        self.assertEqual(["    if (done()) return;"], mutants_of("    if (!done()) return;"))

    def test_statements_are_dropped_but_declarations_are_not(self):
        self.assertEqual([""], mutants_of("    list.push_back(value);"))
        self.assertEqual([""], mutants_of("    total += value;")[-1:])
        self.assertEqual([], mutants_of("    const int a = b;"))

    def test_comments_texts_and_template_arguments_stay(self):
        for line in ("// a < b + 1", '    if (is("a < b + 1")) return;  // 2 + 2', "    array<4> a;"):
            self.assertEqual([], mutants_of(line))


if __name__ == "__main__":
    unittest.main()
