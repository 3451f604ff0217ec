#!/usr/bin/python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Makes the small models of the tests beside this file, with inputs and ONNX Runtime's outputs.

Weights and inputs are drawn from a seed. The results are committed; run this only to change them.
Needs what tests/helpers/make_steps.py needs: make_models.py --ort FOLDER.
"""

import argparse
import os
import shutil
import sys
from collections import defaultdict
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "helpers"))
from make_steps import exposed, run, write_steps  # noqa: E402

SETS = 3


class Network:
    """Nodes and constants of a graph that is written down from input to output."""

    opset, ir_version = 13, 7

    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, array):
        self.constants.append(numpy_helper.from_array(np.asarray(array), name))
        return name

    def node(self, op_type, inputs, output, **attributes):
        self.nodes.append(helper.make_node(op_type, inputs, [output], name=output, **attributes))
        return output

    def model(self, inputs, outputs):
        graph = helper.make_graph(self.nodes, "tests", [value_info(*i) for i in inputs],
                                  [value_info(*o) for o in outputs], self.constants)
        model = helper.make_model(graph, producer_name="make_models.py",
                                  opset_imports=[helper.make_opsetid("", self.opset)])
        model.ir_version = self.ir_version
        if self.opset <= onnx.defs.onnx_opset_version():
            onnx.checker.check_model(model)
        return model


def value_info(name, type, dims):
    return helper.make_tensor_value_info(name, type, dims)


class Quantized(Network):
    """The same with QuantizeLinear and DequantizeLinear around every value, int8."""

    code = np.int8

    def __init__(self, ranges):
        super().__init__()
        self.scales = {name: self.scale(low, high) for name, (low, high) in ranges.items()}

    @staticmethod
    def scale(low, high):
        """Scale and zero point of int8 codes for [low, high], which is made to contain 0."""
        low, high = min(low, 0), max(high, 0)
        scale = np.float32((high - low) / 255)
        return scale, int(np.rint(-128 - low / scale))

    def parameters(self, name, scale, zero_point):
        return [self.constant(name + "_scale", np.float32(scale)),
                self.constant(name + "_zero_point", self.code(zero_point))]

    def dequantize(self, codes, name, parameters, **attributes):
        return self.node("DequantizeLinear", [codes, *parameters], name + "_real", **attributes)

    def requantized(self, value):
        """What follows a value: its codes, and the reals that these stand for."""
        parameters = self.parameters(value, *self.scales[value])
        codes = self.node("QuantizeLinear", [value, *parameters], value + "_codes")
        return self.dequantize(codes, value, parameters)

    def input_codes(self, name):
        return self.dequantize(name, name, self.parameters(name, *self.scales[name]))

    def output_codes(self, value, output):
        """The codes of a value as the model's output."""
        parameters = self.parameters(value, *self.scales[value])
        return self.node("QuantizeLinear", [value, *parameters], output)

    def weights(self, name, array):
        """Per output channel, symmetric. Gives the reals and the scales."""
        scale = np.abs(array).reshape(len(array), -1).max(1) / np.float32(127)
        shape = (-1,) + (1,) * (array.ndim - 1)
        codes = np.clip(np.rint(array / scale.reshape(shape)), -127, 127).astype(np.int8)
        parameters = [self.constant(name + "_scale", scale.astype(np.float32)),
                      self.constant(name + "_zero_point", np.zeros(len(array), np.int8))]
        return self.dequantize(self.constant(name, codes), name, parameters, axis=0), scale

    def bias(self, name, array, scale):
        parameters = [self.constant(name + "_scale", scale.astype(np.float32))]
        codes = np.rint(array / scale).astype(np.int32)
        return self.dequantize(self.constant(name, codes), name, parameters, axis=0)

    def layer(self, op_type, value, source, name, weights, bias, **attributes):
        """Conv or Gemm of `value`, whose codes are those of `source`."""
        w, w_scale = self.weights(name + "_weights", weights)
        b = self.bias(name + "_bias", bias, w_scale * self.scales[source][0])
        return self.node(op_type, [value, w, b], name, **attributes)


class QuantizedTo16Bits(Quantized):
    """The same with activations of int16 around zero, which ONNX has from opset 21 on."""

    opset, ir_version = 21, 10
    code = np.int16

    @staticmethod
    def scale(low, high):
        return np.float32(max(-low, high) / 32767), 0


