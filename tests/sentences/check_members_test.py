#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Which lines are members, and that a member without a comment is seen."""

import unittest

from check_members import complaints, listed, members_of, structs_in

HEADER = """
namespace tigris {
/// A base.
struct empty_key {
    friend constexpr bool operator==(const empty_key&, const empty_key&) = default;
};
struct row_key : empty_key {
    static constexpr int most = 6;

    int32_t rows = 0;  // of a call
    /// Bytes of one number.
    uint8_t bytes_of[int(inputs::count)]{};
    planning::home home = planning::home::arena;
    std::vector<int>
        states{};
    bool first, last;  //

    constexpr int32_t bytes() const {
        const int32_t one = 1;
        return one;
    }
};
}  // namespace tigris
"""


class MembersTest(unittest.TestCase):
    def test_functions_constants_and_friends_are_no_members(self):
        self.assertEqual(["int32_t rows = 0;", "uint8_t bytes_of[int(inputs::count)]{};", "planning::home home = planning::home::arena;",
                          "std::vector<int> states{};", "bool first, last;"],
                         [member for member, _ in members_of(HEADER, "row_key")])
        self.assertEqual(["empty_key", "row_key"], structs_in(HEADER))

    def test_a_comment_is_on_the_line_or_above_it(self):
        self.assertEqual([True, True, False, False, False], [said for _, said in members_of(HEADER, "row_key")])

    def test_a_member_without_a_comment_and_a_lost_struct_are_seen(self):
        self.assertEqual(["a.hpp: row_key: no comment at: planning::home home = planning::home::arena;",
                          "a.hpp: row_key: no comment at: std::vector<int> states{};",
                          "a.hpp: row_key: no comment at: bool first, last;", "a.hpp: no struct tail_key with members"],
                         complaints("a.hpp", HEADER, ["row_key", "tail_key"]))

    def test_a_comment_taken_out_of_a_listed_struct_is_seen(self):
        for path, text, structs in listed():
            for struct in structs:
                count = len(list(members_of(text, struct)))
                bare = "\n".join(line.split("//")[0] for line in text.splitlines())
                self.assertEqual(count, len(complaints(path, bare, [struct])), f"{path}: {struct}")

    def test_all_structs_are_found(self):
        names = [struct for _, _, structs in listed() for struct in structs]
        self.assertGreaterEqual(len(names), 40)
        self.assertLessEqual({"kernel_facts", "options", "conv_key", "tree_ensemble_key", "window_average_key"}, set(names))


if __name__ == "__main__":
    unittest.main()
