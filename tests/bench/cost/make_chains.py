#!/usr/bin/python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes chains of layers with random geometries, which the cost tables are fitted on, as ONNX models.

usage: make_chains.py FOLDER      writes FOLDER/<chain>/model.onnx

Chains, because plans stream rows from layer to layer only. Numbers are drawn from a seed; values and
scales are those of make_layers.py.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

sys.path.append(str(Path(__file__).resolve().parents[1]))
from make_layers import write_if_changed  # noqa: E402

MOST_MACS = 900_000
CODES = {"i8": (np.int8, TensorProto.INT8, -5), "u8": (np.uint8, TensorProto.UINT8, 123)}
WINDOWS = [((1, 1), 1)] * 5 + [((3, 3), 1)] * 4 + [((3, 3), 2)] * 3 + [
    ((1, 1), 2), ((5, 5), 1), ((5, 5), 2), ((7, 7), 1), ((10, 4), 2), ((10, 8), 2), ((3, 1), 1), ((1, 3), 1), ((4, 4), 1)]
FIRST_WINDOWS = [((3, 3), 2), ((3, 3), 1), ((10, 4), 2), ((10, 8), 2), ((5, 5), 1), ((8, 4), 1), ((7, 7), 2)]
LARGE_WINDOWS = [((5, 5), 1), ((5, 5), 2), ((7, 7), 1), ((7, 7), 2)]
DEPTHWISE_WINDOWS = [((3, 3), 1)] * 5 + [((3, 3), 2)] * 3 + [((5, 5), 1), ((5, 5), 2), ((7, 7), 1), ((7, 7), 2), ((3, 1), 1),
                                                            ((10, 8), 2)]


