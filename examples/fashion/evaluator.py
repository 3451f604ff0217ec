# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Evaluates ONNX graphs of simple image classifiers with NumPy, many images at once.

Operators as opset 13 defines them, in float32. A leading dimension of 1 in the model is the
batch, and may be larger here.
"""

import numpy as np

from graphs import attributes, initializers


def _taps(x, options, kernel, fill=0):
    """Yields, for each row and column of the kernel, the inputs it meets: [N, C, H_out, W_out]."""
    if options.get("auto_pad", b"NOTSET") != b"NOTSET" or options.get("ceil_mode"):
        raise ValueError("auto_pad and ceil_mode are not supported")
    top, left, bottom, right = options.get("pads", (0, 0, 0, 0))
    strides, dilations = options.get("strides", (1, 1)), options.get("dilations", (1, 1))
    padding = ((0, 0), (0, 0), (top, bottom), (left, right))
    padded = np.pad(x, padding, constant_values=fill)
    extents = [size - d * (k - 1) for size, d, k in zip(padded.shape[2:], dilations, kernel)]
    for position in np.ndindex(*kernel):
        starts = [p * d for p, d in zip(position, dilations)]
        rows, columns = (slice(a, a + n, s) for a, n, s in zip(starts, extents, strides))
        yield *position, padded[:, :, rows, columns]


def conv(options, x, weight, bias=None):
    groups = options.get("group", 1)
    outputs, depth, *kernel = weight.shape
    by_group = weight.reshape(groups, outputs // groups, depth, *kernel)
    multiply = np.multiply if depth == 1 else np.matmul
    total = 0
    for row, column, window in _taps(x, options, kernel):
        height, width = window.shape[2:]
        pixels = window.reshape(len(x), groups, depth, height * width)
        total = total + multiply(by_group[..., row, column], pixels)
    total = total.reshape(len(x), outputs, height, width)
    return total if bias is None else total + bias.reshape(-1, 1, 1)


def max_pool(options, x):
    windows = _taps(x, options, options["kernel_shape"], fill=-np.inf)
    return np.maximum.reduce([window for _, _, window in windows])


def average_pool(options, x):
    kernel = options["kernel_shape"]
    total = sum(window for _, _, window in _taps(x, options, kernel))
    if options.get("count_include_pad"):
        return total / np.float32(np.prod(kernel))
    return total / sum(window for _, _, window in _taps(np.ones_like(x[:1]), options, kernel))


def global_average_pool(options, x):
    return x.mean(axis=(2, 3), keepdims=True)


def reduce_mean(options, x):
    axes = tuple(options.get("axes", range(x.ndim)))
    return x.mean(axis=axes, keepdims=bool(options.get("keepdims", 1)))


def gemm(options, a, b, c=0):
    if options.get("transA") or {options.get("alpha", 1.0), options.get("beta", 1.0)} != {1.0}:
        raise ValueError("Gemm with transA, alpha or beta is not supported")
    return a @ (b.T if options.get("transB") else b) + c


def flatten(options, x):
    if options.get("axis", 1) != 1:
        raise ValueError("Flatten is supported on axis 1 only")
    return x.reshape(len(x), -1)


def reshape(options, x, shape):
    return x.reshape(len(x), *shape[1:])


def softmax(options, x):
    axis = options.get("axis", -1)
    powers = np.exp(x - x.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def clip(options, x, low=None, high=None):
    return x if low is None and high is None else np.clip(x, low, high)


def quantize_linear(options, x, scale, zero_point):
    limits = np.iinfo(zero_point.dtype)
    levels = np.rint(x / scale) + zero_point
    return np.clip(levels, limits.min, limits.max).astype(zero_point.dtype)


def dequantize_linear(options, x, scale, zero_point):
    shape = [1] * x.ndim
    if scale.ndim:
        shape[options.get("axis", 1)] = -1
    levels = x.astype(np.int32) - zero_point.astype(np.int32).reshape(shape)
    return levels.astype(np.float32) * scale.reshape(shape)


OPERATORS = {
    "Add": lambda options, a, b: a + b,
    "AveragePool": average_pool,
    "Clip": clip,
    "Conv": conv,
    "DequantizeLinear": dequantize_linear,
    "Flatten": flatten,
    "Gemm": gemm,
    "GlobalAveragePool": global_average_pool,
    "MaxPool": max_pool,
    "QuantizeLinear": quantize_linear,
    "ReduceMean": reduce_mean,
    "Relu": lambda options, x: np.maximum(x, np.float32(0)),
    "Reshape": reshape,
    "Softmax": softmax,
}


def evaluate(graph, images):
    """Every tensor of the graph by name, for images [N, ...] given to its first input."""
    values = {graph.input[0].name: images, "": None, **initializers(graph)}
    for node in graph.node:
        if node.op_type not in OPERATORS:
            raise ValueError(f"{node.name} ({node.op_type}): not supported")
        operands = [values[name] for name in node.input]
        try:
            values[node.output[0]] = OPERATORS[node.op_type](attributes(node), *operands)
        except ValueError as reason:
            raise ValueError(f"{node.name} ({node.op_type}): {reason}") from reason
    return values


def accuracy(graph, images, labels, batch=250):
    """Share of the images, 0..1, whose largest value in the first output is at their label."""
    starts = range(0, len(images), batch)
    output = graph.output[0].name
    scores = [evaluate(graph, images[i : i + batch])[output] for i in starts]
    return float(np.mean(np.concatenate(scores).argmax(axis=1) == labels))
