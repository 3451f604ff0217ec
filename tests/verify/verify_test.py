# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Negative controls of scripts/verify: what is wrong must be seen. verify_test.py BUILD-FOLDER"""

import contextlib
import io
import json
import math
import shutil
import struct
import sys
import unittest
from pathlib import Path
from unittest import mock

import conformance
import expectations
import verify

MODELS = Path(__file__).resolve().parents[1] / "models"
BUILD = Path(sys.argv.pop(1)).resolve()
WORK = BUILD / "tests/verify/work"  # the same paths in every test, so that ccache knows the sources


def run_verify(*arguments):
    """Exit status and lines printed."""
    output = io.StringIO()
    words = ["verify", "--build", BUILD, *arguments]
    with mock.patch.object(sys, "argv", [str(word) for word in words]), \
            contextlib.redirect_stdout(output):
        return verify.main(), output.getvalue().splitlines()


def change_byte(file, change):
    """Changes the last byte of a file: an element, as raw data comes last."""
    data = bytearray(file.read_bytes())
    data[-1] = change(data[-1]) % 256
    file.write_bytes(data)


class VerifyTest(unittest.TestCase):
    def setUp(self):
        shutil.rmtree(WORK, ignore_errors=True)

    def copy(self, name):
        return Path(shutil.copytree(MODELS / name, WORK / name))

    def fails(self, *arguments):
        status, lines = run_verify(*arguments)
        self.assertEqual("0 passed, 1 failed", lines[-1], lines)
        self.assertEqual(1, status)
        return lines[0]

    def passes(self, *arguments):
        status, lines = run_verify(*arguments)
        self.assertEqual("1 passed, 0 failed", lines[-1], lines)
        self.assertEqual(0, status)
        return lines[0]

    def with_tool(self, script):
        """verify's options to convert with a shell script, which finds the header's name in $3."""
        WORK.mkdir(parents=True)
        tool = WORK / "tool"
        tool.write_text("#!/bin/sh\n" + script)
        tool.chmod(0o755)
        return self.copy("conv_int8"), "--tool", tool


class ReferencesTest(VerifyTest):
    def test_models_as_they_are_pass(self):
        models = sorted(file.parent for file in MODELS.glob("*/model.onnx"))
        status, lines = run_verify(*models)
        self.assertEqual(f"{len(models)} passed, 0 failed", lines[-1], lines)
        self.assertEqual(0, status)

    def test_a_flipped_output_byte_fails(self):
        for name in ("conv_int8", "conv_float", "wave_int8", "wave_float", "mix_int8"):
            model = self.copy(name)
            change_byte(model / "test_data_set_1/output_0.pb", lambda byte: byte ^ 0x40)
            self.fails(model)

    def test_a_swapped_input_fails(self):
        model = self.copy("conv_int8")
        first, second = (model / f"test_data_set_{k}/input_0.pb" for k in (0, 1))
        shutil.copy(first, second)
        self.fails(model)

    def test_the_order_of_outputs_matters(self):
        model = self.copy("mix_int8")
        shutil.copy(model / "test_data_set_0/output_1.pb", model / "test_data_set_0/output_0.pb")
        self.assertIn("nothing that it could be", self.fails(model))

    def test_missing_files_fail(self):
        for name in ("output_0.pb", "input_0.pb"):
            model = self.copy("conv_int8")
            (model / "test_data_set_2" / name).unlink()
            self.assertIn("is missing", self.fails(model))
            shutil.rmtree(model)

    def test_a_truncated_file_fails(self):
        model = self.copy("conv_int8")
        file = model / "test_data_set_0/output_0.pb"
        file.write_bytes(file.read_bytes()[:-1])
        self.fails(model)

    def test_no_test_set_fails(self):
        model = self.copy("conv_int8")
        for folder in model.glob("test_data_set_*"):
            shutil.rmtree(folder)
        self.assertIn("no test_data_set_0", self.fails(model))


