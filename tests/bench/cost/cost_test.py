#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import importlib.util
import sys
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path += [str(HERE), str(HERE.parent)]

from chains import count_run, runs_of_chains  # noqa: E402
from counting import Event, Failure, Run, Symbol  # noqa: E402
from cores import CORES  # noqa: E402
from steps import records_of  # noqa: E402
from fit_code import EACH, FINISH, ONCE, Instance, Program, parts_of, program_of  # noqa: E402
from tables import BOARDS_CORES, CODE_OF, TABLES, WITH_CYCLES, is_near, line_of, members_of_table, with_code_of  # noqa: E402

SYMBOLS = [
    Symbol(0x100, 1, "R", "tigris_bench_start", "tigris_bench_start"),
    Symbol(0x101, 1, "R", "tigris_bench_stop", "tigris_bench_stop"),
    Symbol(0x102, 1, "R", "tigris_bench_leave", "tigris_bench_leave"),
    Symbol(0x200, 28, "V", "", "tigris::execution::layer<session<9>, 0>"),
    Symbol(0x300, 28, "V", "", "tigris::execution::layer<session<8>, 4>"),
]
LINES = ["chain subject_a whole", "step 0 conv", "chain subject_a smallest", "step 4 conv"]
FIRST = [(0x100, 0, 0), (0x200, 10, 12), (0x102, 110, 132), (0x101, 130, 160)]
SECOND = [(0x100, 200, 300), (0x300, 210, 310), (0x102, 215, 320), (0x300, 220, 330), (0x102, 235, 350), (0x101, 250, 400)]


def run_of(events):
    return Run([Event(*event) for event in events], LINES, SYMBOLS)


class Chains(unittest.TestCase):
    def test_each_run_has_its_own_lines_and_events(self):
        runs = runs_of_chains(run_of(FIRST + SECOND))
        self.assertEqual([(name, plan) for name, plan, _, _ in runs], [("a", "whole"), ("a", "smallest")])
        self.assertEqual([len(events) for *_, events in runs], [4, 6])
        self.assertIn("step 4 conv", runs[1][2])

    def test_calls_of_a_step_are_added_up_and_the_rest_lies_between(self):
        run = run_of(FIRST + SECOND)
        _, second = (count_run(run, records_of(SYMBOLS), lines, events) for _, _, lines, events in runs_of_chains(run))
        steps, between = second
        self.assertEqual(steps, {4: [20, 30]})
        self.assertEqual(between, [50 - 20 - 6 * 2, 100 - 30 - 6 * 2])

    def test_firmware_that_stops_early_is_refused(self):
        with self.assertRaises(Failure):
            runs_of_chains(run_of(FIRST + SECOND[:-1]))


@unittest.skipUnless(importlib.util.find_spec("numpy"), "there is no numpy")
class Fitting(unittest.TestCase):
    def test_what_counts_are_made_of_is_found(self):
        from fit_table import fit
        samples = [({"calls": c, "rows": r, "idle": c * r % 7}, 120 * c + 7 * r) for c in (1, 3, 9) for r in (5, 8, 64, 201)]
        found = fit(samples)
        self.assertAlmostEqual(found["calls"], 120, 3)
        self.assertAlmostEqual(found["rows"], 7, 3)
        self.assertLess(found.get("idle", 0), 1e-3)

    def test_no_coefficient_is_negative(self):
        from fit_table import fit
        found = fit([({"a": 1, "b": 1}, 10), ({"a": 2, "b": 3}, 18), ({"a": 3, "b": 9}, 22)])
        self.assertTrue(all(value > 0 for value in found.values()))

    def test_bytes_are_fitted_by_their_squares(self):
        from fit_table import fit_bytes
        found = fit_bytes([({"a": 1}, 10), ({"a": 1}, 20), ({"a": 1, "b": 2}, 45)])
        self.assertAlmostEqual(found["a"], 15, 6)
        self.assertAlmostEqual(found["b"], 15, 6)
        self.assertNotIn("b", fit_bytes([({"a": 1}, 10), ({"a": 1, "b": 1}, 4)]))

    def test_a_kernel_that_few_chains_tell_of_is_in_doubt(self):
        from fit_table import doubt_of
        rows = [[chain, {"calls": 1, "pixels": n}, 10 + 3 * n, 0] for chain, n in (("a", 1), ("a", 5), ("b", 9), ("c", 4))]
        self.assertEqual(doubt_of("pad", rows), "")
        self.assertIn("pad: 1 chains", doubt_of("pad", rows[:2]))
        self.assertIn("pad: 2 chains, without", doubt_of("pad", rows[:3]))
        self.assertIn("pad: 3 chains, without", doubt_of("pad", rows[:3] + [["c", {"calls": 1, "pixels": 4}, 999, 0]]))

    def test_a_table_has_each_kernel_once(self):
        from fit_table import table_text
        text = table_text({"members": {"name": "m9"}, "has_cycles": True, "machine_code_error_percent": 20,
                           "callers": [[{"whole_steps": 2}, 80], [{"whole_steps": 5}, 200]],
                           "samples": {"portable pad float float": [["a", {"calls": 1, "elements": 2}, 50, 75]]}})
        self.assertIn("[portable pad float float]\ncycles_per_instruction 1.500\n", text)
        self.assertIn("[portable any float]", text)
        self.assertIn("machine_code_error_percent 20\nmachine_code.whole_steps 40\n", text)
        self.assertEqual(text.count("["), 2)


