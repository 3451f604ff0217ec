#!/usr/bin/python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a model whose plans are a page's rare cases.

usage: small_models.py KIND FILE
relu: one step between the caller's buffers, so that each budget gives the same plan
adds: twelve inputs, and a plan that needs no fast memory
"""

import sys

import onnx
from onnx import TensorProto, helper


def relu():
    return [helper.make_node("Relu", ["x"], ["y"])], ["x"], "y", [1, 4]


def adds():
    names = [f"input_{i}" for i in range(12)]
    sums = ["input_0", *(f"sum_{i}" for i in range(1, 12))]
    nodes = [helper.make_node("Add", [sums[i - 1], names[i]], [sums[i]]) for i in range(1, 12)]
    return nodes, names, sums[-1], [1, 4, 8, 8]


def build(kind):
    nodes, inputs, output, shape = {"relu": relu, "adds": adds}[kind]()
    edges = [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n in [*inputs, output]]
    graph = helper.make_graph(nodes, kind, edges[:-1], edges[-1:])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])


if __name__ == "__main__":
    onnx.save(build(sys.argv[1]), sys.argv[2])
