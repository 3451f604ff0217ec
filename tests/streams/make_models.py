#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""make_models.py FOLDER: writes networks whose window of frames moves, with random weights.

tcn: a causal network of 4 residual blocks, dilations 1 to 8, 32 channels, int8; its last frame is classified.
wake: an unpadded separable network like MLPerf Tiny's streaming wake word, int8; an average over time.
events: an unpadded network over images of time and frequency, float; its output has rows.
dense: unpadded, a layer over all frames that are left, uint8 activations."""

import random
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from onnx_messages import declaration, field, message, tensor  # noqa: E402

FLOAT, UINT8, INT8, INT32, INT64 = 1, 2, 3, 6, 7


def attribute(name, value):
    numbers = [(8, each) for each in value] if isinstance(value, list) else [(3, value)]
    return message((1, name), *numbers, (20, 7 if isinstance(value, list) else 2))


class Network:
    """Layers one after the other; with a type of codes, each activation is quantized."""

    def __init__(self, dims, codes=None, seed=1):
        self.codes, self.source, self.dims = codes, random.Random(seed), dims
        self.nodes, self.constants, self.count = [], [], 0
        self.zero = 7 if codes == UINT8 else -3
        self.scales = {}
        self.top = self.rounded("x", 0.02)

    def name(self, word):
        self.count += 1
        return f"{word}{self.count}"

    def constant(self, element_type, code, dims, elements):
        name = self.name("c")
        self.constants.append(tensor(element_type, code, dims, elements) + field(8, name))
        return name

    def floats(self, *numbers):
        return self.constant(FLOAT, "f", [] if len(numbers) == 1 else [len(numbers)], numbers)

    def node(self, op_type, inputs, **attributes):
        name = self.name(op_type.lower())
        self.nodes.append(message(*((1, each) for each in inputs), (2, name), (3, name), (4, op_type),
                                  *((5, attribute(*pair)) for pair in attributes.items())))
        return name

    def rounded(self, x, scale):
        """x as its codes show it."""
        if not self.codes:
            return x
        code = "B" if self.codes == UINT8 else "b"
        grid = [self.floats(scale), self.constant(self.codes, code, [], [self.zero])]
        shown = self.node("DequantizeLinear", [self.node("QuantizeLinear", [x, *grid]), *grid])
        self.scales[shown] = scale
        return shown

    def weights(self, dims, terms):
        count = 1
        for dim in dims:
            count *= dim
        if not self.codes:
            return self.constant(FLOAT, "f", dims, [self.source.gauss(0, terms ** -0.5) for _ in range(count)])
        codes = self.constant(INT8, "b", dims, [self.source.randint(-127, 127) for _ in range(count)])
        zero = self.constant(INT8, "b", [], [0])
        return self.node("DequantizeLinear", [codes, self.floats(terms ** -0.5 / 73), zero])

    def bias(self, outputs, x, terms):
        if not self.codes:
            return self.constant(FLOAT, "f", [outputs], [self.source.uniform(-1, 1) for _ in range(outputs)])
        codes = self.constant(INT32, "i", [outputs], [self.source.randint(-3000, 3000) for _ in range(outputs)])
        scale = self.floats(self.scales[x] * struct.unpack("f", struct.pack("f", terms ** -0.5 / 73))[0])
        return self.node("DequantizeLinear", [codes, scale, self.constant(INT32, "i", [], [0])])

    def conv(self, outputs, kernel, pads=None, relu=True, depthwise=False, **attributes):
        """`kernel` and `pads` of all spatial axes."""
        x, channels = self.top, self.dims[1]
        inputs = 1 if depthwise else channels
        terms = inputs
        for each in kernel:
            terms *= each
        groups = channels if depthwise else 1
        inside = [x, self.weights([outputs, inputs, *kernel], terms), self.bias(outputs, x, terms)]
        made = self.node("Conv", inside, group=groups, pads=pads or [0] * (2 * len(kernel)), **attributes)
        self.dims = [1, outputs, *self.dims[2:]]
        self.top = self.rounded(self.node("Relu", [made]) if relu else made, 0.03)
        return self.top

    def add(self, other):
        self.top = self.rounded(self.node("Add", [self.top, other]), 0.04)

    def pool(self, op_type, **attributes):
        self.top = self.rounded(self.node(op_type, [self.top], **attributes), self.scales.get(self.top, 1))

    def last_frame(self, window):
        ends = [self.constant(INT64, "q", [1], [k]) for k in (window - 1, window, 2)]
        self.top = self.rounded(self.node("Slice", [self.top, *ends]), self.scales.get(self.top, 1))

    def dense(self, inputs, outputs):
        flat = self.rounded(self.node("Flatten", [self.top]), self.scales.get(self.top, 1))
        inside = [flat, self.weights([outputs, inputs], inputs), self.bias(outputs, flat, inputs)]
        self.top = self.rounded(self.node("Gemm", inside, transB=1), 0.05)

    def write(self, file, dims_in, dims_out):
        graph = message(*((1, each) for each in self.nodes), (2, "window"), *((5, each) for each in self.constants),
                        (11, declaration("x", FLOAT, dims_in)), (12, declaration(self.top, FLOAT, dims_out)))
        file.write_bytes(message((1, 7), (8, message((1, ""), (2, 13))), (7, graph)))


def tcn(folder):
    net = Network([1, 40, 49], INT8, seed=1)
    net.conv(32, [1])
    for dilation in (1, 2, 4, 8):
        skip = net.top
        net.conv(32, [3], pads=[2 * dilation, 0], dilations=[dilation])
        net.conv(32, [1], relu=False)
        net.add(skip)
    net.last_frame(49)
    net.dense(32, 12)
    net.write(folder / "tcn.onnx", [1, 40, 49], [1, 12])


def wake(folder):
    net = Network([1, 40, 49], INT8, seed=2)
    for channels, kernel in ((128, 3), (128, 5), (128, 10), (32, 15)):
        net.conv(net.dims[1], [kernel], depthwise=True)
        net.conv(channels, [1])
    net.pool("GlobalAveragePool")
    net.dense(32, 3)
    net.write(folder / "wake.onnx", [1, 40, 49], [1, 3])


def events(folder):
    net = Network([1, 1, 24, 8], seed=3)
    net.conv(6, [3, 3], pads=[0, 1, 0, 1], strides=[2, 1])
    net.conv(6, [2, 3], pads=[0, 1, 0, 1], depthwise=True)
    net.pool("MaxPool", kernel_shape=[2, 2], strides=[1, 2])
    net.conv(4, [3, 1], relu=False)
    net.write(folder / "events.onnx", [1, 1, 24, 8], [1, 4, 7, 4])


def dense(folder):
    net = Network([1, 10, 20], UINT8, seed=4)
    net.conv(16, [4], dilations=[2])
    net.conv(12, [3])
    net.dense(12 * 12, 5)
    net.write(folder / "dense.onnx", [1, 10, 20], [1, 5])


def padded(folder):
    """Shaped like MLPerf Tiny's keyword spotting: each layer pads both ends."""
    net = Network([1, 1, 49, 10], INT8, seed=5)
    net.conv(32, [10, 4], pads=[4, 1, 5, 1], strides=[2, 2])
    for _ in range(3):
        net.conv(32, [3, 3], pads=[1, 1, 1, 1], depthwise=True)
        net.conv(32, [1, 1])
    net.pool("GlobalAveragePool")
    net.dense(32, 12)
    net.write(folder / "padded.onnx", [1, 1, 49, 10], [1, 12])


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for make in (tcn, wake, events, dense, padded):
        make(folder)


if __name__ == "__main__":
    main()
