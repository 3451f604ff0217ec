#!/usr/bin/python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes the layers that CMSIS-NN, TinyEngine and others are compared on, as ONNX models.

usage: make_layers.py FOLDER      writes FOLDER/<layer>/model.onnx

int8 with zero points of -5 and 3, weights per channel over their whole range, drawn from a seed.
The multipliers bring results to about a fifth of int8's range, so that some saturate. Layers named
..._float are the same in float32, those named ..._dynamic with scales that are computed at run time.
net_... are small networks.
"""

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

ZERO_POINT_IN, ZERO_POINT_OUT = -5, 3


class Layer:
    """One operator between QuantizeLinear and DequantizeLinear."""

    element = TensorProto.INT8

    def __init__(self, seed):
        self.nodes, self.constants = [], []
        self.random = np.random.default_rng(seed)

    def constant(self, name, array):
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, op_type, inputs, output, **attributes):
        self.nodes.append(helper.make_node(op_type, inputs, [output], name=output, **attributes))
        return output

    def parameters(self, name, scale, zero_point):
        return [self.constant(name + "_scale", scale), self.constant(name + "_zero", zero_point)]

    def input(self, name="x", zero_point=ZERO_POINT_IN):
        scale = self.parameters(name, np.float32(1), np.int8(zero_point))
        return self.node("DequantizeLinear", [name, *scale], name + "_real")

    def output(self, value, scale=1, zero_point=ZERO_POINT_OUT):
        scale = self.parameters("y", np.float32(scale), np.int8(zero_point))
        return self.node("QuantizeLinear", [value, *scale], "y")

    def weights_and_bias(self, shape):
        """Reals behind int8 weights and int32 biases."""
        products = int(np.prod(shape[1:]))
        scales = self.random.uniform(0.5, 1.5, shape[0]) * 25 / (5400 * products ** 0.5)
        scales = scales.astype(np.float32)
        codes = self.random.integers(-127, 128, shape, np.int8)
        w = self.node("DequantizeLinear",
                      [self.constant("w", codes),
                       *self.parameters("w", scales, np.zeros(shape[0], np.int8))], "w_real", axis=0)
        codes = self.random.integers(-5000, 5000, shape[0], np.int32)
        b = self.node("DequantizeLinear",
                      [self.constant("b", codes), self.constant("b_scale", scales)], "b_real", axis=0)
        return [w, b]

    def model(self, inputs, output):
        values = [helper.make_tensor_value_info(name, self.element, dims)
                  for name, dims in [*inputs.items(), ("y", output)]]
        graph = helper.make_graph(self.nodes, "layer", values[:-1], values[-1:], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)])
        model.ir_version = 7
        onnx.checker.check_model(model)
        return model


class RealLayer(Layer):
    """One operator on float32. Results are about as large as inputs."""

    element = TensorProto.FLOAT

    def input(self, name="x"):
        return name

    def output(self, value):
        self.nodes[-1].output[0] = "y"

    def weights_and_bias(self, shape):
        products = int(np.prod(shape[1:]))
        w = self.random.uniform(-1, 1, shape) * (3 / products) ** 0.5
        b = self.random.uniform(-1, 1, shape[0])
        return [self.constant("w", w.astype(np.float32)), self.constant("b", b.astype(np.float32))]


class DynamicLayer(RealLayer):
    """A convolution as ONNX Runtime's quantize_dynamic writes it, with a Relu."""

    def weights_and_bias(self, shape):
        products = int(np.prod(shape[1:]))
        self.scales = self.random.uniform(0.5, 1.5, shape[0]).astype(np.float32) / (127 * products ** 0.5)
        w = self.random.integers(-127, 128, shape, np.int8)
        return [self.constant("w", w), self.constant("b", self.random.uniform(-1, 1, shape[0]).astype(np.float32))]

    def node(self, op_type, inputs, output, **attributes):
        if op_type != "Conv":
            return super().node(op_type, inputs, output, **attributes)
        x, w, b = inputs
        channels = len(self.scales)
        self.nodes.append(helper.make_node("DynamicQuantizeLinear", [x], ["x_codes", "x_scale", "x_zero"]))
        zeros = self.constant("w_zero", np.zeros(1, np.int8))
        self.node("ConvInteger", ["x_codes", w, "x_zero", zeros], "sums", **attributes)
        self.node("Cast", ["sums"], "sums_real", to=TensorProto.FLOAT)
        self.node("Mul", ["x_scale", self.constant("w_scale", self.scales.reshape(channels, 1, 1))], "scale")
        self.node("Mul", ["sums_real", "scale"], "products")
        self.constants[1].CopyFrom(numpy_helper.from_array(
            numpy_helper.to_array(self.constants[1]).reshape(channels, 1, 1), b))
        self.node("Add", ["products", b], "biased")
        return self.node("Relu", ["biased"], output)


