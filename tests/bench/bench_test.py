#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import contextlib
import io
import sys
import unittest
from pathlib import Path
from unittest import mock

import bench
from baseline import compare, flatten, known_as
from counting import Event, Failure, Run, Symbol, numbers_of, parse_events, text_bytes, totals
from flash import loaded_bytes, model_bytes, section_bytes
from report import budget_table, step_table, table
from steps import count_steps

SYMBOLS = [
    Symbol(0x100, 1, "R", "tigris_bench_start", "tigris_bench_start"),
    Symbol(0x101, 1, "R", "tigris_bench_stop", "tigris_bench_stop"),
    Symbol(0x102, 1, "R", "tigris_bench_leave", "tigris_bench_leave"),
    Symbol(0x200, 28, "V", "_ZN6tigris9execution5layerI", "tigris::execution::layer<session<9>, 0>"),
    Symbol(0x300, 28, "V", "_ZN6tigris9execution5layerI", "tigris::execution::layer<session<9>, 1>"),
    Symbol(0x400, 16, "V", "_ZN6tigris9execution13narrow_layersI",
           "tigris::execution::narrow_layers<tigris::execution::narrow_task<m, 0>, false, 7> >"),
    Symbol(0x410, 20, "V", "_ZN6tigris9execution14rest_of_recordI",
           "tigris::execution::rest_of_record<session<9>, conv_key{1}, tigris::execution::layer<session<9>, 0> >"),
    Symbol(0x420, 16, "V", "_ZN6tigris9execution21rest_of_narrow_layersI",
           "tigris::execution::rest_of_narrow_layers<tigris::execution::narrow_task<m, 0>, false, 7>, conv_key{1, 2}>"),
    Symbol(0x500, 40, "W", "_ZN6tigris7kernels4rowsI", "void tigris::kernels::rows<...>"),
    Symbol(0x500, 40, "W", "_ZN6tigris7kernels4walkC1Ev", "tigris::kernels::walk::walk()"),
    Symbol(0x600, 50, "t", "_ZN6tigris9execution13outlined_stepI", "tigris::execution::..."),
]
LINES = ["hash 5", "step 0 conv", "step 1 gemm", "task 7 1", "ticks 3"]


def run_of(events, is_exact=True):
    return Run([Event(*e) for e in events], LINES, SYMBOLS, is_exact, numbers_of(LINES))


class CommandLine(unittest.TestCase):
    def parsed(self, *words):
        with mock.patch.object(sys, "argv", ["bench", "--tool", "t", "--shared", "s", *words]):
            return bench.parse_arguments()

    def test_models_stand_behind_one_option_or_several(self):
        for words in (["--model", "a", "b"], ["--model", "a", "--model", "b"]):
            self.assertEqual(self.parsed(*words).model, [Path("a"), Path("b")])

    def test_budgets_have_units(self):
        self.assertEqual(self.parsed("--model", "a", "-m", "16K", "1M", "500").budgets, [16 << 10, 1 << 20, 500])
        errors = io.StringIO()
        with contextlib.redirect_stderr(errors), self.assertRaises(SystemExit):
            self.parsed("--model", "a", "-m", "16Q")
        self.assertIn("16Q is no number of bytes; write one, or one with K, M or G", errors.getvalue())


class Counting(unittest.TestCase):
    def test_the_count_is_from_the_start_to_the_stop(self):
        run = run_of([(0x100, 1000, 2000), (0x101, 1500, 2700)])
        self.assertEqual(totals(run), (500, 700))

    def test_without_a_plugin_ticks_are_counted(self):
        self.assertEqual(totals(run_of([], is_exact=False)), (120, None))

    def test_events_are_lines_of_three_numbers(self):
        self.assertEqual(parse_events("1 2 3\n4 5 6\n"), [Event(1, 2, 3), Event(4, 5, 6)])

    def test_numbers_are_lines_of_two_words(self):
        self.assertEqual(numbers_of(LINES), {"hash": 5, "ticks": 3})

    def test_code_is_told_apart_by_namespace(self):
        self.assertEqual(text_bytes(SYMBOLS, "kernels"), 40)
        self.assertEqual(text_bytes(SYMBOLS, "execution"), 50)


