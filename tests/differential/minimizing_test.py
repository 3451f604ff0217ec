#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A failure of one node in a large network becomes a case of that node. minimizing_test.py PROGRAM"""

import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
import minimizing  # noqa: E402
from judging import Verdict  # noqa: E402
from onnx_file import all_of, graph_of, text_of  # noqa: E402

PROGRAM = Path(sys.argv.pop(1)).resolve()
NODE, NAME, OP_TYPE = 1, 3, 4  # fields of GraphProto and NodeProto


def nodes_of(case):
    """(name, operator) of each."""
    return [(text_of(node, NAME), text_of(node, OP_TYPE))
            for node in all_of(graph_of(case / "model.onnx"), NODE)]


class MinimizingTest(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.work = Path(self.folder.name)
        subprocess.run([PROGRAM, "draw", "networks", "1", "0", "6", self.work], check=True,
                       stdout=subprocess.DEVNULL)
        self.case = max(self.work.glob("net_*"), key=lambda case: len(nodes_of(case)))
        nodes = nodes_of(self.case)
        self.name, self.op_type = nodes[len(nodes) // 2]

    def tearDown(self):
        self.folder.cleanup()

    def judge(self, cases, *_):
        """As if the kernel of one operator were wrong."""
        return [Verdict(case, ["step differs"] if self.is_in(case) else []) for case in cases]

    def is_in(self, case):
        return any(op_type == self.op_type for _, op_type in nodes_of(case))

    def minimized(self, complaint="step differs"):
        with mock.patch.object(minimizing, "judge", self.judge):
            return minimizing.minimize(PROGRAM, Verdict(self.case, [complaint]), ["portable"], [],
                                       self.work / "smaller").directory

    def test_the_node_that_fails_is_left(self):
        self.assertGreater(len(nodes_of(self.case)), 8)
        smallest = self.minimized()
        self.assertEqual([self.op_type], [op_type for _, op_type in nodes_of(smallest)])
        self.assertTrue((smallest / "test_data_set_0/output_0.pb").is_file())

    def test_another_failure_is_not_followed(self):
        self.assertEqual(self.case, self.minimized("onnx2hpp: exit status 1"))

    def test_bounds_of_nodes_that_are_left_are_kept(self):
        bounds = {name: 5 for name, op_type in nodes_of(self.case) if op_type == self.op_type}
        (self.case / "verify.json").write_text(json.dumps({"bounds": {**bounds, "no node": 3}}))
        smallest = self.minimized()
        left = json.loads((smallest / "verify.json").read_text())["bounds"]
        self.assertEqual([name for name, _ in nodes_of(smallest)], list(left))


if __name__ == "__main__":
    unittest.main()
