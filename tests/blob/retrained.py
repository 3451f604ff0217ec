# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Quantized ONNX models with other weights, as after another training. Needs no library.

Numbers of fields are those of onnx.proto."""

import random
import struct
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verify"))
from onnx_file import SIZES, all_of, one_of, varint  # noqa: E402

GRAPH, NODE, INITIALIZER = 7, 1, 5
FLOAT, INT8, INT32 = 1, 3, 6
DIMS, TYPE, NAME, RAW = 1, 2, 8, 9


def pieces(message):
    """(number, bytes of the whole field, payload) of each field."""
    at = 0
    while at < len(message):
        begin = at
        key, at = varint(message, at)
        payload = b""
        if key & 7 == 0:
            _, at = varint(message, at)
        else:
            size, at = varint(message, at) if key & 7 == 2 else (SIZES[key & 7], at)
            payload, at = message[at:at + size], at + size
        yield key >> 3, message[begin:at], payload


def spelled(value):
    out = b""
    while value >= 0x80:
        out += bytes([value & 0x7F | 0x80])
        value >>= 7
    return out + bytes([value])


def field(number, payload):
    return spelled(number << 3 | 2) + spelled(len(payload)) + payload


def mapped(message, number, change):
    """The message with each field of that number changed."""
    return b"".join(field(n, change(payload)) if n == number else whole
                    for n, whole, payload in pieces(message))


def text(message, number):
    return one_of(message, number).decode()


def extents(tensor):
    """Of dims, packed or not."""
    found = []
    for value in all_of(tensor, DIMS):
        if isinstance(value, int):
            found.append(value)
            continue
        at = 0
        while at < len(value):
            extent, at = varint(value, at)
            found.append(extent)
    return found


def roles_of(graph):
    """Names of initializers that are dequantized, by what they are: weights, biases and scales of both;
    and scales of activations."""
    constants = {text(t, NAME): t for t in all_of(graph, INITIALIZER)}
    roles = {"weights": set(), "biases": set(), "scales": set(), "activations": set()}
    for node in all_of(graph, NODE):
        if text(node, 4) not in ("QuantizeLinear", "DequantizeLinear"):
            continue
        data, scale = (name.decode() for name in all_of(node, 1)[:2])
        kind = one_of(constants[data], TYPE, 0) if data in constants else None
        role = {INT8: "weights", INT32: "biases"}.get(kind)
        if role:
            roles[role].add(data)
        roles["scales" if role else "activations"].add(scale)
    roles["scales"] -= roles["activations"]
    return roles


def with_initializers(model, names, change):
    """The model with the raw data of the initializers of these names changed: change(name, tensor, data)."""
    def of_tensor(tensor):
        name = text(tensor, NAME)
        if name not in names:
            return tensor
        data = change(name, tensor, one_of(tensor, RAW))
        return mapped(tensor, RAW, lambda _: data)
    return mapped(model, GRAPH, lambda graph: mapped(graph, INITIALIZER, of_tensor))


def other_weights(number, tensor, data, rng, lowest):
    """By turns: any codes with the lowest and 127 among them; dead channels; codes of 4 bits; only zeros."""
    outputs = extents(tensor)[0]
    span = len(data) // outputs
    codes = [rng.randrange(lowest, 128) for _ in data]
    if number % 4 == 0:
        codes[0], codes[-1] = lowest, 127
    if number % 4 == 1:
        codes = [0 if i // span % 3 == 0 else code // 4 for i, code in enumerate(codes)]
    if number % 4 == 2:
        codes = [code // 16 for code in codes]
    if number % 4 == 3:
        codes = [0] * len(codes)
    return struct.pack(f"{len(codes)}b", *codes)


def retrained(model, seed, lowest=-128):
    """Other weights, biases and scales of weights; activations are quantized as before. Scales of weights
    and of biases change by the same powers of two, so that biases stay whole numbers of units."""
    rng = random.Random(seed)
    roles = roles_of(one_of(model, GRAPH))
    order = sorted(roles["weights"])

    def change(name, tensor, data):
        if name in roles["weights"]:
            return other_weights(order.index(name), tensor, data, rng, lowest)
        count = len(data) // 4
        if name in roles["biases"]:
            return struct.pack(f"<{count}i", *(rng.randrange(-2000, 2000) for _ in range(count)))
        scales = struct.unpack(f"<{count}f", data)
        return struct.pack(f"<{count}f", *(s * (0.5, 0.25)[i % 2] for i, s in enumerate(scales)))
    return with_initializers(model, set.union(*(roles[r] for r in ("weights", "biases", "scales"))), change)


def with_other_activations(model):
    """The model with one scale of an activation twice as large, and that scale's name."""
    name = sorted(roles_of(one_of(model, GRAPH))["activations"])[0]
    return with_initializers(model, {name}, lambda _, __, data: struct.pack("<f", struct.unpack("<f", data)[0] * 2)), name