class Chain:
    """Layers one behind the other, of codes or of floats (`kind` is i8, u8 or f32)."""

    def __init__(self, kind, seed, shape, is_real=False):
        self.kind, self.random = kind, np.random.default_rng(seed)
        self.nodes, self.constants, self.count = [], [], 0
        self.zero_point = None  # of the next result; None: the usual one
        self.input_shape, self.shape = list(shape), list(shape)
        self.value = "x"
        self.is_real = is_real or kind == "f32"  # input and output
        self.has_sums = False  # results of layers are floats before they are codes
        self.lowest_weight = -127
        if not self.is_real:
            self.value = self.decoded("x")

    def constant(self, array):
        name = f"c{len(self.constants)}"
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, op_type, inputs, **attributes):
        output = f"v{len(self.nodes)}"
        self.nodes.append(helper.make_node(op_type, inputs, [output], name=output, **attributes))
        return output

    def parameters(self, scale, zero_point=None):
        code_type, _, usual = CODES[self.kind]
        return [self.constant(np.float32(scale)), self.constant(code_type(usual if zero_point is None else zero_point))]

    def decoded(self, codes, scale=1.0):
        return self.node("DequantizeLinear", [codes, *self.parameters(scale)])

    def finish(self, value, scale=1.0):
        """The layer's result, rounded to codes where these are wanted."""
        self.count += 1
        if self.kind != "f32":
            parameters = self.parameters(scale, self.zero_point)
            value = self.node("DequantizeLinear", [self.node("QuantizeLinear", [value, *parameters]), *parameters])
        self.value, self.zero_point = value, None

    def coded_weights(self, shape, share_of_one_scale):
        products = int(np.prod(shape[1:]))
        scales = (self.random.uniform(0.5, 1.5, shape[0]) * 25 / (5400 * products ** 0.5)).astype(np.float32)
        if self.kind == "u8" or self.random.random() < share_of_one_scale:
            scales = scales[:1].repeat(shape[0])
        return scales, self.random.integers(self.lowest_weight, 128, shape, np.int8)

    def weights(self, shape, share_of_one_scale=0.1):
        scales, codes = self.coded_weights(shape, share_of_one_scale)
        if self.kind == "f32":
            real = codes.astype(np.float32) * scales.reshape([-1] + [1] * (len(shape) - 1))
            return [self.constant(real), self.constant(self.random.uniform(-1, 1, shape[0]).astype(np.float32))]
        if self.kind == "u8":
            codes = (codes.astype(np.int16) + 128).clip(1, 255).astype(np.uint8)
            w = self.node("DequantizeLinear", [self.constant(codes), self.constant(scales[0]), self.constant(np.uint8(128))])
            bias_scales = scales[0]
        else:
            zeros = self.constant(np.zeros(shape[0], np.int8))
            w = self.node("DequantizeLinear", [self.constant(codes), self.constant(scales), zeros], axis=0)
            bias_scales = scales
        bias = self.random.integers(-5000, 5000, shape[0], np.int32)
        extra = {} if np.ndim(bias_scales) == 0 else {"axis": 0}
        b = self.node("DequantizeLinear", [self.constant(bias), self.constant(bias_scales)], **extra)
        return [w, b]

    def activate(self, value):
        """Some layers end with a ReLU, whose zero point is the lowest code mostly."""
        if self.has_sums:
            return self.node("LeakyRelu", [value], alpha=0.1)
        if self.random.random() < 0.4:
            return value
        if self.kind != "f32" and self.random.random() < 0.7:
            self.zero_point = np.iinfo(CODES[self.kind][0]).min
        return self.node("Relu", [value])

    def window(self, kernel, stride):
        """Padding of all sides, TFLite's SAME mostly, and the extents behind."""
        _, _, height, width = self.shape
        pads, extents = [0, 0, 0, 0], []
        same = self.random.random() < 0.75
        for i, (extent, k) in enumerate(zip((height, width), kernel)):
            total = max((-(-extent // stride) - 1) * stride + k - extent, 0) if same or extent < k else 0
            pads[i], pads[2 + i] = total // 2, total - total // 2
            extents.append((extent + total - k) // stride + 1)
        return pads, extents

    def width_between(self, least, end):
        """Small ones more often than great ones, most of them multiples of 16 or of 4, as networks have them."""
        width = int(np.exp(self.random.uniform(np.log(least), np.log(end))))
        return rounded(self.random, width)

    def conv(self, windows=WINDOWS, outputs=0):
        (kernel, stride), channels = windows[self.random.integers(len(windows))], self.shape[1]
        pads, (height, width) = self.window(kernel, stride)
        per_output = channels * kernel[0] * kernel[1] * height * width
        most = max(min(128, MOST_MACS // per_output), 2)
        outputs = outputs or self.width_between(min(3, most), most + 1)
        w, b = self.weights((outputs, channels, *kernel))
        self.finish(self.activate(self.node("Conv", [self.value, w, b], pads=pads, strides=[stride] * 2)))
        self.shape[1:] = [outputs, height, width]

    def scaled_sums(self, op_type, shape, **attributes):
        """A layer as quantize_dynamic writes it: codes and their scale are found in the run. Outputs are axis 0 of
        the weights, and axis 1 of the result."""
        scales, weights = self.coded_weights(shape, share_of_one_scale=0.5)
        by_output = [1, shape[0], *[1] * (len(shape) - 2)]
        codes, scale, zero_point = (f"{part}{len(self.nodes)}" for part in ("codes", "scale", "zero_point"))
        self.nodes.append(helper.make_node("DynamicQuantizeLinear", [self.value], [codes, scale, zero_point]))
        operand = self.constant(weights if len(shape) > 2 else np.ascontiguousarray(weights.T))
        sums = self.node("Cast", [self.node(op_type, [codes, operand, zero_point], **attributes)], to=TensorProto.FLOAT)
        factor = self.node("Mul", [scale, self.constant(scales.reshape(by_output))])
        bias = self.constant(self.random.uniform(-1, 1, by_output).astype(np.float32))
        self.finish(self.node("Add", [self.node("Mul", [sums, factor]), bias]))

    def dynamic_conv(self, windows=WINDOWS):
        (kernel, stride), channels = windows[self.random.integers(len(windows))], self.shape[1]
        pads, (height, width) = self.window(kernel, stride)
        outputs = self.width_between(3, 49)
        self.scaled_sums("ConvInteger", (outputs, channels, *kernel), pads=pads, strides=[stride] * 2)
        self.shape[1:] = [outputs, height, width]

    def dynamic_depthwise(self):
        (kernel, stride), channels = DEPTHWISE_WINDOWS[self.random.integers(len(DEPTHWISE_WINDOWS))], self.shape[1]
        pads, (height, width) = self.window(kernel, stride)
        self.scaled_sums("ConvInteger", (channels, 1, *kernel), pads=pads, strides=[stride] * 2, group=channels)
        self.shape[2:] = [height, width]

    def dynamic_gemm(self):
        inputs = int(np.prod(self.shape[1:]))
        self.value = self.node("Flatten", [self.value])
        outputs = self.width_between(2, max(min(256, 60_000 // inputs), 3))
        self.scaled_sums("MatMulInteger", (outputs, inputs))
        self.shape = [1, outputs]

    def pixel_conv(self):
        self.conv([((1, 1), 1)])

    def depthwise(self, windows=DEPTHWISE_WINDOWS):
        (kernel, stride), channels = windows[self.random.integers(len(windows))], self.shape[1]
        pads, (height, width) = self.window(kernel, stride)
        w, b = self.weights((channels, 1, *kernel))
        self.finish(self.activate(self.node("Conv", [self.value, w, b], pads=pads, strides=[stride] * 2, group=channels)))
        self.shape[2:] = [height, width]

    def pool(self):
        op_type = ["MaxPool", "AveragePool"][self.random.integers(2)]
        kernel, stride = [(2, 2), (2, 2), (3, 2), (3, 1)][self.random.integers(4)]
        self.pool_of(op_type, min(kernel, *self.shape[2:]), stride)

    def pool_of(self, op_type, kernel, stride):
        pads, extents = self.window((kernel, kernel), stride)
        self.finish(self.node(op_type, [self.value], kernel_shape=[kernel] * 2, strides=[stride] * 2, pads=pads))
        self.shape[2:] = extents

    def add(self):
        """Of the layer before and what it was made of: a convolution of one pixel between."""
        before = self.value
        channels = self.shape[1]
        w, b = self.weights((channels, channels, 1, 1))
        self.finish(self.node("Conv", [self.value, w, b]))
        self.finish(self.node("Add", [before, self.value]))

    def with_constant(self, op_type):
        """The operator with one number for each channel."""
        codes = self.random.integers(30, 127, (1, self.shape[1], *[1] * (len(self.shape) - 2)))
        if self.kind == "f32":
            numbers = self.constant((codes / 128).astype(np.float32))
        else:
            code_type, _, zero_point = CODES[self.kind]
            numbers = self.decoded(self.constant((codes + zero_point).clip(0, 127).astype(code_type)), 1 / 128)
        self.finish(self.node(op_type, [self.value, numbers]))

    def multiply(self):
        self.with_constant("Mul")

    def shift(self):
        self.with_constant("Add")

    def gate(self):
        """A table of one function, and the product with what it was made of. Floats of Tanh need a C library, which
        not every core's firmware has."""
        before = self.value
        function = ["Sigmoid", "Sigmoid" if self.kind == "f32" else "Tanh", "HardSigmoid"][self.random.integers(3)]
        self.finish(self.node(function, [self.value]), 1 / 64)
        self.finish(self.node("Mul", [before, self.value]))

    def leak(self):
        self.finish(self.node("LeakyRelu", [self.value], alpha=0.1))

    def join(self, scale=1.0):
        """A convolution's outputs, of codes with that scale, beside its inputs."""
        before, channels = self.value, self.shape[1]
        w, b = self.weights((channels, channels, 1, 1))
        self.finish(self.node("Conv", [self.value, w, b]), scale)
        self.finish(self.node("Concat", [before, self.value], axis=1))
        self.shape[1] *= 2

    def twice(self, op_type, **attributes):
        """Two operands without a layer between: the values, and a table's results of them."""
        before = self.value
        self.leak()
        self.finish(self.node(op_type, [before, self.value], **attributes))

    def sum_of_two(self):
        self.twice("Add")

    def join_two(self):
        self.twice("Concat", axis=1)
        self.shape[1] *= 2

    def enlarge(self):
        scales = self.constant(np.array([1, 1, 2, 2], np.float32))
        self.finish(self.node("Resize", [self.value, "", scales], mode="nearest", nearest_mode="floor",
                              coordinate_transformation_mode="asymmetric"))
        self.shape[2:] = [2 * n for n in self.shape[2:]]

    def cut(self):
        starts, ends = self.constant(np.array([1, 0], np.int64)), self.constant(np.array([self.shape[2], self.shape[3] - 1], np.int64))
        self.finish(self.node("Slice", [self.value, starts, ends, self.constant(np.array([2, 3], np.int64))]))
        self.shape[2:] = [n - 1 for n in self.shape[2:]]

    def mean(self):
        self.finish(self.node("GlobalAveragePool", [self.value]))
        self.shape[2:] = [1, 1]

    def mean_of_rows(self):
        self.finish(self.node("ReduceMean", [self.value], axes=[3]))
        self.shape[3] = 1

    def gemm(self):
        inputs = int(np.prod(self.shape[1:]))
        if len(self.shape) == 4:
            self.value = self.node("Flatten", [self.value])
            if self.kind != "f32":
                self.finish(self.value)
        outputs = self.width_between(2, max(min(256, 60_000 // inputs), 3))
        w, b = self.weights((outputs, inputs), share_of_one_scale=0.7)
        self.finish(self.activate(self.node("Gemm", [self.value, w, b], transB=1)))
        self.shape = [1, outputs]

    def softmax(self):
        """Its codes are TFLite's."""
        self.zero_point = None if self.kind == "f32" else np.iinfo(CODES[self.kind][0]).min
        self.finish(self.node("Softmax", [self.value], axis=1), 1 / 256)

    def model(self):
        value, kind = self.nodes[-1].output[0], TensorProto.FLOAT
        if not self.is_real:
            value = self.nodes[-1].input[0]
            self.nodes.pop()
            kind = CODES[self.kind][1]
        inputs = [helper.make_tensor_value_info("x", kind, self.input_shape)]
        outputs = [helper.make_tensor_value_info(value, kind, self.shape)]
        graph = helper.make_graph(self.nodes, "chain", inputs, outputs, self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
        model.ir_version = 7
        onnx.checker.check_model(model)
        return model


def rounded(random, width):
    multiple = random.choice([16, 4, 1], p=[0.4, 0.35, 0.25])
    return int(width // multiple * multiple if width > multiple else width)


def shape_of_input(random, kind):
    channels = int(random.choice([1, 1, 3, 3, 4, 8, 10, 16, 24, 32, 48]))
    most = min((8000 if kind == "i8" else 4000) // channels, 900)
    width = int(random.integers(5, max(int(1.4 * most ** 0.5), 7)))
    return [1, channels, max(most // width, 5), width]


def window_chain(kind, seed, most=6):
    """Convolutions of both kinds, sums and pools; mostly the end of a classifier."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, shape_of_input(random, kind))
    steps = [chain.conv, chain.pixel_conv, chain.depthwise, chain.depthwise, chain.add, chain.pool]
    chain.conv(FIRST_WINDOWS if chain.shape[1] <= 4 else WINDOWS)
    while chain.count < most and min(chain.shape[2:]) > 2:
        steps[random.choice(len(steps), p=[0.25, 0.25, 0.25, 0.1, 0.1, 0.05])]()
    if random.random() < 0.7:
        chain.mean() if random.random() < 0.7 else None
        chain.gemm()
    return chain.model()


def deep_chain(kind, seed):
    """So many layers that some have few of the multiply-accumulates."""
    return window_chain(kind, seed, 18)


def other_chain(kind, seed):
    """What is not a convolution, each between cheap ones."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, shape_of_input(random, kind))
    steps = [chain.pool, chain.multiply, chain.gate, chain.leak, chain.join, chain.enlarge, chain.cut, chain.add, chain.pool]
    if chain.shape[1] < 4:
        chain.conv([((3, 3), 2)])
    while chain.count < 7 and min(chain.shape[2:]) > 2 and np.prod(chain.shape) < 20_000:
        steps[random.choice(len(steps))]()
        if random.random() < 0.3:
            chain.depthwise()
    chain.gemm()
    return chain.model()


def vector_chain(kind, seed, lowest_weight=-127):
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, [1, rounded(random, random.integers(4, 700))])
    chain.lowest_weight = lowest_weight
    for _ in range(3):
        chain.gemm()
    chain.softmax()
    return chain.model()


def all_codes_chain(kind, seed):
    """Weights of -128, too, which some orders do not take."""
    return vector_chain(kind, seed + 50, -128)


def wide_chain(kind, seed):
    """So long vectors that no order of weights is better than the canonical one."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, [1, int(random.integers(1100, 2000))])
    chain.gemm()
    return chain.model()


def end_chain(kind, seed):
    """Begins and ends in floats: what lies between is of codes."""
    random = np.random.default_rng(seed)
    channels, extent = int(random.integers(3, 20)), int(random.integers(4, 9))
    chain = Chain(kind, seed, [1, channels, extent, extent], is_real=True)
    chain.finish(chain.node("Relu", [chain.value]))
    chain.pixel_conv()
    chain.mean()
    chain.gemm()
    chain.node(["Softmax", "LogSoftmax"][seed % 2], [chain.value], axis=1)
    return chain.model()


def shift_chain(kind, seed):
    """Convolutions whose biases are steps of their own."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, shape_of_input(random, kind))
    for _ in range(2):
        chain.conv()
        chain.shift()
    return chain.model()


def vector_shift_chain(kind, seed):
    """Vectors whose biases are steps of their own."""
    chain = Chain(kind, seed, [1, 20 + 37 * (seed % 8)])
    for _ in range(2):
        chain.gemm()
        chain.shift()
    return chain.model()


def equal_chain(kind, seed):
    """Layers that share kernels, as blocks of one width do."""
    random = np.random.default_rng(seed)
    width = 16 + 16 * (seed % 4)
    chain = Chain(kind, seed, [1, width, *map(int, random.integers(6, 13, 2))])
    for _ in range(3 + seed % 2):
        chain.depthwise([((3, 3), 1)])
        chain.conv([((1, 1), 1)], width)
    chain.mean()
    chain.gemm()
    return chain.model()


def pool_chain(kind, seed):
    """Pools with the windows that image networks have."""
    op_types = ["MaxPool", "AveragePool"]
    chain = Chain(kind, seed, [1, 8, 30, 28])
    for i, (kernel, stride) in enumerate([(2, 2), (3, 3), (3, 2), (3, 1)]):
        chain.pool_of(op_types[(seed + i // 2) % 2], kernel, stride)
    return chain.model()


def mean_chain(kind, seed):
    """Means of rows, without a pool beside them."""
    chain = Chain(kind, seed, [1, 8, 14 + seed % 5, 12])
    chain.pixel_conv()
    chain.mean_of_rows()
    chain.gemm()
    return chain.model()


def wide_chain_of_rows(kind, seed):
    """A depthwise layer of wide rows, which their means keep whole: no plan cuts them into columns."""
    random, stride = np.random.default_rng(seed), 1 + seed % 2
    channels, width = int(random.choice([4, 8, 12, 16, 24, 32])), stride * int(random.integers(17, 50))
    chain = Chain(kind, seed, [1, channels, int(random.integers(9, 17)), width])
    chain.depthwise([((3, 3), stride)])
    chain.mean_of_rows()
    chain.gemm()
    return chain.model()


def large_window_chain(kind, seed):
    """Depthwise layers with large windows, over many channels of few pixels or over few of many."""
    random = np.random.default_rng(seed)
    extent = int(random.integers(4, 25))
    channels = min(int(random.integers(16, 240)), 12_000 // extent**2)
    chain = Chain(kind, seed, [1, channels, extent, extent])
    for i in range(2):
        chain.depthwise([LARGE_WINDOWS[(seed + i) % 4]])
    chain.mean()
    chain.gemm()
    return chain.model()


def image_chain(kind, seed):
    """The first layer of a network for wide images or spectrograms, of one or three channels."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, [1, 1 + 2 * (seed % 2), int(random.integers(12, 21)), int(random.integers(40, 97))])
    chain.conv(FIRST_WINDOWS)
    chain.mean()
    chain.gemm()
    return chain.model()


def narrowing_chain(kind, seed):
    """Blocks of a network for images: rows are long and channels few at first, so that small plans cut rows into
    strips."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, [1, 1 + 2 * (seed % 2), int(random.integers(24, 33)), int(random.integers(40, 65))])
    chain.conv([((3, 3), 2)], 8)
    for width in (8, 16, 16):
        chain.depthwise([((3, 3), 1 + int(random.integers(2)))])
        chain.conv([((1, 1), 1)], width)
    chain.mean()
    chain.gemm()
    return chain.model()


def moving_chain(kind, seed):
    """Each operator that is neither a convolution nor a pool, once. Floats without convolutions: what those take without
    a floating-point unit depends on the numbers, and these are not those of networks."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, [1, rounded(random, random.integers(5, 25)), *map(int, random.integers(5, 13, 2))])
    steps = [chain.gate, chain.multiply, chain.shift, chain.leak, chain.cut]
    if kind != "f32":
        steps += [lambda: chain.join(random.choice([0.5, 1])), chain.add]
    for step in random.permutation(len(steps)):
        steps[step]()
    chain.enlarge()
    chain.mean()
    chain.gemm()
    return chain.model()


def unlayered_chain(kind, seed):
    """Without convolutions: codes of uint8 become int8 where a layer is near, and stay what they are here."""
    random = np.random.default_rng(seed)
    shape = [1, rounded(random, random.integers(4, 17)), *map(int, random.integers(12, 21, 2))]
    chain = Chain(kind, seed, shape, is_real=seed % 3 == 0)
    if chain.is_real:
        chain.finish(chain.node("Relu", [chain.value]))
    steps = [chain.gate, chain.gate, chain.multiply, chain.shift, chain.cut, chain.sum_of_two, chain.pool, chain.pool, chain.join_two]
    for step in random.permutation(len(steps)):
        steps[step]()
    chain.enlarge()
    chain.mean() if seed % 2 else chain.mean_of_rows()
    if chain.is_real:
        chain.node("Softmax", [chain.value], axis=1)
    elif seed % 4 > 1:
        chain.softmax()
    return chain.model()


def sums_chain(kind, seed):
    """Layers of codes whose results are read as floats."""
    random = np.random.default_rng(seed)
    channels = int(random.choice([3, 8, 16, 24, 32]))
    chain = Chain(kind, seed, [1, channels, *map(int, random.integers(7, 15, 2))])
    chain.has_sums = True
    steps = [chain.conv, chain.pixel_conv, chain.depthwise, chain.depthwise]
    while chain.count < 4 and min(chain.shape[2:]) > 2:
        steps[random.integers(len(steps))]()
    chain.gemm()
    chain.gemm()
    return chain.model()


def wide_sums_chain(kind, seed):
    """Vectors so long that weights stay canonical, and windows that no special kernel takes."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, [1, int(random.choice([4, 12, 20])), *map(int, random.integers(10, 18, 2))])
    chain.has_sums = True
    chain.depthwise([((5, 5), 1), ((5, 5), 2), ((3, 1), 1), ((7, 7), 1)])
    chain.gemm()
    return chain.model()


def dynamic_chain(kind, seed):
    """Layers whose scales are found in the run."""
    random = np.random.default_rng(seed)
    chain = Chain(kind, seed, [1, int(random.choice([3, 8, 16, 24])), *map(int, random.integers(7, 13, 2))])
    steps = [chain.dynamic_conv, chain.dynamic_depthwise]
    while chain.count < 3 and min(chain.shape[2:]) > 2:
        steps[random.integers(len(steps))]()
    chain.dynamic_gemm()
    chain.dynamic_gemm()
    return chain.model()


CHAINS = {"i8": (window_chain, 22, other_chain, 9, vector_chain, 6),
          "f32": (window_chain, 6, other_chain, 3, vector_chain, 3),
          "u8": (window_chain, 7, other_chain, 2, vector_chain, 2)}
MORE = {"with_ends": (end_chain, {"i8": 2, "u8": 2}),
        "wide": (wide_chain, {"i8": 4}),
        "deep": (deep_chain, {"i8": 4, "u8": 1, "f32": 2}),
        "pool": (pool_chain, {"i8": 2, "u8": 2, "f32": 2}),
        "shift": (shift_chain, {"i8": 2, "u8": 3, "f32": 2}),
        "vector_shift": (vector_shift_chain, {"i8": 2, "u8": 2}),
        "equal": (equal_chain, {"i8": 2, "f32": 4}),
        "mean": (mean_chain, {"i8": 2, "u8": 2, "f32": 2}),
        "all_codes": (all_codes_chain, {"i8": 5}),
        "wide_images": (image_chain, {"i8": 8}),
        "large_windows": (large_window_chain, {"i8": 12}),
        "wide_rows": (wide_chain_of_rows, {"i8": 12}),
        "narrowing": (narrowing_chain, {"i8": 6}),
        "with_moves": (moving_chain, {"i8": 4, "u8": 3, "f32": 3}),
        "without_layers": (unlayered_chain, {"u8": 10}),
        "sums": (sums_chain, {"i8": 16}),
        "dynamic": (dynamic_chain, {"f32": 12}),
        "wide_sums": (wide_sums_chain, {"i8": 6})}


def chains():
    """Names, and what makes each model."""
    for kind, sorts in CHAINS.items():
        for make, count in zip(sorts[::2], sorts[1::2]):
            for i in range(count):
                yield f"{kind}_{make.__name__.removesuffix('_chain')}_{i}", make, kind, 1000 + i
    for name, (make, counts) in MORE.items():
        for kind, count in counts.items():
            for i in range(count):
                yield f"{name}_{kind}_{i}", make, kind, 1000 + i


def main():
    for name, make, kind, seed in chains():
        write_if_changed(Path(sys.argv[1]) / name / "model.onnx", make(kind, seed).SerializeToString())


if __name__ == "__main__":
    main()
