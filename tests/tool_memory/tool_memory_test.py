#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""tool_memory_test.py TOOL: converts files that ask for far more memory than they have bytes, and
compares the most that the tool TOOL takes with its bound (docs/reference/limits.md)."""

import os
import struct
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from onnx_messages import declaration, field, floats, int64s, message  # noqa: E402
from processes import run_counted  # noqa: E402

TOOL = Path(sys.argv[1]).resolve()
FLOAT, INT8, INT64 = 1, 3, 7
FREE = 200_000_000
UNSUPPORTED = 3
LONGEST = 300  # seconds


def node(op_type, inputs, outputs, *attributes):
    texts = [(1, name) for name in inputs] + [(2, name) for name in outputs]
    return (1, message(*texts, (4, op_type), *((5, each) for each in attributes)))


def integer(name, value):
    return message((1, name), (3, value), (20, 2))


def initializer(name, tensor):
    return (5, tensor + field(8, name))


def model(*parts, dims=(1,), opset=17, version=8, more=b""):
    """`more`: bytes of further fields of the graph."""
    graph = message(*parts, (2, "hostile"), (11, declaration("x", FLOAT, list(dims))),
                    (12, message((1, "y")))) + more
    return message((1, version), (7, graph), (8, message((1, ""), (2, opset))))


def zeros(name, *dims):
    """Zeros of a shape, made by a node."""
    return [initializer(f"{name}_shape", int64s(list(dims))),
            node("ConstantOfShape", [f"{name}_shape"], [name])]


def used(value):
    """The output reads one element of a value."""
    return [initializer("first", int64s([0])), node("Reshape", [value, "flat"], ["line"]),
            initializer("flat", int64s([-1])), node("Gather", ["line", "first"], ["one"]),
            node("Cast", ["one"], ["number"], integer("to", FLOAT)), node("Add", ["x", "number"], ["y"])]


def list_of(name, kind, elements):
    """An attribute with a list; `elements` are the fields of all elements."""
    return field(1, name) + elements + field(20, kind)


def tree_lists(trees, nodes):
    """Attributes of so many equal trees of so many nodes, an odd number: node i has 2i + 1 and 2i + 2
    below. As scikit-learn's converter writes them."""
    def whole(name, number_of, count=nodes):
        one_tree = b"".join(field(8, number_of(i)) for i in range(count))
        return list_of(name, 7, one_tree * trees)

    def tree_ids(name, count):
        return list_of(name, 7, b"".join(field(8, tree) * count for tree in range(trees)))

    def real(name, count):
        return list_of(name, 6, (b"\x3d" + struct.pack("<f", 0.5)) * (count * trees))

    inner = nodes // 2
    modes = (field(9, "BRANCH_LEQ") * inner + field(9, "LEAF") * (nodes - inner)) * trees
    return [tree_ids("nodes_treeids", nodes), whole("nodes_nodeids", lambda i: i),
            whole("nodes_featureids", lambda i: i % 6 if i < inner else 0),
            list_of("nodes_modes", 8, modes), real("nodes_values", nodes),
            whole("nodes_truenodeids", lambda i: 2 * i + 1 if i < inner else 0),
            whole("nodes_falsenodeids", lambda i: 2 * i + 2 if i < inner else 0),
            whole("nodes_missing_value_tracks_true", lambda i: 0), real("nodes_hitrates", nodes),
            tree_ids("class_treeids", nodes - inner),
            whole("class_nodeids", lambda i: inner + i, nodes - inner),
            whole("class_ids", lambda i: i % 6, nodes - inner),
            real("class_weights", nodes - inner),
            list_of("classlabels_int64s", 7, b"".join(field(8, i) for i in range(6)))]


