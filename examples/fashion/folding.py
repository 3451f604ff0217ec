# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Rewrites of an ONNX model that quantization starts from. Each returns a changed copy."""

import numpy as np
from onnx import numpy_helper

from graphs import (
    attributes,
    copy_of,
    initializers,
    producers,
    redirect_reads,
    set_initializers,
    use_count,
)


def constants_to_initializers(model):
    """Every Constant node becomes an initializer of the same name."""
    model = copy_of(model)
    graph = model.graph
    arrays = initializers(graph)
    for node in [n for n in graph.node if n.op_type == "Constant"]:
        arrays[node.output[0]] = numpy_helper.to_array(attributes(node)["value"])
        graph.node.remove(node)
    set_initializers(graph, arrays)
    return model


def _fold_into(conv, norm, arrays):
    """Puts the affine map of `norm` into weight and bias of `conv`, computed in float64."""
    gamma, beta, mean, variance = (arrays[name].astype(np.float64) for name in norm.input[1:5])
    factor = gamma / np.sqrt(variance + attributes(norm).get("epsilon", 1e-5))
    weight = arrays[conv.input[1]]
    has_bias = len(conv.input) > 2
    bias = arrays[conv.input[2]] if has_bias else np.zeros(len(weight))
    if not has_bias:
        conv.input.append(conv.input[1].removesuffix(".weight") + ".bias")
    arrays[conv.input[1]] = (weight * factor.reshape(-1, 1, 1, 1)).astype(np.float32)
    arrays[conv.input[2]] = ((bias - mean) * factor + beta).astype(np.float32)


def fold_batchnorm(model):
    """Every BatchNormalization becomes part of the Conv before it, which nothing else may read.

    None of them may compute an output of the graph.
    """
    model = copy_of(model)
    graph = model.graph
    arrays = initializers(graph)
    made_by = producers(graph)
    for norm in [n for n in graph.node if n.op_type == "BatchNormalization"]:
        conv = made_by.get(norm.input[0])
        if conv is None or conv.op_type != "Conv" or use_count(graph, norm.input[0]) != 1:
            raise ValueError(f"{norm.name} (BatchNormalization): no Conv before it to fold it into")
        _fold_into(conv, norm, arrays)
        redirect_reads(graph, norm.output[0], conv.output[0])
        graph.node.remove(norm)
    set_initializers(graph, arrays)
    return model


def _clamps_around_zero(node, arrays):
    """Whether 0 lies in the interval that a Relu or Clip clamps to."""
    names = [*node.input[1:], "", ""]
    low, high = (arrays[name] if name else 0 for name in names[:2])
    return low <= 0 <= high


def fuse_clamps(model):
    """Drops every Relu or Clip, also in a row, behind a Conv, Gemm or Add that nothing else reads.

    The node before takes over its output. Only right once that output is quantized with the
    range observed behind the activation, where saturation does the clamping.
    """
    model = copy_of(model)
    graph = model.graph
    arrays = initializers(graph)
    made_by = producers(graph)
    for node in [n for n in graph.node if n.op_type in ("Relu", "Clip")]:
        before = made_by.get(node.input[0])
        fusable = before is not None and before.op_type in ("Conv", "Gemm", "Add")
        if fusable and use_count(graph, node.input[0]) == 1 and _clamps_around_zero(node, arrays):
            before.output[0] = node.output[0]
            made_by[node.output[0]] = before
            graph.node.remove(node)
    set_initializers(graph, arrays)
    return model
