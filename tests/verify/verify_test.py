# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Negative controls of scripts/verify: what is wrong must be seen. verify_test.py BUILD-FOLDER"""

import contextlib
import io
import json
import shutil
import struct
import unittest
from pathlib import Path

from onnx_messages import declaration, floats, int64s, message, tensor
from testing import BUILD, MODELS, WORK, VerifyTest, run_verify


def change_byte(file, change):
    """Changes the last byte of a file: an element, as raw data comes last."""
    data = bytearray(file.read_bytes())
    data[-1] = change(data[-1]) % 256
    file.write_bytes(data)


class ReferencesTest(VerifyTest):
    def test_models_as_they_are_pass(self):
        models = sorted(file.parent for file in MODELS.glob("*/model.onnx"))
        status, lines = run_verify(*models)
        self.assertEqual(f"{len(models)} passed, 0 failed", lines[-1], lines)
        self.assertEqual(0, status)

    def test_a_flipped_output_byte_fails(self):
        for name in ("conv_int8", "conv_float", "wave_int8", "wave_float", "mix_int8",
                     "blocks_int16"):
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

    def test_what_is_no_folder_of_a_model_is_said(self):
        model = self.copy("conv_int8")
        self.assertIn("this is a file; give the folder that holds model.onnx", self.fails(model / "model.onnx"))
        self.assertIn("this folder holds no model.onnx", self.fails(model / "test_data_set_0"))
        self.assertIn("there is no such folder", self.fails(model / "nowhere"))

    def test_an_error_of_the_tool_is_said_once(self):
        model = self.copy("conv_int8")
        (model / "model.onnx").write_bytes(b"")
        self.assertIn(": onnx2hpp: error: model file", self.fails(model))

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


class HintsTest(VerifyTest):
    SHOW = 'echo "$@" >&2; exit 1'

    def test_a_single_target_of_so_many_bytes_is_told_to_the_tool(self):
        target = ("--fast", "4K", "--slow", "1M", "--input", "rows")
        self.assertIn("-m 4K -m 1M --input rows", self.fails(*self.with_tool(self.SHOW), *target))

    def test_other_targets_are_not(self):
        model = self.with_tool(self.SHOW)
        self.assertNotIn("-m ", self.fails(*model, "--fast", "smallest"))
        self.assertNotIn("-m ", self.fails(*model, "--target", "fast=4K", "--target", "fast=8K"))

    def test_a_target_without_room_is_converted_for_all_the_same(self):
        script = 'case "$*" in *-m*) exit 2;; esac; echo no hints >&2; exit 1'
        self.assertIn("no hints", self.fails(*self.with_tool(script), "--fast", "4K"))


class BoardTest(VerifyTest):
    def test_a_model_runs_as_planned_for_the_board(self):
        status, lines = run_verify(self.copy("conv_int8"), "--board", "stm32h743")
        self.assertEqual(0, status, lines)
        self.assertIn("board=stm32h743", lines[1])
        self.assertIn("the same in", lines[1])

    def test_the_tool_is_told_the_board_and_no_other_backend(self):
        words = self.fails(*self.with_tool(HintsTest.SHOW), "--board", "stm32h743")
        self.assertIn("--board stm32h743", words)
        self.assertNotIn("--backend", words)

    def test_placement_rules_hold_for_the_board(self):
        model = self.copy("conv_int8")
        status, lines = run_verify(model, "--board", "stm32h743", "--place", "SCRATCH=SRAM")
        self.assertEqual(0, status, lines)
        self.assertIn("the same in", lines[1])
        self.assertIn("FLASH is read-only",
                      self.fails(model, "--board", "stm32h743", "--place", "SCRATCH=FLASH"))

    def test_what_does_not_fit_the_board_fails(self):
        model = self.copy("conv_int8")
        board = WORK / "tiny.yaml"
        board.write_text("name: tiny\ncore: cortex-m4\nclock: 1 MHz\nconstants: ROM\nmemories:\n"
                         "  - {name: RAM, address: 0, size: 64, read: 0, write: 0}\n"
                         "  - {name: ROM, address: 64, size: 1M, read: 0, writable: false}\n")
        self.assertIn("onnx2hpp:", self.fails(model, "--board", board))

    def test_unknown_boards_and_a_second_backend_are_refused(self):
        for words, reason in ((("--board", "stm32"), "there is no board stm32"),
                              (("--board", "host", "--backend", "x86"), "leave --backend out")):
            errors = io.StringIO()
            with contextlib.redirect_stderr(errors), self.assertRaises(SystemExit):
                run_verify(MODELS / "conv_int8", *words)
            self.assertIn(reason, errors.getvalue())


