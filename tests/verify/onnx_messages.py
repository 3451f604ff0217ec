# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""ONNX files for the negative controls, written without any library."""

import struct


def field(number, value):
    """A field of a protobuf message: a number, or bytes or text."""
    if isinstance(value, int):
        return varint(number << 3) + varint(value)
    data = value.encode() if isinstance(value, str) else value
    return varint(number << 3 | 2) + varint(len(data)) + data


def varint(value):
    return bytes([value]) if value < 128 else bytes([value % 128 + 128]) + varint(value // 128)


def message(*pairs):
    return b"".join(field(number, value) for number, value in pairs)


def declaration(name, element_type, dims):
    """ValueInfoProto; an extent may be a symbol."""
    shape = message(*((1, message((2 if isinstance(dim, str) else 1, dim))) for dim in dims))
    return message((1, name), (2, message((1, message((1, element_type), (2, shape))))))


def tensor(element_type, code, dims, elements):
    """TensorProto, from elements by their struct code."""
    raw = struct.pack(f"<{len(elements)}{code}", *elements)
    return message(*((1, dim) for dim in dims), (2, element_type), (9, raw))


def floats(dims, elements):
    return tensor(1, "f", dims, elements)


def int64s(elements):
    return tensor(7, "q", [len(elements)], elements)