def conv_parameters(seed):
    random = np.random.default_rng(seed)
    draw = lambda *shape: random.normal(0, 0.5, shape).astype(np.float32)
    return {"conv": (draw(4, 2, 3, 3), draw(4)), "scores": (draw(3, 36), draw(3))}


CONV_INPUT = ("image", [1, 2, 6, 6])


def conv_float(parameters):
    """Convolution with padding and stride, Relu, flatten, fully connected, Softmax: 756 MACs."""
    n = Network()
    conv = n.node("Conv", ["image", n.constant("conv_weights", parameters["conv"][0]),
                           n.constant("conv_bias", parameters["conv"][1])], "conv",
                  pads=[1, 1, 1, 1], strides=[2, 2])
    flat = n.node("Flatten", [n.node("Relu", [conv], "relu")], "flat")
    scores = n.node("Gemm", [flat, n.constant("scores_weights", parameters["scores"][0]),
                             n.constant("scores_bias", parameters["scores"][1])], "scores",
                    transB=1)
    n.node("Softmax", [scores], "probabilities", axis=1)
    return n.model([("image", TensorProto.FLOAT, CONV_INPUT[1])],
                   [("probabilities", TensorProto.FLOAT, [1, 3])])


def conv_codes(kind, type, parameters, ranges):
    """The same quantized, with codes as input and output."""
    n = kind({**ranges, "flat": ranges["relu"], "probabilities": (0, 255 / 256)})
    conv = n.layer("Conv", n.input_codes("image"), "image", "conv", *parameters["conv"],
                   pads=[1, 1, 1, 1], strides=[2, 2])
    relu = n.requantized(n.node("Relu", [conv], "relu"))
    flat = n.requantized(n.node("Flatten", [relu], "flat"))
    scores = n.requantized(n.layer("Gemm", flat, "flat", "scores", *parameters["scores"], transB=1))
    n.output_codes(n.node("Softmax", [scores], "probabilities", axis=1), "classes")
    return n.model([("image", type, CONV_INPUT[1])], [("classes", type, [1, 3])])


def wave_parameters():
    """A network of 8 hidden units that interpolates a sine between 0 and 2 pi."""
    knots = np.linspace(0, 2 * np.pi, 9)
    slopes = np.diff(np.sin(knots)) / np.diff(knots)
    bends = np.diff(slopes, prepend=0)
    bends[np.abs(bends) < 1e-9] = 0  # at pi, where the last bits of sin() decide
    return {"hidden": (np.ones((8, 1), np.float32), -knots[:8].astype(np.float32)),
            "sine": (bends.astype(np.float32).reshape(1, 8), np.zeros(1, np.float32))}


def wave_float(parameters):
    n = Network()
    hidden = n.node("Gemm", ["angle", n.constant("hidden_weights", parameters["hidden"][0]),
                             n.constant("hidden_bias", parameters["hidden"][1])], "hidden",
                    transB=1)
    relu = n.node("Relu", [hidden], "relu")
    n.node("Gemm", [relu, n.constant("sine_weights", parameters["sine"][0]),
                    n.constant("sine_bias", parameters["sine"][1])], "sine", transB=1)
    return n.model([("angle", TensorProto.FLOAT, [1, 1])], [("sine", TensorProto.FLOAT, [1, 1])])


def wave_int8(parameters, ranges):
    """The same quantized, with float input and output."""
    n = Quantized({**ranges, "angle": (0, 2 * np.pi)})
    angle = n.requantized("angle")
    hidden = n.layer("Gemm", angle, "angle", "hidden", *parameters["hidden"], transB=1)
    relu = n.requantized(n.node("Relu", [hidden], "relu"))
    sine = n.requantized(n.layer("Gemm", relu, "relu", "sine", *parameters["sine"], transB=1))
    n.nodes[-1].output[0] = "result"
    return n.model([("angle", TensorProto.FLOAT, [1, 1])], [("result", TensorProto.FLOAT, [1, 1])])


def mix_int8():
    """Two inputs of different scales, two outputs: their sum, and the first one pooled."""
    n = Quantized({"left": (-1, 1), "right": (-4, 4), "sum": (-5, 5)})
    left, right = n.input_codes("left"), n.input_codes("right")
    n.output_codes(n.node("Add", [left, right], "sum"), "total")
    n.scales["pooled"] = n.scales["left"]
    pooled = n.node("MaxPool", [left], "pooled", kernel_shape=[2, 2], strides=[2, 2])
    n.output_codes(pooled, "largest")
    return n.model([(name, TensorProto.INT8, [1, 3, 4, 4]) for name in ("left", "right")],
                   [("total", TensorProto.INT8, [1, 3, 4, 4]),
                    ("largest", TensorProto.INT8, [1, 3, 2, 2])])


