#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""outputs.py finds commands and what pages show of their output."""

import unittest

from outputs import excerpt, written

PAGE = """Text.

    onnx2hpp analyze a.onnx -m 4K      # a comment
    onnx2hpp analyze b.onnx

It prints

```cpp
int kept;
```

```
old
```
"""


class Outputs(unittest.TestCase):
    def test_the_block_after_a_command_is_what_it_prints(self):
        asked = []

        def run(words):
            asked.append(words)
            return ["new", "lines"]

        self.assertEqual(written(PAGE.replace("old", "new 1\n"), run), PAGE.replace("old", "new\nlines"))
        self.assertEqual(asked, [["analyze", "b.onnx"]])

    def test_whole_outputs_may_grow(self):
        self.assertEqual(excerpt(["net: 3 steps"], ["net: 4 steps", "fast 2"]), ["net: 4 steps", "fast 2"])

    def test_an_excerpt_keeps_its_number_of_lines(self):
        self.assertEqual(excerpt(["cost 5", " ms"], ["net", "cost 6", " 7 ms", "more"]), ["cost 6", " 7 ms"])

    def test_a_table_ends_with_its_paragraph(self):
        self.assertEqual(excerpt(["  memory", "  1"], ["net", "  memory", "  2", "  3", "", "more"]),
                         ["  memory", "  2", "  3"])

    def test_what_is_no_longer_printed_is_gone(self):
        self.assertEqual(excerpt(["cost 5"], ["net", "fast 2"]), [])


if __name__ == "__main__":
    unittest.main()
