#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the ONNX models of this example: a causal convolution network and a GRU, each for a whole clip and
for one frame whose states are inputs and outputs. Weights are random numbers."""

from pathlib import Path

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper, save

HERE = Path(__file__).resolve().parent
FRAMES, FEATURES, CHANNELS, HIDDEN, CLASSES = 40, 8, 12, 16, 4
LAYERS = ((FEATURES, CHANNELS, 1), (CHANNELS, CHANNELS, 2))  # inputs, outputs, dilation
KERNEL = 3

source = np.random.default_rng(7)


def weights(*dims):
    return (source.standard_normal(dims) / np.sqrt(dims[-1] * 2)).astype(np.float32)


def declare(name, *dims):
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, dims)


def write(name, nodes, inputs, outputs, arrays):
    graph = helper.make_graph(nodes, name, inputs, outputs,
                              [numpy_helper.from_array(array, key) for key, array in arrays.items()])
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
    model.ir_version = 7
    checker.check_model(model)
    save(model, HERE / f"{name}.onnx")


def causal_arrays():
    arrays = {}
    for k, (inputs, outputs, _) in enumerate(LAYERS):
        arrays[f"w{k}"], arrays[f"b{k}"] = weights(outputs, inputs, KERNEL), weights(outputs)
    return arrays | {"w_out": weights(CLASSES, CHANNELS, 1)}


def causal_clip(arrays):
    nodes, x = [], "x"
    for k, (_, _, dilation) in enumerate(LAYERS):
        nodes += [helper.make_node("Conv", [x, f"w{k}", f"b{k}"], [f"sum{k}"], dilations=[dilation],
                                   pads=[(KERNEL - 1) * dilation, 0]),
                  helper.make_node("Relu", [f"sum{k}"], [f"layer{k}"])]
        x = f"layer{k}"
    nodes.append(helper.make_node("Conv", [x, "w_out"], ["y"]))
    write("causal_clip", nodes, [declare("x", 1, FEATURES, FRAMES)], [declare("y", 1, CLASSES, FRAMES)], arrays)


def causal_frame(arrays):
    """A convolution reads its cache of frames and the new one; the last of these are the cache then."""
    nodes, x, caches, new_caches = [], "x", [], []
    for k, (inputs, _, dilation) in enumerate(LAYERS):
        kept = (KERNEL - 1) * dilation
        arrays = arrays | {f"from{k}": np.array([1], np.int64), f"to{k}": np.array([kept + 1], np.int64)}
        nodes += [helper.make_node("Concat", [f"cache{k}", x], [f"frames{k}"], axis=2),
                  helper.make_node("Slice", [f"frames{k}", f"from{k}", f"to{k}", "time"], [f"cache{k}_out"]),
                  helper.make_node("Conv", [f"frames{k}", f"w{k}", f"b{k}"], [f"sum{k}"], dilations=[dilation]),
                  helper.make_node("Relu", [f"sum{k}"], [f"layer{k}"])]
        caches.append(declare(f"cache{k}", 1, inputs, kept))
        new_caches.append(declare(f"cache{k}_out", 1, inputs, kept))
        x = f"layer{k}"
    nodes.append(helper.make_node("Conv", [x, "w_out"], ["y"]))
    write("causal_frame", nodes, [declare("x", 1, FEATURES, 1), *caches], [declare("y", 1, CLASSES, 1), *new_caches],
          arrays | {"time": np.array([2], np.int64)})


def gru(name, frames, arrays, with_state):
    states = ["h"] if with_state else [""]
    nodes = [helper.make_node("GRU", ["x", "w", "r", "b", "", *states], ["steps", "hn"] if with_state else ["steps"],
                              hidden_size=HIDDEN),
             helper.make_node("Squeeze", ["steps", "axes"], ["flat"]),
             helper.make_node("MatMul", ["flat", "w_out"], ["y"])]
    inputs, outputs = [declare("x", frames, 1, FEATURES)], [declare("y", frames, 1, CLASSES)]
    if with_state:
        inputs.append(declare("h", 1, 1, HIDDEN))
        outputs.append(declare("hn", 1, 1, HIDDEN))
    write(name, nodes, inputs, outputs, arrays)


def main():
    causal = causal_arrays()
    causal_clip(causal)
    causal_frame(causal)
    arrays = {"w": weights(1, 3 * HIDDEN, FEATURES), "r": weights(1, 3 * HIDDEN, HIDDEN),
              "b": weights(1, 6 * HIDDEN), "w_out": weights(HIDDEN, CLASSES), "axes": np.array([1], np.int64)}
    gru("gru_clip", FRAMES, arrays, with_state=False)
    gru("gru_frame", 1, arrays, with_state=True)


if __name__ == "__main__":
    main()
