#!/usr/bin/python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a model of so many operators, of which each fourth adds what was there three before.

usage: many_operators.py COUNT FILE
Its name and those of its nodes are such that a page must escape them.
"""

import sys

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

CHANNELS, ROWS, COLUMNS = 8, 24, 24


def convolution(number, source, made):
    weights = np.full((CHANNELS, CHANNELS, 3, 3), 0.01, np.float32)
    constant = numpy_helper.from_array(weights, f"weights_{number}")
    node = helper.make_node(
        "Conv", [source, constant.name], [made], name=f"<b>conv & {number}</b>", pads=[1, 1, 1, 1]
    )
    return node, [constant]


def addition(number, source, shortcut, made):
    return helper.make_node("Add", [source, shortcut], [made], name=f"add_{number}"), []


def build(count):
    nodes, constants, names = [], [], ["input"]
    for number in range(count):
        made = "output" if number == count - 1 else f"tensor_{number}"
        if number % 4 == 3:
            node, own = addition(number, names[-1], names[-4], made)
        else:
            node, own = convolution(number, names[-1], made)
        nodes.append(node)
        constants += own
        names.append(made)
    shape = [1, CHANNELS, ROWS, COLUMNS]
    edges = [helper.make_tensor_value_info(n, TensorProto.FLOAT, shape) for n in ("input", "output")]
    graph = helper.make_graph(nodes, "many", edges[:1], edges[1:], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])


if __name__ == "__main__":
    onnx.save(build(int(sys.argv[1])), sys.argv[2])
