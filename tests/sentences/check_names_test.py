#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which names are public, and that a word in the wrong place is seen."""

import unittest

from check_names import GLOSSARY, LIBRARY, complaints, has, names_of, rules_of

HEADER = """
namespace tigris {  // comment_name(
using io = int;
inline constexpr int32_t most_labels = 256;
template <class T>
struct row_window {
    int32_t member = 0;
};
enum class home : uint8_t { arena };
[[gnu::noinline]] inline void fill_panel(int32_t x) { local(x); }
template <auto M>
    requires(is_small<M>)
constexpr int count_of(const row& r) {
    return other(r);
}
static_assert(is_true(1));
}  // namespace tigris
"""


class NamesTest(unittest.TestCase):
    def test_names_are_of_namespaces_then_of_members(self):
        self.assertEqual(["io", "most_labels", "row_window", "home", "fill_panel", "count_of", "member"],
                         list(names_of(HEADER)))

    def test_variables_of_functions_are_names_and_calls_are_none(self):
        self.assertEqual(["f", "panel", "rows"],
                         list(names_of("int f() {\n    const int panel = g(1);\n    view<const int> rows{};\n    call(panel);\n}\n")))

    def test_words_are_parted_by_underscores(self):
        self.assertTrue(has("fill_strips", "strip") and has("strip", "strip"))
        self.assertFalse(has("stripe", "strip") or has("substrip", "strip"))

    def test_words_in_the_wrong_place_are_seen(self):
        rules = {"panel": ["kernels"], "label": []}
        self.assertEqual(["planning/a.hpp: most_labels has the word label, which the glossary does not use",
                          "planning/a.hpp: fill_panel has the word panel, which the glossary keeps for kernels"],
                         complaints(rules, [("planning/a.hpp", HEADER)]))
        self.assertEqual(1, len(complaints(rules, [("kernels/a.hpp", HEADER)])))

    def test_the_glossary_has_rules_and_the_library_names(self):
        rules = rules_of(GLOSSARY.read_text())
        self.assertTrue([word for word in rules if not rules[word]] and [word for word in rules if rules[word]])
        names = [name for file in LIBRARY.rglob("*.hpp") for name in names_of(file.read_text())]
        self.assertGreater(len(names), 6000)
        self.assertLessEqual({"target", "plan_of", "run", "conv_key", "row_window"}, set(names))


if __name__ == "__main__":
    unittest.main()