class BoundTest(VerifyTest):
    def test_one_lsb_is_allowed_unless_the_bound_is_zero(self):
        model = self.copy("conv_int8")
        change_byte(model / "test_data_set_0/output_0.pb", lambda byte: byte + 1)
        self.passes(model)
        self.fails(model, "--bound", 0)

    def test_two_lsb_are_allowed_by_verify_json_only(self):
        model = self.copy("conv_int8")
        change_byte(model / "test_data_set_0/output_0.pb", lambda byte: byte + 2)
        self.fails(model)
        (model / "verify.json").write_text(json.dumps({"bound_lsb": 2}))
        self.passes(model)
        (model / "verify.json").write_text(json.dumps({"bound_abs": 0.007}))
        self.fails(model)
        (model / "verify.json").write_text(json.dumps({"bound_abs": 0.0079}))
        self.passes(model)

    def test_top1_sees_another_largest_element_and_nothing_else(self):
        model = self.copy("conv_int8")
        change_byte(model / "test_data_set_0/output_0.pb", lambda byte: byte + 9)
        self.assertIn("top-1 agrees in 3 of 3", self.passes(model, "--top1"))
        change_byte(model / "test_data_set_0/output_0.pb", lambda byte: 127)
        self.assertIn("top-1 agrees in 2 of 3", self.fails(model, "--top1"))

    def test_tflite_references_are_compared_without_tolerance(self):
        model = self.copy("conv_int8")
        (model / "tflm_reference").mkdir()
        for k in range(3):
            shutil.copy(model / f"test_data_set_{k}/output_0.pb",
                        model / f"tflm_reference/set_{k}_output_0.pb")
        self.passes(model, "--reference", "tflm")
        change_byte(model / "tflm_reference/set_2_output_0.pb", lambda byte: byte + 1)
        self.fails(model, "--reference", "tflm")
        self.passes(model, "--reference", "onnx")


class StepsTest(VerifyTest):
    def test_steps_pass(self):
        self.assertIn("100.0000 % equal", self.passes(self.copy("conv_int8"), "--steps"))

    def test_an_altered_step_fails(self):
        for tensor in (b"relu_codes", b"scores_codes", b"classes"):
            model = self.copy("conv_int8")
            files = (model / "test_data_set_0/steps").glob("*.pb")
            changed, = (file for file in files if tensor in file.read_bytes())
            change_byte(changed, lambda byte: byte ^ 0x40)
            self.fails(model, "--steps")
            shutil.rmtree(model)

    def test_no_references_fail(self):
        self.assertIn("no references", self.fails(self.copy("wave_int8"), "--steps"))

    def test_shares_over_all_models_are_asked_for(self):
        model = self.copy("conv_int8")
        self.assertEqual(0, run_verify(model, "--steps", "--min-equal", 100)[0])
        self.assertEqual(1, run_verify(model, "--steps", "--min-equal", 100.1)[0])


# Appended to a header, makes the first target's run go wrong. The tool's fifth word is the name.
SABOTAGE = """
namespace verify {{
template <class Model, tigris::target... T>
struct sabotage {{
    static constexpr model_under_test good =
        described<Model, tigris::make_index_sequence<Model::inputs.size()>,
                  tigris::make_index_sequence<Model::outputs.size()>,
                  tigris::make_index_sequence<Model::graph.node_count>, T...>::value;
    static const char* run() {{
        good.targets[0].run();
        {action}
    }}
    static constexpr run_for_target runs[]{{{{1, 0, good.targets[0].output_buffers, run}}}};
}};
template <tigris::target... T>
constexpr model_under_test describe(decltype($5::model)& model) {{
    using broken = sabotage<tigris::type_of<$5::model>, T...>;
    model_under_test result = broken::good;
    result.targets = {{broken::runs, 1}};
    return result;
}}
}}
"""


class TargetsTest(VerifyTest):
    def test_every_mode_and_budget_gives_the_same_bytes(self):
        targets = ["fast=smallest", "fast=2xsmallest,align=4", "input=rows,output=rows,fast=smallest",
                   "input=arena,output=arena", "slow=1M,fast=smallest,input=slow,output=slow"]
        words = [word for text in targets for word in ("--target", text)]
        for name in ("conv_int8", "wave_float", "mix_int8"):
            status, lines = run_verify(self.copy(name), *words)
            self.assertEqual((0, "6 passed, 0 failed"), (status, lines[-1]), lines)

    def test_what_does_not_fit_is_skipped(self):
        status, lines = run_verify(self.copy("conv_int8"), "--fast", 8)
        self.assertEqual((0, "1 passed, 0 failed, 1 skipped"), (status, lines[-1]), lines)
        self.assertRegex(lines[1], r"^skip conv_int8 \(fast=8\): .*needs \d+ bytes of fast memory")

    def sabotaged(self, action):
        tool = (f"{BUILD}/tools/onnx2hpp/onnx2hpp \"$@\" && cat >> $3 <<END\n"
                f"{SABOTAGE.format(action=action)}END\n")
        status, lines = run_verify(*self.with_tool(tool), "--input", "rows")
        self.assertEqual((1, "1 passed, 1 failed"), (status, lines[-1]), lines)
        return lines[1]

    def test_one_other_byte_fails(self):
        line = self.sabotaged("static_cast<unsigned char*>(good.targets[0].output_buffers[0])[1]"
                              " ^= 1; return nullptr;")
        self.assertIn("1 of 3 bytes of", line)

    def test_a_run_that_complains_fails(self):
        self.assertIn("it is broken", self.sabotaged('return "it is broken";'))

    def test_targets_that_are_none(self):
        for text in ("fast=0", "fast=", "fast=12Q", "speed=1", "input=nowhere", "align=x", "x"):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                run_verify(self.copy("conv_int8"), "--target", text)
            shutil.rmtree(WORK)