POOL, GEMM, CONV = "portable pool-max float float", "portable gemm float float", "portable conv float float"
WINDOW_2 = "pool<pool_key{window_key{(short)2, (short)2, (short)2, (short)2}}>"


def instance(kernel, form="", channels="", finish=""):
    return Instance(kernel, form, channels, finish)


class Code(unittest.TestCase):
    def program(self, instances, functions):
        """Instances are names of kernels where nothing else is known of them; so are functions."""
        made = {i if isinstance(i, Instance) else instance(i) for i in instances}
        return Program(made, {f if isinstance(f, tuple) else (f, ""): size for f, size in functions.items()}, 0, {})

    def symbol(self, address, size, name):
        return Symbol(address, size, "t", "", name)

    def test_a_function_that_kernels_share_is_a_part_of_all_of_them(self):
        programs = [self.program([GEMM], {"product": 100, "gemm_layer<>": 7}), self.program([CONV], {"product": 100}),
                    self.program([CONV, GEMM], {"product": 100, "gemm_layer<>": 7})]
        self.assertEqual(parts_of(programs), {(ONCE, frozenset([CONV, GEMM])): 100, (ONCE, frozenset([GEMM])): 7})

    def test_a_window_in_the_template_arguments_is_the_kernels(self):
        both = [instance(POOL, "2x2/2x2"), instance(POOL, "3x3/1x1")]
        programs = [self.program(both, {WINDOW_2: 40}), self.program(both, {WINDOW_2: 40})]
        self.assertEqual(parts_of(programs)[ONCE, frozenset([f"{POOL} =2x2/2x2"])], 40)

    def test_another_operators_function_is_not_the_kernels_which_is_always_beside_it(self):
        programs = [self.program([GEMM, CONV], {"conv_layer<>": 30})] * 3
        self.assertEqual(parts_of(programs), {(ONCE, frozenset([CONV])): 30, (ONCE, frozenset([GEMM])): 0})

    def test_another_backends_function_is_not_the_kernels_which_is_always_beside_it(self):
        helium = "helium pool-max int8_t int8_t"
        function = "tigris::kernels::helium_kernels::pool"
        self.assertEqual(parts_of([self.program([CONV, helium], {function: 30})] * 3),
                         {(ONCE, frozenset([helium])): 30, (ONCE, frozenset([CONV])): 0})

    def test_a_function_of_other_types_is_not_the_kernels_which_is_always_beside_it(self):
        codes, floats = "portable convert float int8_t", "portable convert int8_t float"
        function = "rows<convert_key{(tigris::dtype)0, (tigris::dtype)5}>"
        self.assertEqual(parts_of([self.program([codes, floats], {function: 30})] * 3),
                         {(ONCE, frozenset([codes])): 30, (ONCE, frozenset([floats])): 0})

    def test_an_instance_for_some_rows_is_that_for_all(self):
        one = self.program([instance(CONV, "3x3/1x1", "4>4"), instance(CONV, "3x3/1x1/rows", "4>4")], {})
        self.assertEqual(one.count(EACH, {CONV}), 1)

    def test_a_function_that_some_programs_have_counts_by_its_share(self):
        programs = [self.program([GEMM], {"rest": 60}), self.program([GEMM], {})]
        self.assertEqual(parts_of(programs), {(ONCE, frozenset([GEMM])): 30})

    def test_what_is_compiled_for_channels_counts_once_for_each_instance(self):
        of_4, of_8 = instance(CONV, channels="4>4"), instance(CONV, channels="8>8")
        programs = [self.program([of_4], {"rows<conv_key{}>": 50}), self.program([of_4, of_8], {"rows<conv_key{}>": 130})]
        self.assertEqual(parts_of(programs), {(EACH, frozenset([CONV])): 60})
        self.assertEqual(programs[1].count(EACH, {CONV}), 2)
        self.assertEqual(programs[1].count(ONCE, {CONV}), 1)

    def test_what_finishes_sums_counts_once_for_each_way(self):
        conv, gemm = instance(CONV, finish="channels"), instance(GEMM, finish="one")
        programs = [self.program([conv], {("finish", "channels"): 80}), self.program([conv, gemm], {("finish", "channels"): 80, ("finish", "one"): 60})]
        kernels = frozenset([CONV, GEMM])
        parts = parts_of(programs)
        self.assertEqual(parts.keys(), {(FINISH, kernels)})
        self.assertAlmostEqual(parts[FINISH, kernels], (80 + 140) / 3)
        self.assertEqual([p.count(FINISH, kernels) for p in programs], [1, 2])

    def test_numbers_do_not_tell_functions_apart_and_start_up_code_is_left_out(self):
        symbols = [Symbol(0, 8, "T", "", "start"), self.symbol(8, 20, "f<gemm_key{(tigris::dtype)5, 3080ul, true}>"),
                   self.symbol(40, 30, "f<gemm_key{(tigris::dtype)5}> [clone .isra.0]"), self.symbol(80, 5, "tigris::execution::run<1>()"),
                   Symbol(90, 4, "R", "", "a constant")]
        step = {"kernel": GEMM, "form": "canonical", "channels": "3>4", "finish": "one"}
        found = program_of(symbols, symbols[:1], {"steps": {"0": step}, "code": {"program": 1}})
        self.assertEqual(found, Program({instance(GEMM, "canonical", "3>4", "one")}, {("f<gemm_key{(tigris::dtype)5}>", ""): 50}, 5, {"program": 1}))

    def test_functions_that_hold_others_count_each_byte_once(self):
        symbols = [self.symbol(0, 30, "__aeabi_frsub"), self.symbol(4, 26, "__aeabi_fsub"), self.symbol(8, 22, "__aeabi_fadd"),
                   self.symbol(8, 22, "__addsf3"), self.symbol(40, 6, "behind")]
        found = program_of(symbols, [], {"steps": {}, "code": {}}).functions
        self.assertEqual(found, {("__aeabi_frsub", ""): 4, ("__aeabi_fsub", ""): 4, ("__addsf3", ""): 22, ("behind", ""): 6})

    def test_a_functions_name_says_how_it_finishes_sums(self):
        for key, finish in (("finish_key{(tigris::rounding)1, true, false}", "channels"), ("finish_key{(tigris::rounding)1}", "one"),
                            ("finish_key{}", "one"), ("window_key{}", "")):
            self.assertEqual([f for _, f in program_of([self.symbol(0, 4, f"f<{key}>")], [], {"steps": {}, "code": {}}).functions], [finish])

    def test_bytes_of_code_are_replaced_and_nothing_else(self):
        table = "# m\nname m\nmachine_code_error_percent 9\nmachine_code.steps 4\n\n[a]\ncalls 7\n\n[machine_code]\n30 a\n"
        other = "# m\nname m\nmachine_code_error_percent 5\nmachine_code.joins 2\n\n[machine_code]\n31 b\n"
        self.assertEqual(with_code_of(table, other),
                         "# m\nname m\nmachine_code_error_percent 5\nmachine_code.joins 2\n\n[a]\ncalls 7\n\n[machine_code]\n31 b\n")

    def test_tables_that_name_another_ones_code_name_one_that_has_code(self):
        for name, other in CODE_OF.items():
            self.assertIn(f"\nmachine_code_of {other}\n", (TABLES / f"{name}.txt").read_text())
            self.assertIn("\n[machine_code]\n", (TABLES / f"{other}.txt").read_text())


class Checking(unittest.TestCase):
    def row(self, percent):
        return {"model": "m", "plan": "whole", "what": "instructions", "claim": 10, "counted": 100, "estimated": 111, "percent": percent}

    def test_more_than_the_claim_fails(self):
        self.assertTrue(is_near(self.row(-10)))
        self.assertFalse(is_near(self.row(10.01)))
        self.assertFalse(is_near(self.row(None)))
        self.assertTrue(line_of(self.row(11)).endswith("+11.0 %  FAILED"))

    def test_each_core_with_a_table_is_counted(self):
        for name in BOARDS_CORES:
            self.assertIn(name, CORES)
            self.assertEqual("cycle_model" in members_of_table(name, CORES[name]), name in WITH_CYCLES)
            self.assertTrue(CORES[name].has_cycles or name not in WITH_CYCLES)
        for table in TABLES.glob("*.txt"):
            self.assertIn(table.stem, BOARDS_CORES)


if __name__ == "__main__":
    unittest.main()