def blocks_int16():
    """Convolutions of both kinds, a gate, a residual sum, every pool, a fully connected layer."""
    random = np.random.default_rng(5)
    draw = lambda *shape: random.normal(0, 0.5, shape).astype(np.float32)
    n = QuantizedTo16Bits({"image": (-4, 4), "relu": (0, 9.7), "depth": (-12.1, 12.1),
                           "gate": (0, 1), "gated": (-0.3, 12.3), "sum": (-0.3, 16.9),
                           "flat": (0, 16.9), "mean": (0, 7.1), "scores": (-24, 25.7),
                           "probabilities": (0, 1), "tanh": (-1, 1), "smooth": (0, 13.9)})
    n.scales["largest"] = n.scales["flat"] = n.scales["sum"]
    conv = n.layer("Conv", n.input_codes("image"), "image", "conv", draw(6, 4, 3, 3), draw(6),
                   pads=[1, 1, 1, 1], strides=[2, 2])
    relu = n.requantized(n.node("Relu", [conv], "relu"))
    depth = n.requantized(n.layer("Conv", relu, "relu", "depth", draw(6, 1, 3, 3), draw(6),
                                  pads=[1, 1, 1, 1], group=6))
    gate = n.requantized(n.node("Sigmoid", [depth], "gate"))
    gated = n.requantized(n.node("Mul", [depth, gate], "gated"))
    total = n.requantized(n.node("Add", [relu, gated], "sum"))
    largest = n.requantized(n.node("MaxPool", [total], "largest", kernel_shape=[2, 2],
                                   strides=[2, 2]))
    flat = n.requantized(n.node("Flatten", [largest], "flat"))
    scores = n.requantized(n.layer("Gemm", flat, "flat", "scores", draw(5, 24), draw(5), transB=1))
    n.output_codes(n.node("Softmax", [scores], "probabilities", axis=1), "classes")
    mean = n.requantized(n.node("GlobalAveragePool", [total], "mean"))
    n.output_codes(n.node("Tanh", [mean], "tanh"), "moods")
    n.output_codes(n.node("AveragePool", [total], "smooth", kernel_shape=[3, 3],
                          pads=[1, 1, 1, 1]), "map")
    return n.model([("image", TensorProto.INT16, [1, 4, 8, 8])],
                   [("classes", TensorProto.INT16, [1, 5]),
                    ("moods", TensorProto.INT16, [1, 6, 1, 1]),
                    ("map", TensorProto.INT16, [1, 6, 4, 4])])


def ranges_of(model, feeds, ort):
    """Lowest and highest value of everything in a float model."""
    results = run(exposed(model), feeds, ort)
    seen = [{**feed, **values} for feed, values in zip(feeds, results)]
    return {name: (min(float(values[name].min()) for values in seen),
                   max(float(values[name].max()) for values in seen)) for name in seen[0]}


def as_codes(kind, feeds, ranges):
    def codes(name, array):
        scale, zero_point = kind.scale(*ranges[name])
        limits = np.iinfo(kind.code)
        exact = np.rint(array / scale) + zero_point
        return np.clip(exact, limits.min, limits.max).astype(kind.code)
    return [{name: codes(name, array) for name, array in feed.items()} for feed in feeds]


def add_branches(lists, random, tree, depth, features):
    """A branch or a leaf, and all below it, in preorder; gives its number in the tree."""
    place = len(lists["nodes_treeids"])
    number = place - lists["nodes_treeids"].index(tree) if tree in lists["nodes_treeids"] else 0
    is_leaf = depth == 0 or random.random() < 0.2
    entry = {"treeids": tree, "nodeids": number, "featureids": int(random.integers(features)),
             "values": float(np.float32(random.normal())), "truenodeids": 0, "falsenodeids": 0,
             "modes": "LEAF" if is_leaf else str(random.choice(["BRANCH_LEQ", "BRANCH_GT"])),
             "missing_value_tracks_true": int(random.integers(2))}
    for name, value in entry.items():
        lists["nodes_" + name].append(value)
    if is_leaf:
        for label, weight in enumerate(random.dirichlet(np.ones(3))):
            for name, value in {"treeids": tree, "nodeids": number, "ids": label,
                                "weights": float(np.float32(weight / 4))}.items():
                lists["class_" + name].append(value)
    else:
        for name in ["nodes_truenodeids", "nodes_falsenodeids"]:
            lists[name][place] = add_branches(lists, random, tree, depth - 1, features)
    return number


