# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The test of keys finds what it is there to find, with g++'s words and with clang's."""

import unittest

from check_keys import moved_keys

GCC = "a.hpp:2:16: warning: padding struct to align ‘ns::outer_key::{}’ [-Wpadded]"
CLANG = "a.hpp:2:16: warning: padding struct 'ns::outer_key' with 3 bytes to align '{}' [-Wpadded]"


class KeysTest(unittest.TestCase):
    def test_a_key_behind_padding_is_found(self):
        for words in (GCC, CLANG):
            found = moved_keys(words.format("window"), lambda file, line: "    kernels::window_key window{};")
            self.assertEqual(["a.hpp:2: padding before ns::outer_key::window; declare it first"], found)

    def test_a_number_behind_padding_is_none(self):
        for words in (GCC, CLANG):
            self.assertEqual([], moved_keys(words.format("rows"), lambda file, line: "    int32_t rows = 0;"))

    def test_what_is_no_template_argument_may_be_padded(self):
        words = CLANG.format("window").replace("outer_key", "outer_layer")
        self.assertEqual([], moved_keys(words, lambda file, line: "    window_key window{};"))


if __name__ == "__main__":
    unittest.main()