class BoundTest(VerifyTest):
    def test_one_lsb_is_allowed_unless_the_bound_is_zero(self):
        model = self.copy("conv_int8")
        change_byte(model / "test_data_set_0/output_0.pb", lambda byte: byte + 1)
        self.passes(model)
        self.fails(model, "--bound", 0)

    def test_rounded_weights_are_allowed_what_halves_differ_by(self):
        model = self.copy("conv_float")
        self.passes(model, "--float16-weights")
        output = model / "test_data_set_0/output_0.pb"
        change_byte(output, lambda byte: byte ^ 0x40)  # the exponent
        self.fails(model, "--float16-weights")

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
        for name in ("conv_int8", "blocks_int16"):
            self.assertIn("100.0000 % equal", self.passes(self.copy(name), "--steps"))

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
    TARGETS = ["fast=smallest", "fast=2xsmallest,align=4", "input=rows,output=rows,fast=smallest",
               "input=arena,output=arena", "slow=1M,fast=smallest,input=slow,output=slow", "workers=2",
               "fast=2xsmallest,workers=2,output=rows", "fast=hinted,slow=1M,input=slow,output=rows,align=16"]

    def passes_for_all(self, model):
        words = [word for text in self.TARGETS for word in ("--target", text)]
        status, lines = run_verify(model, *words)
        self.assertEqual((0, "9 passed, 0 failed"), (status, lines[-1]), lines)

    def test_every_mode_and_budget_gives_the_same_bytes(self):
        for name in ("conv_int8", "wave_float", "mix_int8"):
            self.passes_for_all(self.copy(name))

    def test_an_input_that_no_node_reads_takes_nobody_elses_memory(self):
        data = WORK / "unread/test_data_set_0"
        data.mkdir(parents=True)
        node = message((1, "x"), (2, "y"), (3, "negation"), (4, "Neg"))
        graph = message((1, node), (2, "unread"), (11, declaration("x", 1, [2, 2])),
                        (11, declaration("unread", 1, [4, 2])), (12, message((1, "y"))))
        (WORK / "unread/model.onnx").write_bytes(
            message((1, 8), (7, graph), (8, message((2, 13)))))
        (data / "input_0.pb").write_bytes(floats([2, 2], [1, 2, 3, 4]))
        (data / "input_1.pb").write_bytes(floats([4, 2], [5] * 8))
        (data / "output_0.pb").write_bytes(floats([2, 2], [-1, -2, -3, -4]))
        self.passes_for_all(WORK / "unread")

    def test_what_does_not_fit_is_skipped(self):
        status, lines = run_verify(self.copy("conv_int8"), "--fast", 8)
        self.assertEqual((0, "1 passed, 0 failed, 1 skipped"), (status, lines[-1]), lines)
        self.assertRegex(lines[1], r"^skip conv_int8 \(fast=8\): .*needs \d+ bytes of fast memory")

    def test_the_header_has_the_plan_of_a_hinted_target(self):
        header = WORK / "made.hpp"
        tool = f"{BUILD}/tools/onnx2hpp/onnx2hpp \"$@\" && {{ [ $1 = analyze ] || cp $3 {header}; }}\n"
        status, lines = run_verify(*self.with_tool(tool), "--target", "fast=hinted")
        self.assertEqual((0, "2 passed, 0 failed"), (status, lines[-1]), lines)
        self.assertRegex(header.read_text(), r"default_target\{\.fast = \d+")

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
        for text in ("fast=0", "fast=", "fast=12Q", "speed=1", "input=nowhere", "align=x", "workers=3", "x",
                     "fast=hinted --target fast=hinted"):
            with self.assertRaises(SystemExit), contextlib.redirect_stderr(io.StringIO()):
                run_verify(self.copy("conv_int8"), "--target", *text.split())
            shutil.rmtree(WORK)


