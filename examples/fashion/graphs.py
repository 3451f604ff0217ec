# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What the steps here ask of, or do to, an ONNX graph."""

import numpy as np
from onnx import helper, numpy_helper


def copy_of(message):
    copy = type(message)()
    copy.CopyFrom(message)
    return copy


def attributes(node):
    """The attributes of a node as a dictionary; those left at their default are missing."""
    return {a.name: helper.get_attribute_value(a) for a in node.attribute}


def initializers(graph):
    """Name to array."""
    return {t.name: numpy_helper.to_array(t) for t in graph.initializer}


def producers(graph):
    """Tensor name to the node that computes it."""
    return {name: node for node in graph.node for name in node.output}


def use_count(graph, name):
    """How often the tensor is read, by nodes or as an output of the graph."""
    reads = sum(list(node.input).count(name) for node in graph.node)
    return reads + sum(output.name == name for output in graph.output)


def redirect_reads(graph, old, new):
    """Every node that reads the tensor `old` reads `new` instead."""
    for node in graph.node:
        for index, name in enumerate(node.input):
            if name == old:
                node.input[index] = new


def set_initializers(graph, arrays):
    """Replaces the initializers by those of `arrays` that some node reads."""
    read = {name for node in graph.node for name in node.input}
    del graph.initializer[:]
    graph.initializer.extend(
        numpy_helper.from_array(np.asarray(a), name) for name, a in arrays.items() if name in read
    )