class StaticNetwork(Layer):
    """Layers with a Relu each, int8 with scales of the file."""

    def reals(self, name, codes, scale, zero_point):
        return self.node("DequantizeLinear",
                         [codes, *self.parameters(name, np.float32(scale), np.int8(zero_point))], name + "_real")

    def requantized(self, value, name, zero_point):
        """As codes for numbers from 0, or around it, up to about 4."""
        codes = self.node("QuantizeLinear",
                          [value, *self.parameters(name, np.float32(1 / 64), np.int8(zero_point))], name)
        return codes if name == "y" else self.reals(name + "_codes", codes, 1 / 64, zero_point)

    def input(self):
        return self.reals("x", "x", 1 / 64, 0)

    def copied(self, value):
        return self.requantized(value, value + "_out", -128)

    def layer(self, op_type, value, name, weights, scale, bias, **attributes):
        w = self.reals(name + "_w", self.constant(name + "_weights", weights), scale, 0)
        b_scale = self.constant(name + "_b_scale", np.float32(scale / 64))
        b = self.node("DequantizeLinear",
                      [self.constant(name + "_b", np.rint(bias * 64 / scale).astype(np.int32)), b_scale],
                      name + "_b_real")
        if op_type == "MatMul":
            value = self.node("Add", [self.node("MatMul", [value, w], name + "_products"), b], name + "_sums")
            return self.requantized(value, "y", 0)
        value = self.node(op_type, [value, w, b], name + "_sums", **attributes)
        return self.requantized(self.node("Relu", [value], name + "_relu"), name + "_out", -128)


class DynamicNetwork(RealLayer):
    """The same as quantize_dynamic writes it."""

    def copied(self, value):
        return value

    def layer(self, op_type, value, name, weights, scale, bias, **attributes):
        codes = [name + "_codes", name + "_scale", name + "_zero"]
        self.nodes.append(helper.make_node("DynamicQuantizeLinear", [value], codes))
        w = self.constant(name + "_weights", weights)
        sums = self.node(op_type + "Integer", [codes[0], w, codes[2]], name + "_sums", **attributes)
        sums = self.node("Cast", [sums], name + "_reals", to=TensorProto.FLOAT)
        scale = self.node("Mul", [codes[1], self.constant(name + "_w_scale", np.float32(scale))], name + "_scales")
        value = self.node("Mul", [sums, scale], name + "_products")
        if op_type == "MatMul":
            return self.node("Add", [value, self.constant(name + "_b", bias)], "y")
        value = self.node("Add", [value, self.constant(name + "_b", bias.reshape(-1, 1, 1))], name + "_biased")
        return self.node("Relu", [value], name + "_out")


