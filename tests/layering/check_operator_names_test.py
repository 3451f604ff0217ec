# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The test of operator names finds what it is there to find."""

import tempfile
import unittest
from pathlib import Path

from check_operator_names import violations

ENTRIES = ('{.type = "Conv"}, {.type = "Concat"}, {.type = "ai.onnx.ml.ZipMap"},'
           ' {.type = "tigris.Trees"}')


def violations_of(files, places=None):
    """Of a tool with the operators above and the given files: path -> text."""
    with tempfile.TemporaryDirectory() as folder:
        for path, text in {"operators/all.cpp": ENTRIES, **files}.items():
            file = Path(folder, path)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return violations(Path(folder), places or {})


class OperatorNamesTest(unittest.TestCase):
    def test_stages_compare_no_name(self):
        for text in ('if (n.op_type == "Conv") return;', 'if (n.op_type() != "Conv") return;',
                     'return is_one_of(n, {"Relu",\n "Conv"});', 'return before(n, "Conv");',
                     'return is_own(n, "Trees");', 'find("ai.onnx.ml.ZipMap");'):
            self.assertEqual(1, len(violations_of({"load/a.cpp": text})), text)

    def test_operators_and_passes_may(self):
        text = 'if (n.op_type == "Conv") return;'
        self.assertEqual([], violations_of({"operators/windows/a.cpp": text, "passes/b.cpp": text}))

    def test_nodes_may_be_made_and_comments_written(self):
        self.assertEqual([], violations_of({
            "expand/a.cpp": '// As "Conv".\ne.add(\n "Concat", {e.add("Conv", {x})});\nn.op_type = "Conv";',
            "load/b.cpp": 'copy.set_op_type("Conv");\nmake_node(n, name + "_a", "Concat", {}, {});'}))

    def test_other_words_are_no_operators(self):
        self.assertEqual([], violations_of({"show/a.cpp": 'if (mode == "nearest") print("A Conv");'}))

    def test_places_name_what_they_list_and_no_more(self):
        text = 'if (n.op_type == "Conv") return;'
        self.assertEqual([], violations_of({"load/a.cpp": text}, {"load/a.cpp": ("why", {"Conv"})}))
        self.assertEqual(1, len(violations_of({"load/a.cpp": text + 'is("Concat");'},
                                              {"load/a.cpp": ("why", {"Conv"})})))

    def test_places_list_what_is_there(self):
        self.assertEqual(1, len(violations_of({"load/a.cpp": ""}, {"load/a.cpp": ("why", {"Conv"})})))
        self.assertEqual(1, len(violations_of({}, {"load/gone.cpp": ("why", {"Conv"})})))

    def test_own_operators_are_compared_with_their_domain(self):
        self.assertEqual([], violations_of({"passes/a.cpp": 'if (is_own(n, "Trees")) return;'}))
        for text in ('if (n.op_type == "Trees") return;', 'is_one_of(n, {"Conv", "Trees"});'):
            self.assertEqual(1, len(violations_of({"passes/a.cpp": text})), text)


if __name__ == "__main__":
    unittest.main()
