#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""hello.py sees sections that lie in the wrong memory."""

import unittest

from hello import ROOT, complaints

BOARD = "stm32f405"
TEXT = (ROOT / f"boards/{BOARD}.yaml").read_text()


class Addresses(unittest.TestCase):
    def judge(self, name, address, size, is_written):
        return len(list(complaints([(name, address, size, is_written)], BOARD, TEXT)))

    def test_sections_in_their_memories_are_right(self):
        self.assertEqual(self.judge(".text", 0x08000000, 1 << 20, False), 0)
        self.assertEqual(self.judge(".bss", 0x20000000, 128 << 10, True), 0)

    def test_a_section_may_not_leave_its_memory(self):
        self.assertEqual(self.judge(".text", 0x08000000, (1 << 20) + 1, False), 1)
        self.assertEqual(self.judge(".bss", 0x2001FFFC, 8, True), 1)

    def test_what_is_written_lies_in_no_flash_and_constants_in_no_ram(self):
        self.assertEqual(self.judge(".data", 0x08000000, 4, True), 1)
        self.assertEqual(self.judge(".rodata", 0x20000000, 4, False), 1)


if __name__ == "__main__":
    unittest.main()
