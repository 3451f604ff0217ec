#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes sine.onnx: one hidden layer of 16 ReLUs that bend where the sine is sampled, and an output layer fitted
by least squares. Needs Debian's python3-numpy and python3-onnx."""

from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

HIDDEN = 16


def hidden_layer(x, bends):
    return np.maximum(x[:, None] - bends, 0)


def output_layer(bends):
    """Weights [1, HIDDEN] and a bias with the least squared error from 0 to 2 pi; and the largest error there."""
    x = np.linspace(0, 2 * np.pi, 2001)
    features = np.column_stack([hidden_layer(x, bends), np.ones(len(x))])
    fitted, *_ = np.linalg.lstsq(features, np.sin(x), rcond=None)
    return fitted[None, :-1], fitted[-1:], np.abs(features @ fitted - np.sin(x)).max()


def main():
    bends = np.linspace(0, 2 * np.pi, HIDDEN, endpoint=False)
    weights, bias, error = output_layer(bends)
    arrays = {"w1": np.ones((HIDDEN, 1)), "b1": -bends, "w2": weights, "b2": bias}
    nodes = [helper.make_node("Gemm", ["x", "w1", "b1"], ["sum"], "bend", transB=1),
             helper.make_node("Relu", ["sum"], ["hidden"], "relu"),
             helper.make_node("Gemm", ["hidden", "w2", "b2"], ["y"], "add_up", transB=1)]
    x, y = (helper.make_tensor_value_info(name, TensorProto.FLOAT, [1, 1]) for name in "xy")
    graph = helper.make_graph(nodes, "sine", [x], [y], [numpy_helper.from_array(array.astype(np.float32), name)
                                                        for name, array in arrays.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    checker.check_model(model)
    save(model, Path(__file__).resolve().parent / "sine.onnx")
    print(f"largest error from 0 to 2 pi: {error:.4f}")


if __name__ == "__main__":
    main()
