# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes a quantized ONNX model in the layout of ONNX Runtime's static quantizer.

Every activation passes through a QuantizeLinear and a DequantizeLinear (QDQ); every weight and
bias is an integer behind a DequantizeLinear. Inputs and outputs of the model stay float.
"""

import numpy as np
import onnx
from onnx import helper

from folding import constants_to_initializers, fold_batchnorm, fuse_clamps
from graphs import attributes, copy_of, initializers, set_initializers
from scales import activation_quantizations, integer_bias, symmetric_weight

WEIGHTED = {"Conv", "Gemm"}


def prepare(model):
    """A copy whose parameters are all initializers and whose BatchNorms are part of the Convs."""
    return fold_batchnorm(constants_to_initializers(model))


class _Writer:
    """The nodes and initializers of the quantized graph, in the order they are added."""

    def __init__(self, source):
        self.nodes = []
        self.arrays = {}
        self.source = initializers(source)
        self.outputs = {output.name for output in source.output}

    def dequantized_name(self, name):
        return name if name in self.outputs else name + "_DequantizeLinear_Output"

    def add(self, operator, operands, output, name, **options):
        self.nodes.append(helper.make_node(operator, operands, [output], name, **options))

    def add_arrays(self, arrays):
        self.arrays.update(arrays)
        return list(arrays)

    def add_pair(self, name, computed_as, quantization):
        """QuantizeLinear and DequantizeLinear behind the tensor `name`."""
        scale, zero_point = quantization
        parameters = self.add_arrays({name + "_scale": scale, name + "_zero_point": zero_point})
        integers = name + "_QuantizeLinear_Output"
        self.add("QuantizeLinear", [computed_as, *parameters], integers, name + "_QuantizeLinear")
        result = self.dequantized_name(name)
        self.add("DequantizeLinear", [integers, *parameters], result, name + "_DequantizeLinear")

    def add_parameter(self, name, integers, scale, axis):
        """DequantizeLinear behind an integer initializer with zero point 0; the tensor it gives."""
        stem = name + "_quantized"
        zero = np.zeros(scale.shape, integers.dtype)
        arrays = {stem: integers, stem + "_scale": scale, stem + "_zero_point": zero}
        operands = self.add_arrays(arrays)
        result = name + "_DequantizeLinear_Output"
        self.add("DequantizeLinear", operands, result, name + "_DequantizeLinear", axis=axis)
        return result

    def add_weight_and_bias(self, node, input_scale):
        """Yields the operands of a Conv or Gemm behind its first."""
        transposed = node.op_type == "Gemm" and not attributes(node).get("transB")
        axis = 1 if transposed else 0
        integers, scale = symmetric_weight(self.source[node.input[1]], axis)
        yield self.add_parameter(node.input[1], integers, scale, axis)
        if len(node.input) > 2:
            bias_scale = input_scale * scale
            bias = integer_bias(self.source[node.input[2]], bias_scale, node.input[2])
            yield self.add_parameter(node.input[2], bias, bias_scale, 0)

    def operand(self, node, name):
        """What the node reads for an operand: constants as they are, activations dequantized."""
        if name not in self.source:
            return self.dequantized_name(name) if name else name
        if node.op_type == "Add":
            raise ValueError(f"{node.name} (Add): a constant operand is not supported")
        return self.add_arrays({name: self.source[name]})[0]

    def add_node(self, node, quantizations):
        """The node on dequantized operands, and the pair behind its output."""
        copy = copy_of(node)
        if node.op_type in WEIGHTED:
            input_scale = quantizations[node.input[0]].scale
            parameters = list(self.add_weight_and_bias(node, input_scale))
            copy.input[:] = [self.dequantized_name(node.input[0]), *parameters]
        else:
            copy.input[:] = [self.operand(node, name) for name in node.input]
        output = node.output[0]
        computed_as = output + "_QuantizeLinear_Input" if output in self.outputs else output
        copy.output[0] = computed_as
        self.nodes.append(copy)
        self.add_pair(output, computed_as, quantizations[output])


def quantize(model, ranges):
    """The QDQ model of a prepared one, given (low, high) of every tensor, as `observed_ranges`."""
    result = fuse_clamps(model)
    result.producer_name, result.producer_version = "tigris fashion example", ""
    graph = result.graph
    quantizations = activation_quantizations(graph, ranges)
    writer = _Writer(graph)
    for given in graph.input:
        writer.add_pair(given.name, given.name, quantizations[given.name])
    for node in graph.node:
        writer.add_node(node, quantizations)
    del graph.node[:]
    graph.node.extend(writer.nodes)
    set_initializers(graph, writer.arrays)
    onnx.checker.check_model(result)
    return result
