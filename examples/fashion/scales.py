# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Scales and zero points: of activations from observed ranges, of weights from their values."""

from typing import NamedTuple

import numpy as np

REARRANGING = {"Flatten", "MaxPool", "Reshape"}
SMALLEST_CHANNEL = 2.0**-16


class Quantization(NamedTuple):
    """real = scale * (int8 - zero_point)"""

    scale: np.float32
    zero_point: np.int8


def observed_ranges(values, percentile):
    """Tensor name to (low, high), the interval that all but the outermost values lie in.

    `percentile` of the values lie below high and as many above low; 100 gives minimum and maximum.
    """
    real = {name: v for name, v in values.items() if v is not None and v.dtype == np.float32}
    return {name: np.percentile(v, (100 - percentile, percentile)) for name, v in real.items()}


def asymmetric(low, high):
    """The int8 quantization that covers [low, high] and 0, which is exact."""
    low, high = min(float(low), 0.0), max(float(high), 0.0)
    scale = np.float32((high - low) / 255 or 1.0)
    return Quantization(scale, np.int8(np.clip(np.rint(-128 - low / scale), -128, 127)))


def activation_quantizations(graph, ranges):
    """Tensor name to Quantization, for the input and every node's output."""
    found = {i.name: asymmetric(*ranges[i.name]) for i in graph.input}
    for node in graph.node:
        output = node.output[0]
        if node.op_type in REARRANGING:
            found[output] = found[node.input[0]]
        elif node.op_type == "Softmax":
            found[output] = Quantization(np.float32(1 / 256), np.int8(-128))
        else:
            found[output] = asymmetric(*ranges[output])
    return found


def symmetric_weight(weight, axis):
    """int8 in -127..127, shaped as `weight`, and a float32 scale per channel along `axis`."""
    others = tuple(i for i in range(weight.ndim) if i != axis)
    peak = np.abs(weight).max(axis=others)
    # A floor, or the bias of a channel whose weights have died would not fit 32 bits.
    peak = np.maximum(peak, SMALLEST_CHANNEL * (peak.max() or 1.0))
    scale = (peak / 127).astype(np.float32)
    levels = np.rint(weight / np.expand_dims(scale, others))
    return np.clip(levels, -127, 127).astype(np.int8), scale


def integer_bias(bias, scale, name):
    """int32, shaped as `bias`, in units of `scale`; fails, with its name, if that overflows."""
    levels = np.rint(bias.astype(np.float64) / scale)
    if np.abs(levels).max() > np.iinfo(np.int32).max:
        raise ValueError(f"{name}: exceeds 32 bits, as the weights of a channel are too small")
    return levels.astype(np.int32)
