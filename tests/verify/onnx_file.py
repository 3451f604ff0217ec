# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The little that must be known of ONNX files before they are converted, without any library.

Numbers of fields are those of onnx.proto. What is no protobuf message raises ValueError."""

from dataclasses import dataclass

SIZES = {1: 8, 5: 4}  # of protobuf's fixed wire types


@dataclass
class Input:
    """A graph input that no initializer fills. `dims` is None, or has one, where a shape or an
    extent is not given."""

    name: str
    dims: list

    def is_static(self):
        return self.dims is not None and None not in self.dims

    def is_empty(self):
        return self.dims is not None and 0 in self.dims


def varint(data, at):
    value, shift = 0, 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """(number, int or bytes) of each field of a message."""
    at, result = 0, []
    try:
        while at < len(data):
            key, at = varint(data, at)
            if key & 7 == 0:
                value, at = varint(data, at)
            else:
                size, at = varint(data, at) if key & 7 == 2 else (SIZES[key & 7], at)
                value, at = data[at:at + size], at + size
            result.append((key >> 3, value))
    except (IndexError, KeyError) as error:
        raise ValueError("no protobuf message") from error
    return result


def all_of(message, number):
    return [value for key, value in fields(message) if key == number]


def one_of(message, number, default=b""):
    return (all_of(message, number) or [default])[-1]


def text_of(message, number):
    return one_of(message, number).decode(errors="replace")


def declared_dims(value_info):
    shapes = all_of(one_of(one_of(value_info, 2), 1), 2)
    return [one_of(dim, 1, None) for dim in all_of(shapes[-1], 1)] if shapes else None


def graph_of(file):
    return one_of(file.read_bytes(), 7)


def free_inputs(file):
    """The Inputs of a model, in order: number k is what input_k.pb is for."""
    graph = graph_of(file)
    filled = {text_of(tensor, 8) for tensor in all_of(graph, 5)}
    declared = [Input(text_of(info, 1), declared_dims(info)) for info in all_of(graph, 11)]
    return [each for each in declared if each.name not in filled]


def node_names_in(file):
    """Of an ONNX model, those of subgraphs apart."""
    return {text_of(node, 3) for node in all_of(graph_of(file), 1)}


def operators_in(file):
    """Names of the operators of a model's nodes, each once."""
    return sorted({text_of(node, 4) for node in all_of(graph_of(file), 1)})


def tensor_dims(file):
    """Extents of a TensorProto."""
    dims = []
    for value in all_of(file.read_bytes(), 1):
        at = 0
        while isinstance(value, bytes) and at < len(value):  # packed
            extent, at = varint(value, at)
            dims.append(extent)
        if isinstance(value, int):
            dims.append(value)
    return dims
