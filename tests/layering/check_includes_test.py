# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The layering test finds what it is there to find."""

import tempfile
import unittest
from pathlib import Path

from check_includes import violations


def violations_below(name, files):
    """Of a folder of that name with the given files: path below it -> text."""
    with tempfile.TemporaryDirectory() as parent:
        for path, text in files.items():
            file = Path(parent, name, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return violations(Path(parent, name))


def violations_of(headers):
    """Of a library that holds core.hpp and the given headers."""
    return violations_below("tigris", {"core.hpp": "", **headers})


def violations_of_tool(files):
    return violations_below("onnx2hpp", files)


class LayeringTest(unittest.TestCase):
    def test_headers_of_lower_folders_may_be_included(self):
        self.assertEqual([], violations_of({
            "support/a.hpp": "#include <stdint.h>\n",
            "ops/b.hpp": "#include <tigris/support/a.hpp>\n",
            "planning/c.hpp": "#include <tigris/ops/b.hpp>\n",
            "core.hpp": "#include <tigris/planning/c.hpp>\n"}))

    def test_headers_of_higher_folders_may_not(self):
        self.assertEqual(1, len(violations_of({
            "ops/a.hpp": "", "model/b.hpp": "#include <tigris/ops/a.hpp>\n"})))

    def test_planning_and_kernels_do_not_know_each_other(self):
        self.assertEqual(2, len(violations_of({
            "planning/a.hpp": "#include <tigris/kernels/b.hpp>\n",
            "kernels/b.hpp": "  #  include <tigris/planning/a.hpp>\n"})))

    def test_namespaces_of_kernels_are_named_after_their_folder(self):
        self.assertEqual([], violations_of({
            "kernels/walks/a.hpp": "namespace tigris::kernels {\nnamespace by_channel {\n",
            "kernels/helium/floats/b.hpp": "namespace tigris::kernels::helium_kernels {\n",
            "kernels/helium/c.hpp": "namespace tigris::kernels {\nnamespace helium_kernels {\n"}))
        self.assertEqual(
            ["tigris/kernels/fast_float/a.hpp opens float_kernels: "
             "the namespace of this folder is fast_float_kernels",
             "tigris/kernels/walks/b.hpp opens walk_kernels: the namespace of this folder is walks_kernels"],
            violations_of({
                "kernels/fast_float/a.hpp": "namespace tigris::kernels::float_kernels {\n",
                "kernels/walks/b.hpp": "namespace tigris::kernels {\nnamespace walk_kernels {\n"}))

    def test_shelves_of_kernels_know_lower_ones(self):
        self.assertEqual([], violations_of({
            "kernels/contract/a.hpp": "",
            "kernels/walks/b.hpp": "#include <tigris/kernels/contract/a.hpp>\n",
            "kernels/portable/c.hpp": "#include <tigris/kernels/walks/b.hpp>\n",
            "kernels/blocked/d.hpp": "#include <tigris/kernels/portable/c.hpp>\n",
            "kernels/arm_dsp/conv/e.hpp": "#include <tigris/kernels/blocked/d.hpp>\n",
            "kernels/f.hpp": "#include <tigris/kernels/arm_dsp/conv/e.hpp>\n"}))
        self.assertEqual(2, len(violations_of({
            "kernels/contract/a.hpp": "#include <tigris/kernels/walks/b.hpp>\n",
            "kernels/walks/b.hpp": "#include <tigris/kernels/portable/c.hpp>\n",
            "kernels/portable/c.hpp": ""})))

    def test_a_backend_knows_no_other(self):
        for shelf in ("blocked", "helium", "adapters"):
            self.assertEqual(1, len(violations_of({
                "kernels/simd/a.hpp": f"#include <tigris/kernels/{shelf}/b.hpp>\n",
                f"kernels/{shelf}/b.hpp": ""})), shelf)

    def test_no_folder_includes_the_one_include(self):
        self.assertEqual(1, len(violations_of({"execution/a.hpp": "#include <tigris/core.hpp>\n"})))

    def test_core_needs_no_hosted_library_however_deep(self):
        self.assertEqual(1, len(violations_of({
            "core.hpp": "#include <tigris/ops/a.hpp>\n",
            "ops/a.hpp": "#include <tigris/support/b.hpp>\n",
            "support/b.hpp": "#include <array>\n",
            "reflection.hpp": "#include <boost/hana.hpp>\n"})))

    def test_quotes_are_refused(self):
        self.assertEqual(1, len(violations_of({
            "ops/a.hpp": "", "ops/b.hpp": '#include "a.hpp"\n'})))

    def test_a_folder_without_a_place_is_refused(self):
        self.assertEqual(1, len(violations_of({"misc/a.hpp": ""})))
        self.assertEqual(1, len(violations_of_tool({"misc/a.hpp": ""})))


class ToolTest(unittest.TestCase):
    def test_later_stages_know_earlier_ones_and_the_pipeline_knows_all(self):
        self.assertEqual([], violations_of_tool({
            "model.hpp": "#include <string>\n",
            "load/a.hpp": "#include <onnx2hpp/model.hpp>\n",
            "lower/b.cpp": "#include <onnx2hpp/load/a.hpp>\n#include <tigris/core.hpp>\n",
            "pipeline.hpp": "#include <onnx2hpp/load/a.hpp>\n",
            "main.cpp": "#include <onnx2hpp/pipeline.hpp>\n"}))
        self.assertEqual(1, len(violations_of_tool({
            "pipeline.hpp": "", "lower/b.cpp": "#include <onnx2hpp/pipeline.hpp>\n"})))

    def test_earlier_stages_do_not_know_later_ones(self):
        self.assertEqual(1, len(violations_of_tool({
            "passes/a.hpp": "", "load/b.cpp": "#include <onnx2hpp/passes/a.hpp>\n"})))
        self.assertEqual(1, len(violations_of_tool({
            "passes/a.hpp": "", "model.cpp": "#include <onnx2hpp/passes/a.hpp>\n"})))

    def test_loading_expands_and_evaluates(self):
        self.assertEqual([], violations_of_tool({
            "load/a.hpp": "#include <onnx2hpp/expand/b.hpp>\n#include <onnx2hpp/evaluate/c.hpp>\n",
            "expand/b.hpp": "#include <onnx2hpp/onnx/d.hpp>\n",
            "evaluate/c.hpp": "#include <onnx2hpp/onnx/d.hpp>\n", "onnx/d.hpp": ""}))
        self.assertEqual(2, len(violations_of_tool({
            "load/a.hpp": "", "expand/b.hpp": "#include <onnx2hpp/load/a.hpp>\n",
            "evaluate/c.hpp": "#include <onnx2hpp/expand/b.hpp>\n"})))

    def test_stages_do_not_know_operators(self):
        self.assertEqual([], violations_of_tool({
            "lower/a.hpp": "", "operators/conv/b.hpp": "#include <onnx2hpp/lower/a.hpp>\n",
            "pipeline.cpp": "#include <onnx2hpp/operators/conv/b.hpp>\n"}))
        self.assertEqual(2, len(violations_of_tool({
            "operators/conv/b.hpp": "", "lower/a.hpp": "#include <onnx2hpp/operators/conv/b.hpp>\n",
            "emit/c.hpp": "#include <onnx2hpp/operators/conv/b.hpp>\n"})))

    def test_showing_and_emitting_do_not_know_each_other(self):
        self.assertEqual(2, len(violations_of_tool({
            "show/a.hpp": "#include <onnx2hpp/emit/b.hpp>\n",
            "emit/b.hpp": "#include <onnx2hpp/show/a.hpp>\n"})))

    def test_what_is_included_is_there(self):
        self.assertEqual(1, len(violations_of_tool({"a.hpp": "#include <onnx2hpp/b.hpp>\n"})))

    def test_the_reference_knows_neither_the_library_nor_the_tool(self):
        self.assertEqual([], violations_below("reference", {
            "a.hpp": "#include <onnx/onnx_pb.h>\n", "b.cpp": "#include <reference/a.hpp>\n"}))
        self.assertEqual(2, len(violations_below("reference", {
            "a.cpp": "#include <onnx2hpp/evaluate/evaluate.hpp>\n",
            "b.hpp": "#include <tigris/core.hpp>\n"})))


if __name__ == "__main__":
    unittest.main()