def forest_float(random, trees=12, features=6):
    lists = defaultdict(list)
    for tree in range(trees):
        add_branches(lists, random, tree, 4, features)
    node = helper.make_node("TreeEnsembleClassifier", ["features"], ["label", "probabilities"],
                            name="forest", domain="ai.onnx.ml", classlabels_int64s=[2, 5, 9],
                            post_transform="SOFTMAX", **lists)
    graph = helper.make_graph([node], "tests", [value_info("features", 1, [1, features])],
                              [value_info("probabilities", 1, [1, 3])])
    model = helper.make_model(graph, producer_name="make_models.py",
                              opset_imports=[helper.make_opsetid("ai.onnx.ml", 1),
                                             helper.make_opsetid("", 13)])
    model.ir_version = 7
    return model


def write_tensors(folder, stem, arrays):
    for i, (name, array) in enumerate(arrays.items()):
        tensor = numpy_helper.from_array(array, name)
        (folder / f"{stem}_{i}.pb").write_bytes(tensor.SerializeToString())


def write_model(name, model, feeds, ort, steps=False):
    directory = HERE / name
    shutil.rmtree(directory, ignore_errors=True)
    outputs = [value.name for value in model.graph.output]
    for k, (feed, values) in enumerate(zip(feeds, run(exposed(model), feeds, ort))):
        folder = directory / f"test_data_set_{k}"
        folder.mkdir(parents=True)
        write_tensors(folder, "input", feed)
        write_tensors(folder, "output", {name: values[name] for name in outputs})
        if steps and k == 0:
            write_steps(values, folder / "steps")
    onnx.save(model, str(directory / "model.onnx"))
    print(f"{name}: {(directory / 'model.onnx').stat().st_size} bytes")


def make_convs(ort):
    random = np.random.default_rng(3)
    images = [{"image": random.normal(0, 1, CONV_INPUT[1]).astype(np.float32)} for _ in range(16)]
    parameters = conv_parameters(7)
    model = conv_float(parameters)
    ranges = ranges_of(model, images, ort)
    write_model("conv_float", model, images[:SETS], ort)
    for name, kind, type in (("conv_int8", Quantized, TensorProto.INT8),
                             ("conv_int16", QuantizedTo16Bits, TensorProto.INT16)):
        quantized = conv_codes(kind, type, parameters, ranges)
        write_model(name, quantized, as_codes(kind, images[:SETS], ranges), ort,
                    steps=kind is Quantized)


def make_waves(ort):
    angles = [{"angle": np.full((1, 1), x, np.float32)} for x in np.linspace(0.1, 6, 16)]
    parameters = wave_parameters()
    model = wave_float(parameters)
    ranges = ranges_of(model, angles, ort)
    some = angles[::6]
    write_model("wave_float", model, some, ort)
    write_model("wave_int8", wave_int8(parameters, ranges), some, ort)


def make_mix(ort):
    random = np.random.default_rng(11)
    draw = lambda: random.integers(-128, 128, (1, 3, 4, 4)).astype(np.int8)
    feeds = [{"left": draw(), "right": draw()} for _ in range(SETS)]
    write_model("mix_int8", mix_int8(), feeds, ort)


def make_blocks(ort):
    random = np.random.default_rng(13)
    draw = lambda: np.clip(random.normal(0, 8192, (1, 4, 8, 8)), -32768, 32767).astype(np.int16)
    feeds = [{"image": draw()} for _ in range(SETS)]
    write_model("blocks_int16", blocks_int16(), feeds, ort, steps=True)


def make_forest(ort):
    random = np.random.default_rng(17)
    model = forest_float(random)
    feeds = [{"features": random.normal(0, 1, (1, 6)).astype(np.float32)} for _ in range(SETS)]
    feeds[1]["features"][0, 2] = np.nan
    write_model("forest_float", model, feeds, ort)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ort", type=Path, default=os.environ.get("TIGRIS_ORT"), metavar="FOLDER")
    ort = parser.parse_args().ort
    make_convs(ort)
    make_waves(ort)
    make_mix(ort)
    make_blocks(ort)
    make_forest(ort)


if __name__ == "__main__":
    main()
