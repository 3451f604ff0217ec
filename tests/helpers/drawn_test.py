# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is_drawn draws."""

import unittest

from drawn import is_drawn, number_drawn

NAMES = [f"fail.{number}" for number in range(200)]


def drawn(draw):
    return {name for name in NAMES if is_drawn(name, draw)}


class DrawnTest(unittest.TestCase):
    def test_without_a_word_all_are(self):
        self.assertEqual(set(NAMES), drawn(""))

    def test_about_one_in_so_many_is(self):
        for parts in (2, 4):
            self.assertAlmostEqual(len(NAMES) / parts, len(drawn(f"a/{parts}")), delta=25)

    def test_a_word_always_draws_the_same_and_another_word_others(self):
        self.assertEqual(drawn("a/2"), drawn("a/2"))
        self.assertNotEqual(drawn("a/2"), drawn("b/2"))

    def test_sixteen_commits_draw_all(self):
        self.assertEqual(set(NAMES), set.union(*(drawn(f"{commit}/2") for commit in range(16))))

    def test_one_of_several_choices_is_drawn_each_time(self):
        for name in NAMES:
            taken = [k for k in range(4) if is_drawn(name, "a/2", f"{k}/4")]
            self.assertEqual(1, len(taken), name)

    def test_the_number_is_that_of_the_choice(self):
        for name in NAMES:
            self.assertTrue(is_drawn(name, "a/2", f"{number_drawn(name, 4, 'a/2')}/4"), name)

    def test_without_a_word_the_number_is_0(self):
        self.assertEqual(0, number_drawn("a", 4, ""))

    def test_each_choice_is_drawn_for_some_name(self):
        taken = {k for name in NAMES for k in range(4) if is_drawn(name, "a/2", f"{k}/4")}
        self.assertEqual({0, 1, 2, 3}, taken)


if __name__ == "__main__":
    unittest.main()