class Steps(unittest.TestCase):
    def test_calls_are_added_up_by_record_also_in_strips(self):
        rows = count_steps(run_of([(0x100, 0, 0), (0x200, 10, 0), (0x102, 15, 0), (0x300, 20, 0),
                                   (0x102, 27, 0), (0x400, 30, 0), (0x102, 31, 0), (0x101, 40, 0)]))
        self.assertEqual(rows, [
            {"step": 0, "operator": "conv", "calls": 1, "instructions": 5},
            {"step": 1, "operator": "gemm", "calls": 2, "instructions": 8}])

    def test_records_beside_prepared_constants_are_steps_too(self):
        rows = count_steps(run_of([(0x410, 0, 0), (0x102, 5, 0), (0x420, 20, 0), (0x102, 27, 0)]))
        self.assertEqual([row["instructions"] for row in rows], [5, 7])

    def test_a_call_with_an_unknown_record_is_an_error(self):
        with self.assertRaises(Failure):
            count_steps(run_of([(0x200, 0, 0), (0x102, 5, 0), (0x700, 6, 0), (0x102, 9, 0)]))

    def test_a_step_without_calls_has_an_empty_place(self):
        plans = [{"plan": "whole", "instructions": 9, "steps": [{"step": 0, "operator": "a", "calls": 1,
                                                                  "instructions": 5}]},
                 {"plan": "twice", "instructions": 9, "steps": [{"step": 1, "operator": "b", "calls": 2,
                                                                  "instructions": 4}]}]
        lines = step_table({"plans": plans}).splitlines()
        self.assertEqual(lines[1].split(), ["0", "a", "1", "5", "-", "-"])
        self.assertEqual(lines[2].split(), ["1", "b", "-", "-", "2", "4"])


class Budgets(unittest.TestCase):
    def test_both_plans_of_a_budget_are_in_one_row(self):
        own = {"fast_bytes": 900, "instructions": 2000, "cycles_model": 3000}
        hinted = {"fast_bytes": 800, "instructions": 1900, "cycles_model": None}
        lines = budget_table({"model": "m", "plans": [{"bytes": 1024, "own": own, "hinted": hinted}]}).splitlines()
        self.assertEqual(lines[1].split("  ")[0], "1024 bytes")
        self.assertEqual(lines[1].replace(" 000", "000").split()[2:], ["900", "2000", "3000", "800", "1", "900", "-"])


class Flash(unittest.TestCase):
    segments = """
  Type           Offset   VirtAddr   PhysAddr   FileSiz MemSiz  Flg Align
  EXIDX          0x00a0c4 0x000090c4 0x000090c4 0x00008 0x00008 R   0x4
  LOAD           0x001000 0x00000000 0x00000000 0x090cc 0x090cc R E 0x1000
  LOAD           0x00b000 0x20000000 0x000090cc 0x00010 0x04788 RW  0x1000
"""
    sections = "section  size addr\n.text      5656   64\n.text.rest   7 9999\n.bss  18312 536870912\n"

    def test_what_is_loaded_is_in_flash_and_zeros_are_not(self):
        self.assertEqual(loaded_bytes(self.segments), 0x90cc + 0x10)

    def test_a_section_is_known_by_its_whole_name(self):
        self.assertEqual(section_bytes(self.sections, ".text"), 5656)
        self.assertEqual(section_bytes(self.sections, ".data"), 0)

    def test_the_constants_of_a_model_are_counted_once(self):
        of = [Symbol(0x10, 64, "V", "_ZN3net4biasE", "net::bias"),
              Symbol(0x10, 64, "V", "_ZN3net5againE", "net::again"),
              Symbol(0x50, 8, "V", "_ZN3net7weightsE", "net::weights"),
              Symbol(0x60, 4, "V", "_ZN7another7weightsE", "another::weights")]
        self.assertEqual(model_bytes(of, "net"), 72)