def field(number, value):
    """A field of a protobuf message: a number, or bytes or text."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(value):
    return bytes([value]) if value < 128 else bytes([value % 128 + 128]) + varint(value // 128)


def message(*pairs):
    return b"".join(field(number, value) for number, value in pairs)


def declaration(name, element_type, dims):
    """ValueInfoProto; an extent may be a symbol."""
    shape = message(*((1, message((2 if isinstance(dim, str) else 1, dim))) for dim in dims))
    return message((1, name), (2, message((1, message((1, element_type), (2, shape))))))


def tensor(element_type, code, dims, elements):
    """TensorProto, from elements by their struct code."""
    raw = struct.pack(f"<{len(elements)}{code}", *elements)
    return message(*((1, dim) for dim in dims), (2, element_type), (9, raw))


def floats(dims, elements):
    return tensor(1, "f", dims, elements)


def int64s(elements):
    return tensor(7, "q", [len(elements)], elements)


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
        self.assertEqual("pass test_reshape: as expected (1 sets)", lines[0])

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


class OutTest(VerifyTest):
    def test_what_is_written_is_a_reference(self):
        model = self.copy("mix_int8")
        self.passes(model, "--out", WORK / "out")
        for k in range(3):
            for i in range(2):
                shutil.copy(WORK / f"out/mix_int8/test_data_set_{k}/output_{i}.pb",
                            model / f"test_data_set_{k}/output_{i}.pb")
        self.passes(model, "--bound", 0)


class ToolTest(VerifyTest):
    def test_unsupported_fails_unless_it_is_allowed(self):
        arguments = self.with_tool("echo \"node 'a' (Xyz-13): unknown\" >&2; exit 3\n")
        self.assertEqual("unsupported conv_int8: node 'a' (Xyz-13): unknown",
                         self.fails(*arguments))
        status, lines = run_verify(*arguments, "--allow-unsupported")
        self.assertEqual((0, "0 passed, 0 failed, 1 skipped"), (status, lines[-1]))

    def test_whatever_else_the_tool_does_fails(self):
        for script in ("exit 3\n", "echo no >&2; exit 1\n", "exit 0\n", "kill -11 $$\n",
                       "echo '#include \"nothing.hpp\"' > $3\n", "echo 'namespace x {}' > $3\n"):
            self.fails(*self.with_tool(script), "--allow-unsupported")
            shutil.rmtree(WORK)

    def test_the_time_is_limited(self):
        arguments = self.with_tool("sleep 60\n")
        self.assertIn("time limit", self.fails(*arguments, "--timeout", 0.5))

    def test_one_bad_header_does_not_fail_its_batch(self):
        good, *tool = self.with_tool(
            "case $1 in *bad*) echo bad > $3; exit ;; esac\n"
            f"exec {BUILD}/tools/onnx2hpp/onnx2hpp \"$@\"\n")
        bad = Path(shutil.copytree(good, WORK / "bad"))
        status, lines = run_verify(good, bad, *tool, "--jobs", 1)
        self.assertEqual((1, "1 passed, 1 failed"), (status, lines[-1]), lines)
        self.assertIn("the header does not compile", lines[1])

    def test_a_crash_of_the_model_fails(self):
        arguments = self.with_tool(
            f"{BUILD}/tools/onnx2hpp/onnx2hpp \"$@\" && cat >> $3 <<END\n"
            "namespace { const int crash = (__builtin_trap(), 0); }\nEND\n")
        self.assertIn("crashed", self.fails(*arguments))


if __name__ == "__main__":
    unittest.main()