class InputsTest(VerifyTest):
    """y = x + k, where the model leaves open how many rows x has."""

    X = [1, -2, 3.5, 0, 4, 5]

    def setUp(self):
        super().setUp()
        self.model = WORK / "sum"
        data = self.model / "test_data_set_0"
        data.mkdir(parents=True)
        node = message((1, "x"), (1, "k"), (2, "y"), (3, "sum"), (4, "Add"))
        graph = message((1, node), (2, "sum"), (11, declaration("x", 1, ["N", 3])),
                        (11, declaration("k", 1, [])), (12, message((1, "y"))))
        (self.model / "model.onnx").write_bytes(
            message((1, 8), (7, graph), (8, message((2, 13)))))
        (data / "input_0.pb").write_bytes(floats([2, 3], self.X))
        (data / "input_1.pb").write_bytes(floats([], [5]))
        (data / "output_0.pb").write_bytes(floats([2, 3], [x + 5 for x in self.X]))

    def state(self, **said):
        (self.model / "verify.json").write_text(json.dumps(said))

    def test_open_extents_are_those_of_the_first_test_set(self):
        self.assertTrue(self.passes(self.model).endswith(", with --input-shape x=2,3"))
        self.assertNotIn("with", self.passes(self.model, "--input-shape", "x=2,3"))
        self.assertIn("another shape", self.fails(self.model, "--input-shape", "x=1,3"))

    def test_a_constant_is_the_command_lines_or_that_of_verify_json(self):
        self.assertIn("with --constant k=5 ", self.passes(self.model, "--constant", "k=5"))
        self.fails(self.model, "--constant", "k=4")
        self.state(constants={"k": 4})
        self.fails(self.model)
        self.passes(self.model, "--constant", "k=5")
        self.state(constants={"k": 5})
        self.passes(self.model)

    def test_a_constant_may_be_a_list_or_a_file(self):
        self.state(constants={"x": self.X})
        self.assertIn("--constant x=1,-2,3.5,0,4,5", self.passes(self.model))
        file = self.model / "test_data_set_0/input_0.pb"
        self.passes(self.model, "--constant", f"x={file}")

    def test_the_layout_is_the_command_lines_or_that_of_verify_json(self):
        self.state(constants={"k": 5}, io_layout="onnx")
        self.assertIn("--io-layout onnx", self.passes(self.model))
        self.assertNotIn("--io-layout onnx", self.passes(self.model, "--io-layout", "nhwc"))
        self.state(constants={"k": 5}, io_layout="sideways")
        self.assertIn("sideways", self.fails(self.model))

    def test_a_constant_that_is_no_number_fails(self):
        for value in ("five", None, [], [[1]]):
            self.state(constants={"k": value})
            self.assertIn("constant k is no number", self.fails(self.model))


class NodesTest(VerifyTest):
    """What verify.json says of nodes."""

    def write(self, graph, inputs, output, **said):
        model = WORK / "nodes"
        data = model / "test_data_set_0"
        data.mkdir(parents=True, exist_ok=True)
        (model / "model.onnx").write_bytes(message((1, 8), (7, graph), (8, message((2, 13)))))
        for i, values in enumerate(inputs):
            (data / f"input_{i}.pb").write_bytes(values)
        (data / "output_0.pb").write_bytes(output)
        (model / "verify.json").write_text(json.dumps(said))
        return model

    def places_of(self, found, bound):
        """NonZero, of four numbers that are not 0, with a reference that has `found`."""
        node = message((1, "x"), (2, "y"), (3, "places"), (4, "NonZero"))
        graph = message((1, node), (2, "g"), (11, declaration("x", 1, [6])),
                        (12, declaration("y", 7, [1, "N"])))
        return self.write(graph, [floats([6], [0, 1, 2, 0, -1, 3])],
                          tensor(7, "q", [1, len(found)], found), bounds={"places": bound})

    def test_a_bounded_output_has_the_rows_of_its_reference(self):
        for bound in (6, 5, 4):
            self.assertIn(f"--bound places={bound}", self.passes(self.places_of([1, 2, 4, 5], bound)))

    def test_other_rows_and_other_counts_fail(self):
        self.assertIn("allowed 0", self.fails(self.places_of([1, 2, 4, 4], 6)))
        self.assertIn("the model counted [4]", self.fails(self.places_of([1, 2, 4], 6)))
        self.assertIn("has shape", self.fails(self.places_of([1, 2, 4, 5], 3)))

    def branches(self, **said):
        """-x or the first half of x, by a condition at run time; a reference of the half."""
        nodes = {"then": message((1, "x"), (2, "all"), (4, "Neg")),
                 "else": message((1, "x"), (1, "from"), (1, "to"), (2, "half"), (4, "Slice"))}
        outputs = {"then": declaration("all", 1, [4]), "else": declaration("half", 1, [2])}
        graphs = {key: message((1, nodes[key]), (2, key), (12, outputs[key])) for key in nodes}
        branches = [(5, message((1, f"{key}_branch"), (6, graphs[key]), (20, 5))) for key in graphs]
        node = message((1, "c"), (2, "y"), (3, "choose"), (4, "If"), *branches)
        constants = [(5, int64s([value]) + message((8, name)))
                     for name, value in (("from", 0), ("to", 2))]
        graph = message((1, node), (2, "g"), *constants, (11, declaration("c", 9, [])),
                        (11, declaration("x", 1, [4])), (12, declaration("y", 1, ["N"])))
        inputs = [tensor(9, "?", [], [False]), floats([4], [1, 2, 3, 4])]
        return self.write(graph, inputs, floats([2], [1, 2]), **said)

    def test_a_branch_is_taken(self):
        self.assertIn("--if choose=else", self.passes(self.branches(**{"if": {"choose": "else"}})))
        self.fails(self.branches(**{"if": {"choose": "then"}}))
        self.assertIn("--if choose", self.fails(self.branches()))