def same_padding(extent, kernel, stride):
    """Padding of TFLite's SAME: one more behind than before, where it is odd."""
    total = max((-(-extent // stride) - 1) * stride + kernel - extent, 0)
    return total // 2, total - total // 2


def conv(height, width, channels_in, channels_out, kernel, stride=1, group=1, kind=Layer):
    layer = kind(1)
    w, b = layer.weights_and_bias((channels_out, channels_in // group, kernel, kernel))
    (top, bottom), (left, right) = (same_padding(n, kernel, stride) for n in (height, width))
    y = layer.node("Conv", [layer.input(), w, b], "conv", pads=[top, left, bottom, right],
                   strides=[stride, stride], group=group)
    layer.output(y)
    return layer.model({"x": [1, channels_in, height, width]},
                       [1, channels_out, -(-height // stride), -(-width // stride)])


def depthwise(height, width, channels, stride=1, kind=Layer):
    return conv(height, width, channels, channels, 3, stride, channels, kind)


def fully_connected(inputs, outputs, kind=Layer):
    layer = kind(2)
    w, b = layer.weights_and_bias((outputs, inputs))
    layer.output(layer.node("Gemm", [layer.input(), w, b], "gemm", transB=1))
    return layer.model({"x": [1, inputs]}, [1, outputs])


def add(height, width, channels):
    layer, dims = Layer(3), [1, channels, height, width]
    layer.output(layer.node("Add", [layer.input("x"), layer.input("z", 7)], "add"), 1.5)
    return layer.model({"x": dims, "z": dims}, dims)


def average_pool(height, width, channels):
    layer = Layer(4)
    layer.output(layer.node("GlobalAveragePool", [layer.input()], "pool"))
    return layer.model({"x": [1, channels, height, width]}, [1, channels, 1, 1])


def softmax(classes):
    layer = Layer(5)
    scale = layer.parameters("x", np.float32(0.1), np.int8(ZERO_POINT_IN))
    x = layer.node("DequantizeLinear", ["x", *scale], "x_real")
    layer.output(layer.node("Softmax", [x], "softmax", axis=1), 1 / 256, -128)
    return layer.model({"x": [1, classes]}, [1, classes])


def network(kind):
    """Three pairs of a depthwise layer and one of 1x1, as in mobile networks: 4 048 weights."""
    net = kind(6)

    def drawn(*shape):
        products = int(np.prod(shape[1:]))
        return (net.random.integers(-127, 128, shape, np.int8), 3 / 127 / products ** 0.5,
                net.random.uniform(-1, 1, shape[0]).astype(np.float32))

    value, channels = net.input(), 3
    for k, (outputs, kernel, stride, group) in enumerate([
            (8, 3, 2, 1), (8, 3, 1, 8), (16, 1, 1, 1), (16, 3, 2, 16), (32, 1, 1, 1), (32, 3, 1, 32), (64, 1, 1, 1)]):
        value = net.layer("Conv", value, f"layer{k}", *drawn(outputs, channels // group, kernel, kernel),
                          pads=[kernel // 2] * 4, strides=[stride, stride], group=group)
        channels = outputs
    value = net.copied(net.node("GlobalAveragePool", [value], "pool"))
    value = net.copied(net.node("Flatten", [value], "flat"))
    weights, scale, bias = drawn(10, channels)
    net.layer("MatMul", value, "classes", np.ascontiguousarray(weights.T), scale, bias)
    return net.model({"x": [1, 3, 64, 64]}, [1, 10])


LAYERS = {
    "a": lambda: conv(32, 32, 16, 16, 3),
    "b": lambda: conv(96, 96, 3, 8, 3, 2),
    "c1": lambda: conv(24, 24, 32, 64, 1),
    "c2": lambda: conv(25, 5, 64, 64, 1),
    "c3": lambda: conv(24, 24, 16, 64, 1),
    "c4": lambda: conv(16, 16, 48, 48, 1),
    "d1": lambda: depthwise(25, 5, 64),
    "d2": lambda: depthwise(48, 48, 16),
    "d3": lambda: depthwise(25, 5, 64, 2),
    "d4": lambda: depthwise(48, 48, 16, 2),
    "e": lambda: fully_connected(640, 128),
    "f": lambda: add(32, 32, 16),
    "g1": lambda: average_pool(8, 8, 64),
    "g2": lambda: average_pool(25, 5, 64),
    "h": lambda: softmax(10),
    "a_float": lambda: conv(32, 32, 16, 16, 3, kind=RealLayer),
    "c2_float": lambda: conv(25, 5, 64, 64, 1, kind=RealLayer),
    "d1_float": lambda: depthwise(25, 5, 64, kind=RealLayer),
    "c4_dynamic": lambda: conv(16, 16, 48, 48, 1, kind=DynamicLayer),
    "d2_dynamic": lambda: depthwise(48, 48, 16, kind=DynamicLayer),
    "e_float": lambda: fully_connected(640, 128, kind=RealLayer),
    "net_static": lambda: network(StaticNetwork),
    "net_dynamic": lambda: network(DynamicNetwork),
}


def write_if_changed(path, data):
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def main():
    for name, make in LAYERS.items():
        write_if_changed(Path(sys.argv[1]) / name / "model.onnx", make().SerializeToString())


if __name__ == "__main__":
    main()