class Memory(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def convert(self, data, *options, more=0):
        """The exit code, and what was said. `more`: bytes of the model beside its file. The kernel
        counts what this process holds, too: it must stay small."""
        (self.folder / "net.onnx").write_bytes(data)
        outcome, usage = run_counted(
            [TOOL, "net.onnx", "-o", "net.hpp", "--effort", "none", *options], LONGEST, self.folder)
        bound = 4 * (len(data) + more) + FREE
        self.assertLess(usage.ru_maxrss * 1024, bound, outcome.errors)
        return outcome.status, outcome.errors

    def assert_refused(self, *arguments, **how):
        code, said = self.convert(*arguments, **how)
        self.assertEqual(code, UNSUPPORTED, said)

    def test_fan_of_large_constants(self):
        parts = zeros("c", 4096, 4096)
        for i in range(24):
            parts += [node("Neg", ["c" if i == 0 else f"n{i - 1}"], [f"n{i}"])]
        names = [f"n{i}" for i in range(24)]
        parts += [node("Concat", names, ["all"], integer("axis", 0)), *used("all")]
        self.assert_refused(model(*parts))

    def test_many_constants_that_are_each_small(self):
        parts = []
        for i in range(1000):
            parts += zeros(f"c{i}", 240_000)
        names = [f"c{i}" for i in range(1000)]
        parts += [node("Concat", names, ["all"], integer("axis", 0)), *used("all")]
        self.assert_refused(model(*parts))

    def test_window_function(self):
        parts = [initializer("size", int64s([1 << 27])), node("Squeeze", ["size"], ["n"]),
                 node("HannWindow", ["n"], ["c"]), *used("c")]
        self.assert_refused(model(*parts))

    def test_mask_of_a_dropout(self):
        parts = [node("Dropout", ["x"], ["d", "mask"]), node("Cast", ["mask"], ["y"],
                                                            integer("to", FLOAT))]
        self.assert_refused(model(*parts, dims=(1, 1 << 25)))

    def test_bias_of_an_attention(self):
        parts = [node("Attention", ["x", "x", "x"], ["y"], integer("is_causal", 1))]
        self.assert_refused(model(*parts, dims=(1, 1, 1 << 15, 1), opset=24, version=10))

    def test_rows_of_a_bound(self):
        parts = [node("NonZero", ["x"], ["nz"]), node("Cast", ["nz"], ["y"], integer("to", FLOAT))]
        rows = 1 << 20  # of int64, which the firmware needs
        self.convert(model(*parts, dims=(8,)), "--bound", f"nz={rows}", more=8 * rows)

    def test_weights_of_integers_that_become_floats(self):
        count = 1 << 24
        external = message((1, "location"), (2, "w.bin"))
        (self.folder / "w.bin").touch()
        os.truncate(self.folder / "w.bin", count)
        weights = message((1, 4096), (1, 4096), (2, INT8), (13, external), (14, 1))
        parts = [(5, weights + field(8, "codes")), initializer("scale", floats([], [0.5])),
                 node("DequantizeLinear", ["codes", "scale"], ["w"]),
                 node("MatMul", ["x", "w"], ["m"]), node("Relu", ["m"], ["y"])]
        self.convert(model(*parts, dims=(1, 4096)), more=count + 4 * count)

    def test_trees_of_many_nodes(self):
        classifier = (1, message((1, "x"), (2, "label"), (2, "y"), (4, "TreeEnsembleClassifier"),
                                 (7, "ai.onnx.ml"), *((5, each) for each in tree_lists(293, 2047))))
        file = model(classifier, dims=(1, 6)) + field(8, message((1, "ai.onnx.ml"), (2, 1)))
        code, said = self.convert(file)
        self.assertEqual(code, 0, said)

    def test_file_of_a_constant(self):
        strings = bytes([6 << 3 | 2, 0]) * 6_000_000  # string_data, each empty
        file = message((1, 1), (2, FLOAT)) + strings
        (self.folder / "c.pb").write_bytes(file)
        parts = [(11, declaration("c", FLOAT, [1])), node("Add", ["x", "c"], ["y"])]
        self.assert_refused(model(*parts), "--constant", "c=c.pb", more=len(file))

    def test_file_of_a_model(self):
        infos = bytes([13 << 3 | 2, 0]) * 5_000_000  # value_info, each empty
        self.assert_refused(model(node("Relu", ["x"], ["y"]), more=infos))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