class GrowingTest(VerifyTest):
    """y = codes of 0.3 * x, with a scale computed at run time, where some lie between two codes."""

    X = [255.0] + [k + (0.5 if k % 8 == 7 else 0.25) for k in range(1, 64)]
    TIES = [k for k, x in enumerate(X) if x % 1 == 0.5]
    W = struct.unpack("<f", struct.pack("<f", 0.3))[0]

    def write(self, changes):
        """With a reference that is so many codes off, by the number of the element."""
        model = WORK / "growing"
        data = model / "test_data_set_0"
        data.mkdir(parents=True, exist_ok=True)
        nodes = [message((1, "x"), (1, "w"), (2, "p"), (4, "Mul")),
                 message((1, "p"), (2, "q"), (2, "s"), (2, "z"), (4, "DynamicQuantizeLinear")),
                 message((1, "q"), (1, "s"), (1, "z"), (2, "y"), (4, "DequantizeLinear"))]
        graph = message(*((1, node) for node in nodes), (2, "g"),
                        (5, floats([], [self.W]) + message((8, "w"))),
                        (11, declaration("x", 1, [64])), (12, declaration("y", 1, [64])))
        (model / "model.onnx").write_bytes(message((1, 8), (7, graph), (8, message((2, 13)))))
        (data / "input_0.pb").write_bytes(floats([64], self.X))
        codes = [round(x) + changes.get(k, 0) for k, x in enumerate(self.X)]
        (data / "output_0.pb").write_bytes(floats([64], [code * self.W for code in codes]))
        return model

    def flipped(self, count=3):
        return self.write(dict.fromkeys(self.TIES[:count], -1))

    def test_other_codes_at_ties_pass_where_steps_are_right(self):
        line = self.passes(self.flipped())
        self.assertIn("as last bits grow; steps: ", line)

    def test_a_bound_that_is_said_is_kept(self):
        self.fails(self.flipped(), "--bound", 1)

    def test_more_than_last_bits_explain_fails(self):
        self.assertIn("as last bits grow", self.fails(self.write({20: 3})))
        self.assertIn("root mean square", self.fails(self.write(dict.fromkeys(range(1, 64), 1))))

    def test_a_wrong_step_fails_however_near_its_result_is(self):
        other = "s/-102, -103, -103, 62/-102, -103, -102, 62/"  # the bytes of 0.3; 0.302
        tool = f"{BUILD}/tools/onnx2hpp/onnx2hpp \"$@\" && sed -i '{other}' $3\n"
        _, *options = self.with_tool(tool)
        self.assertIn("a step: ", self.fails(self.flipped(), *options))

    def test_without_a_reference_nothing_is_forgiven(self):
        self.assertIn("not judged (", self.fails(self.flipped(), "--executor", "/bin/false"))


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
