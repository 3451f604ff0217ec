# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""on_board_test.py TOOL: a model in QEMU on a board costs what its memories cost; TOOL may be left out."""

import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

from counting import Event, Failure, parse_events
from on_board import (BESIDE_PLAN, CODE, EMULATED, INTERFACE, MEGABYTE, STACK, Memory, charged, constants_of, file_of,
                      give_addresses, linker_script, memories_of, sum_accesses, with_room)
from report import board_table

TOOL = sys.argv.pop() if len(sys.argv) > 1 else None
HERE = Path(__file__).resolve().parent
MODEL = HERE.parent / "models/conv_int8"
HEADER = """
    static constexpr tigris::memory_map memories{{
        {.name = "DTCM", .bytes = 131072, .section = ".bss.dtcm"},
        {.name = "SRAM", .bytes = 524288, .read_cost = 125, .write_cost = 250},
        {.name = "FLASH", .bytes = 2097152, .read_cost = 500, .is_writable = false},
    }};
"""
M7 = EMULATED["cortex-m7"]


def placed():
    memories = memories_of(HEADER)
    give_addresses(memories, M7)
    return memories


class Maps(unittest.TestCase):
    def test_memories_are_read_from_a_header(self):
        self.assertEqual(memories_of(HEADER), [
            Memory("DTCM", 131072, section=".bss.dtcm"), Memory("SRAM", 524288, 125, 250),
            Memory("FLASH", 2097152, 500, is_writable=False)])

    def test_memories_lie_where_the_machine_has_some(self):
        self.assertEqual([m.address for m in placed()], [M7.ram, M7.ram + 131072, M7.flash + CODE])

    def test_what_is_too_large_for_one_lies_in_the_other(self):
        memories = [Memory("A", 3 * MEGABYTE), Memory("B", 2 * MEGABYTE)]
        give_addresses(memories, M7)
        self.assertEqual([m.address for m in memories], [M7.ram, M7.more])

    def test_what_has_no_room_is_an_error(self):
        with self.assertRaisesRegex(Failure, "no room for the 33554432 bytes of A"):
            give_addresses([Memory("A", 32 * MEGABYTE)], M7)

    def test_the_stack_is_charged_apart(self):
        sram = M7.ram + 131072
        self.assertEqual(charged(placed(), "FLASH", M7), [
            f"DTCM:{M7.ram}:131072:0:0", f"SRAM:{sram}:{524288 - STACK}:125:250",
            f"FLASH:{M7.flash + CODE}:2097152:500:0", f"stack:{sram + 524288 - STACK}:{STACK}:125:250",
            f"FLASH:{M7.flash}:{CODE}:500:0"])

    def test_a_section_lies_in_its_memory(self):
        script = linker_script(placed(), "FLASH", M7)
        self.assertIn("*(.bss.dtcm .bss.dtcm.*) } >DTCM_", script)
        self.assertIn("*(.data.dtcm .data.dtcm.*) } >DTCM_", script)
        self.assertIn('REGION_ALIAS("RAM", SRAM_)', script)
        self.assertIn(f"SRAM_ : ORIGIN = {M7.ram + 131072:#x}, LENGTH = 524288", script)

    def test_boards_say_where_constants_lie(self):
        self.assertEqual(constants_of("stm32h743"), "FLASH")
        with self.assertRaisesRegex(Failure, "there is no board nope"):
            constants_of("nope")

    def test_the_plan_leaves_room_for_the_stack(self):
        sram, text = placed()[1], file_of("stm32h743").read_text()
        left = 524288 - BESIDE_PLAN
        self.assertGreater(BESIDE_PLAN, STACK)
        self.assertEqual(with_room(text, sram), text.replace("size: 512K", f"size: {left}"))
        with self.assertRaisesRegex(Failure, "no size behind the name of NONE"):
            with_room(text, Memory("NONE", 1))


class Sums(unittest.TestCase):
    def test_accesses_follow_the_cycles(self):
        self.assertEqual(parse_events("1 2 3 4 5 6\n"), [Event(1, 2, 3, (4, 5, 6))])

    def test_ranges_of_one_name_are_one_memory(self):
        found = sum_accesses([4, 1, 1600, 9, 0, 0, 6, 2, 1000], ["A:0:9:0:0", "B:9:9:0:0", "A:20:9:0:0"])
        self.assertEqual(found, {"A": {"read_bytes": 10, "written_bytes": 3, "cycles": 3},
                                 "B": {"read_bytes": 9, "written_bytes": 0, "cycles": 0}})

    def test_a_row_has_each_memory(self):
        run = {"rules": "no rules", "instructions": 9, "core_cycles": 11, "cycles_model": 14,
               "memories": {"A": {"cycles": 1}, "B": {"cycles": 2}}}
        self.assertEqual(board_table({"model": "m", "runs": [run]}).split()[-7:],
                         ["no", "rules", "9", "11", "1", "2", "14"])


@unittest.skipUnless(TOOL, "no tool was named")
class InQemu(unittest.TestCase):
    def memories(self, board, model, rule):
        """What is charged without the rule, and with it."""
        done = subprocess.run([sys.executable, "-B", HERE / "bench.py", "--tool", TOOL, "--shared", HERE, "--board",
                               board, "--model", model, "--place", rule, "--json"], capture_output=True, text=True)
        if "takes none" in done.stderr or "there is no arm" in done.stderr:
            self.skipTest(done.stderr)
        self.assertEqual(done.stderr, "")
        return [run["memories"] for run in json.loads(done.stdout)["models"][0]["runs"]]

    def test_rules_change_what_is_charged(self):
        before, after = self.memories("stm32h743", MODEL, "SCRATCH=SRAM")
        sram, moved = after["SRAM"], before["DTCM"]["written_bytes"] - after["DTCM"]["written_bytes"]
        self.assertEqual(before["SRAM"], {"read_bytes": 0, "written_bytes": 0, "cycles": 0})
        self.assertGreater(moved, 0)
        self.assertEqual(sram["written_bytes"], moved)
        self.assertEqual(sram["cycles"], round((sram["read_bytes"] + moved) / 8))

    def test_advice_for_constants_is_what_a_run_reads(self):
        with tempfile.TemporaryDirectory() as folder:
            model = Path(folder) / "model.onnx"
            shutil.copy(HERE.parents[1] / "examples/fashion/fashion_int8.onnx", model)
            before, after = (m["FLASH"]["read_bytes"] for m in self.memories("stm32f446", folder, "CONSTANT=:SRAM"))
            printed = subprocess.run([TOOL, "analyze", model, "--board", "stm32f446", *INTERFACE, "--json"],
                                     capture_output=True, text=True, check=True).stdout
        advised = sum(move["accessed_bytes"] for move in json.loads(printed)["advice"] if move["from"] == "FLASH")
        self.assertLess(abs(advised / (before - after) - 1), 0.15, (advised, before, after))


if __name__ == "__main__":
    unittest.main()
