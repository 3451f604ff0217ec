# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Negative controls of scripts/verify --onnx. conformance_test.py BUILD-FOLDER"""

import contextlib
import io
import math
import shutil
import unittest

import conformance
import expectations
import refusals
from onnx_messages import declaration, floats, int64s, message, tensor
from testing import WORK, VerifyTest, run_verify


class ConformanceTest(VerifyTest):
    """The case test_reshape reshapes 2 x 3 floats to the 3 x 2 that its second input says."""

    X = [1, -2, 3.5, 0, 1e6, 2**-20]

    def setUp(self):
        super().setUp()
        self.add_case("test_reshape", ["x", "s"], "Reshape",
                      [declaration("x", 1, [2, 3]), declaration("s", 7, [2])],
                      [floats([2, 3], self.X), int64s([3, 2])], floats([3, 2], self.X))
        self.write_table("test_reshape\tReshape\t1\t-")

    def add_case(self, name, operands, operator, inputs, values, output):
        data = WORK / "cases" / name / "test_data_set_0"
        data.mkdir(parents=True)
        node = message(*((1, operand) for operand in operands), (2, "y"), (3, name), (4, operator))
        graph = message((1, node), (2, name), *((11, each) for each in inputs),
                        (12, message((1, "y"))))
        (data.parent / "model.onnx").write_bytes(message((1, 8), (7, graph), (8, message((2, 13)))))
        for k, value in enumerate(values):
            (data / f"input_{k}.pb").write_bytes(value)
        (data / "output_0.pb").write_bytes(output)

    def write_table(self, *rows):
        (WORK / "cases.tsv").write_text("\n".join(["case\top\tbind\tconst", *rows]) + "\n")

    def run_cases(self, *arguments):
        return run_verify("--onnx", WORK / "cases", *arguments)

    def expect(self, status, last, *arguments):
        found, lines = self.run_cases(*arguments)
        self.assertEqual((status, last), (found, lines[-1]), lines)
        return lines

    def set_output(self, value):
        (WORK / "cases/test_reshape/test_data_set_0/output_0.pb").write_bytes(value)

    def test_inputs_are_bound(self):
        lines = self.expect(0, "1 passed, 0 failed", "--verbose")
        self.assertEqual("pass test_reshape: as expected (1 set)", lines[0])

    def test_the_table_may_lie_in_the_folder_or_nowhere(self):
        shutil.move(WORK / "cases.tsv", WORK / "cases/cases.tsv")
        self.expect(0, "1 passed, 0 failed")
        (WORK / "cases/cases.tsv").unlink()
        self.expect(0, "0 passed, 0 failed, 1 skipped")

    def test_constants_are_bound_only_where_it_must_be(self):
        self.write_table("test_reshape\tReshape\t-\t1")
        lines = self.expect(0, "1 passed, 0 failed")
        self.assertIn("1 of 1 cases pass, 0 of them with nothing bound but", lines[-2])
        self.write_table("test_reshape\tReshape\t1\t0")
        lines = self.expect(0, "1 passed, 0 failed")
        self.assertIn("1 of 1 cases pass, 1 of them with nothing bound but", lines[-2])

    def test_constants_are_the_same_in_all_sets(self):
        sets = WORK / "cases/test_reshape"
        shutil.copytree(sets / "test_data_set_0", sets / "test_data_set_1")
        self.assertIn("(2 sets)", self.expect(0, "1 passed, 0 failed", "--verbose")[0])
        (sets / "test_data_set_1/input_1.pb").write_bytes(int64s([6, 1]))
        lines = self.expect(1, "0 passed, 1 failed")
        self.assertIn("input_1.pb is to be a constant, but not the same", lines[0])

    def test_symbolic_extents_are_those_of_the_file(self):
        self.add_case("test_relu", ["x"], "Relu", [declaration("x", 1, ["N", "M"])],
                      [floats([2, 3], self.X)], floats([2, 3], [max(x, 0) for x in self.X]))
        self.expect(0, "2 passed, 0 failed")

    def test_a_changed_reference_fails(self):
        for k in range(6):
            changed = list(self.X)
            changed[k] = changed[k] * 1.002 + 1e-6
            self.set_output(floats([3, 2], changed))
            lines = self.expect(1, "0 passed, 1 failed")
            self.assertIn(f"1 of 6 elements of y differ, the first is number {k}", lines[0])

    def test_no_numbers_and_infinities_are_told_apart(self):
        for wrong in (math.nan, math.inf, -math.inf):
            self.set_output(floats([3, 2], [*self.X[:-1], wrong]))
            self.expect(1, "0 passed, 1 failed")

    def test_another_shape_or_type_fails(self):
        self.set_output(floats([2, 3], self.X))
        self.assertIn("has shape [3, 2], expected [2, 3]", self.expect(1, "0 passed, 1 failed")[0])
        self.set_output(tensor(6, "i", [3, 2], [0] * 6))
        self.assertIn("another element type", self.expect(1, "0 passed, 1 failed")[0])

    def test_a_missing_or_an_additional_output_fails(self):
        data = WORK / "cases/test_reshape/test_data_set_0"
        shutil.copy(data / "output_0.pb", data / "output_1.pb")
        self.assertIn("2 files of outputs", self.expect(1, "0 passed, 1 failed")[0])
        (data / "output_0.pb").unlink()
        (data / "output_1.pb").unlink()
        self.assertIn("0 files of outputs", self.expect(1, "0 passed, 1 failed")[0])

    def test_files_that_are_damaged_fail(self):
        (WORK / "cases/test_reshape/model.onnx").write_bytes(b"\x0a\xff")
        self.expect(1, "0 passed, 1 failed")

    def test_cases_are_chosen_by_name_and_operator(self):
        self.expect(0, "1 passed, 0 failed", "--filter", "^Reshape$")
        self.expect(0, "1 passed, 0 failed", "--filter", "^reshape")
        with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
            self.run_cases("--filter", "^Reshap$")

    def expected(self, *names):
        (WORK / "passing.txt").write_text("# a comment\n" + "".join(f"{name}\n" for name in names))
        return "--expect", WORK / "passing.txt"

    def test_a_lost_case_fails(self):
        options = self.expected("test_reshape")
        self.expect(0, "1 passed, 0 failed", *options)
        self.write_table("test_reshape\tReshape\t-\t-")
        lines = self.expect(1, "0 passed, 1 failed", *options)
        self.assertRegex(lines[0], "^fail test_reshape: lost, unsupported now: .*Reshape-13")
        self.expect(0, "0 passed, 0 failed, 1 skipped", *self.expected())

    def test_a_case_that_is_gone_fails_unless_others_were_asked_for(self):
        options = self.expected("test_gone", "test_reshape")
        lines = self.expect(1, "1 passed, 1 failed", *options)
        self.assertEqual("fail test_gone: lost, there is no such case", lines[0])
        self.expect(0, "1 passed, 0 failed", *options, "--filter", "reshape")

    def test_a_new_case_is_named(self):
        lines = self.expect(0, "1 passed, 0 failed", *self.expected())
        self.assertIn("new: test_reshape; add with --update", lines)

    def test_the_list_is_updated_as_far_as_cases_were_asked_for(self):
        options = (*self.expected("test_gone"), "--update")
        self.expect(0, "1 passed, 0 failed", *options, "--filter", "reshape")
        self.assertEqual({"test_gone", "test_reshape"}, expectations.read_names(options[1]))
        self.write_table("test_reshape\tReshape\t-\t-")
        self.expect(0, "0 passed, 0 failed, 1 skipped", *options)
        self.assertEqual(set(), expectations.read_names(options[1]))

    def refused(self, *lines):
        (WORK / "refused.txt").write_text("# a comment\n" + "".join(f"{line}\n" for line in lines))
        return "--refused", WORK / "refused.txt"

    def test_a_refused_case_stays_refused_for_the_same_kind_of_reason(self):
        self.write_table("test_reshape\tReshape\t-\t-")
        self.expect(0, "0 passed, 0 failed, 1 skipped",
                    *self.refused("test_reshape: shape at run time"))
        lines = self.expect(1, "0 passed, 1 failed", *self.refused("test_reshape: operator"))
        self.assertIn("refused, and refused.txt says operator: ", lines[0])
        lines = self.expect(1, "0 passed, 1 failed", *self.refused())
        self.assertIn("refused, and refused.txt says nothing: ", lines[0])

    def test_a_refused_case_that_passes_fails(self):
        lines = self.expect(1, "0 passed, 1 failed",
                            *self.refused("test_reshape: shape at run time"))
        self.assertIn("not refused any more (shape at run time)", lines[0])

    def test_a_refused_case_that_is_gone_fails(self):
        lines = self.expect(1, "1 passed, 1 failed", *self.refused("test_gone: operator"))
        self.assertIn("lost, there is no such case", lines[-3])

    def test_both_lists_are_updated(self):
        options = (*self.expected(), *self.refused("test_reshape: operator", "test_gone: operator"),
                   "--update")
        self.expect(0, "1 passed, 0 failed", *options)
        self.assertEqual({"test_reshape"}, expectations.read_names(options[1]))
        self.assertEqual({}, expectations.read_kinds(options[3]))
        self.write_table("test_reshape\tReshape\t-\t-")
        self.expect(0, "0 passed, 0 failed, 1 skipped", *options)
        self.assertEqual(set(), expectations.read_names(options[1]))
        self.assertEqual({"test_reshape": "shape at run time"},
                         expectations.read_kinds(options[3]))

    def test_kinds_do_not_depend_on_names(self):
        self.assertEqual("operator", refusals.kind_of(
            "onnx2hpp: error: node 'double' (Xyz-13): this operator is not supported; replace it"))
        self.assertEqual("element type", refusals.kind_of("input 0 ('empty') is float16; cast it"))
        self.assertEqual("Xyz: its own reason", refusals.kind_of(
            "onnx2hpp: error: node 'a' (Xyz-13): its own reason; do something"))

    def test_the_page_says_what_is_supported(self):
        self.add_case("test_other", ["x"], "Xyz", [declaration("x", 1, [2])],
                      [floats([2], [1, 2])], floats([2], [1, 2]))
        self.expect(0, "1 passed, 0 failed, 1 skipped", "--write-docs", WORK / "page.md")
        lines = (WORK / "page.md").read_text().splitlines()
        self.assertIn("| Reshape |  |  | 1 / 1 |  |  |", lines)
        self.assertIn("| Xyz |  |  | 0 / 1 |  | this operator is not supported (1) |", lines)

    def test_parts_are_all(self):
        names = [f"test_{k}" for k in range(100)]
        parts = [[name for name in names if conformance.is_in_part(name, (k, 3))]
                 for k in (1, 2, 3)]
        self.assertEqual(sorted(names), sorted(sum(parts, [])))
        self.assertTrue(all(len(part) > 20 for part in parts))


if __name__ == "__main__":
    unittest.main()
