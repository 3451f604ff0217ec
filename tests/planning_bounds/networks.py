#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""networks.py FAMILY STEPS FILE: writes an ONNX network of about so many steps, whose graph is hard
for planners. The same bytes each time; no library is needed."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from onnx_messages import declaration, field, floats, message  # noqa: E402

FLOAT, INT, INTS = 1, 2, 7  # TensorProto.FLOAT, AttributeProto.INT and INTS
CHANNELS = 4


class Network:
    """A graph that is written down from inputs to outputs; values are names."""

    def __init__(self, height=8):
        self.dims = [1, CHANNELS, height, 8]
        self.parts, self.steps = [], 0
        self.initializer("weights", [CHANNELS, CHANNELS, 3, 3])

    def initializer(self, name, dims):
        count = dims[0] * dims[1] * dims[2] * dims[3]
        tensor = floats(dims, [(i * 7 % 11 - 5) / 64 for i in range(count)])
        self.parts.append((5, tensor + field(8, name)))

    def input(self, name="x"):
        self.parts.append((11, declaration(name, FLOAT, self.dims)))
        return name

    def output(self, value):
        self.parts.append((12, message((1, value))))

    def node(self, op_type, *inputs, **attributes):
        name = f"{op_type}_{self.steps}"
        self.steps += 1
        texts = [(1, value) for value in inputs] + [(2, name), (3, name), (4, op_type)]
        self.parts.append((1, message(*texts, *((5, attribute(*each)) for each in
                                                attributes.items()))))
        return name

    def conv(self, value):
        return self.node("Conv", value, "weights", pads=[1, 1, 1, 1])

    def concat(self, *values):
        """Of any count of values; a Conv makes the usual channels of theirs."""
        wide = self.node("Concat", *values, axis=1)
        weights = f"weights_{len(values)}"
        if not any(field(8, weights) in part for number, part in self.parts if number == 5):
            self.initializer(weights, [CHANNELS, CHANNELS * len(values), 1, 1])
        return self.node("Conv", wide, weights)

    def bytes(self):
        graph = message(*self.parts, (2, "network"))
        return message((1, 8), (7, graph), (8, message((1, ""), (2, 13))))


def attribute(name, value):
    if isinstance(value, int):
        return message((1, name), (3, value), (20, INT))
    return message((1, name), *((8, number) for number in value), (20, INTS))


def chain(steps):
    """Convolutions and curves in turn."""
    net = Network(height=32)
    value = net.input()
    while net.steps < steps:
        value = net.node("Sigmoid", net.conv(value))
    net.output(value)
    return net


def curves(steps):
    """One-to-one steps only."""
    net = Network()
    value = net.input()
    while net.steps < steps:
        value = net.node("Sigmoid", value)
    net.output(value)
    return net


def ladder(steps):
    """Two chains, each of whose steps reads both."""
    net = Network()
    left, right = net.input(), net.input("z")
    while net.steps < steps:
        left, right = net.node("Add", left, right), net.node("Mul", right, net.conv(left))
    net.output(left)
    net.output(right)
    return net


def fan(steps):
    """One value, many branches, one Concat."""
    net = Network()
    value = net.input()
    net.output(net.concat(*(net.node("Sigmoid", net.conv(value)) for _ in range((steps - 2) // 2))))
    return net


def sum_of_fan(steps):
    """Branches that all live until a chain of Adds has taken them in, the last one first."""
    net = Network()
    value = net.input()
    branches = [net.conv(value) for _ in range(steps // 2)]
    total = branches.pop()
    while branches:
        total = net.node("Add", branches.pop(), total)
    net.output(total)
    return net


def tree(steps):
    """A binary tree of Concats over branches of one value."""
    net = Network()
    value = net.input()
    row = [net.node("Sigmoid", value) for _ in range(max(2, steps // 3))]
    while len(row) > 1:
        pairs = [net.concat(*row[i:i + 2]) for i in range(0, len(row) - 1, 2)]
        row = pairs + row[2 * len(pairs):]
    net.output(row[0])
    return net


def unet(steps):
    """What a chain makes is read once more, the last made first."""
    net = Network(height=32)
    value = net.input()
    kept = []
    for _ in range(max(1, steps // 4)):
        value = net.conv(value)
        kept.append(value)
    while kept:
        value = net.node("Sigmoid", net.concat(value, kept.pop()))
    net.output(value)
    return net


def dense(steps):
    """Blocks of layers that read all layers of their block before them."""
    net = Network()
    value = net.input()
    while net.steps < steps:
        layers = [value]
        for _ in range(8):
            layers.append(net.concat(*layers) if len(layers) > 1 else net.conv(value))
        value = layers[-1]
    net.output(value)
    return net


def residual(steps):
    """Blocks of two layers and a sum, as in most image networks."""
    net = Network(height=32)
    value = net.input()
    while net.steps < steps:
        inner = net.conv(net.node("Relu", net.conv(value)))
        value = net.node("Add", net.node("Sigmoid", inner), value)
    net.output(value)
    return net


def inputs(steps):
    """One more input for each second step, up to what Concat joins."""
    net = Network()
    value = net.node("Sigmoid", net.input("x0"))
    while net.steps < steps:
        value = net.node("Add", value, net.conv(net.input(f"x{net.steps}")))
    net.output(value)
    return net


def outputs(steps):
    """A chain of which every second value is an output."""
    net = Network()
    value = net.input()
    while net.steps < steps:
        value = net.conv(value)
        net.output(net.node("Sigmoid", value))
    return net


FAMILIES = {f.__name__: f for f in (chain, curves, ladder, fan, sum_of_fan, tree, unet, dense,
                                    residual, inputs, outputs)}

if __name__ == "__main__":
    if len(sys.argv) != 4 or sys.argv[1] not in FAMILIES:
        sys.exit(f"{__doc__}\nFamilies: {', '.join(FAMILIES)}")
    Path(sys.argv[3]).write_bytes(FAMILIES[sys.argv[1]](int(sys.argv[2])).bytes())