class Baseline(unittest.TestCase):
    known = {"layer a": 1000, "layer b": 1000}

    def test_two_percent_more_are_allowed(self):
        self.assertEqual(compare(self.known, {"layer a": 1020, "layer b": 980}), ([], []))

    def test_more_than_two_percent_are_worse(self):
        worse, better = compare(self.known, {"layer a": 1021})
        self.assertEqual(worse, ["layer a: 1021 instructions, +2.10 % of 1000"])
        self.assertEqual(better, [])

    def test_a_tolerance_says_how_much_more_is_allowed(self):
        for tolerance, count, expected in ((0.5, 1005, 0), (0.5, 1006, 1), (0, 1000, 0), (0, 1001, 1), (5, 1050, 0)):
            worse, _ = compare(self.known, {"layer a": count}, tolerance)
            self.assertEqual(len(worse), expected, (tolerance, count))

    def test_what_shrank_by_more_than_the_tolerance_is_worth_a_note(self):
        self.assertEqual(compare(self.known, {"layer a": 994}, 0.5)[1], ["layer a: 994 instructions, -0.60 % of 1000"])
        self.assertEqual(compare(self.known, {"layer a": 994}), ([], []))

    def test_much_less_is_worth_a_note(self):
        worse, better = compare(self.known, {"layer a": 900})
        self.assertEqual((worse, better), ([], ["layer a: 900 instructions, -10.00 % of 1000"]))

    def test_what_is_not_known_is_worse(self):
        self.assertEqual(compare(self.known, {"layer z": 5})[0],
                         ["layer z: 5 instructions, and no baseline"])

    def test_counts_of_backends_are_told_apart(self):
        self.assertEqual(known_as({"core": "m4", "backend": "portable"}), "m4 portable")
        self.assertEqual(known_as({"core": "m4", "backend": "arm_dsp"}), "m4 arm_dsp")

    def test_every_plan_of_a_model_has_a_name(self):
        results = {"layers": [{"layer": "a", "instructions": 1}],
                   "models": [{"model": "m", "plans": [{"plan": "whole", "instructions": 2}]}]}
        self.assertEqual(flatten(results), {"layer a": 1, "m whole": 2})

    def test_cycles_stack_and_code_are_counts_too(self):
        plan = {"plan": "whole", "instructions": 2, "cycles_model": 3, "stack_bytes": 4, "text_bytes": 5,
                "execution_text_bytes": 6}
        results = {"layers": [{"layer": "a", "instructions": 1, "cycles_model": None, "text_bytes": 7}],
                   "models": [{"model": "m", "plans": [plan]}]}
        self.assertEqual(flatten(results), {"layer a": 1, "layer a, code bytes": 7, "m whole": 2, "m whole, cycles": 3,
                                            "m whole, stack bytes": 4, "m whole, code bytes": 11})

    def test_a_stack_that_grew_is_worse(self):
        self.assertEqual(compare({"m whole, stack bytes": 500}, {"m whole, stack bytes": 520})[0],
                         ["m whole, stack bytes: 520, +4.00 % of 500"])

    def test_layers_by_rows_have_names_of_their_own(self):
        results = {"rows_per_call": 2, "layers": [{"layer": "a", "whole": 3, "by_rows": 4}]}
        self.assertEqual(flatten(results), {"layer a, rows a call: 2": 4})


class Tables(unittest.TestCase):
    def test_numbers_stand_to_the_right(self):
        self.assertEqual(table(("name", "count"), [("a", 1234567), ("long name", None)]),
                         "name           count\na          1 234 567\nlong name          -")


if __name__ == "__main__":
    unittest.main()
