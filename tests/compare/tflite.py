# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What firmware with TensorFlow Lite Micro needs to know of a .tflite file: its operators.

Such a file is a flatbuffer. A table begins with the distance back to the offsets of its fields."""

import re
import struct

OPERATOR_CODES = 1  # fields of Model and of OperatorCode in TensorFlow's schema.fbs
OLD_CODE, CODE = 0, 3
SCHEMA = "tensorflow/lite/schema/schema_generated.h"
RESOLVER = "tensorflow/lite/micro/micro_mutable_op_resolver.h"


class NotThere(Exception):
    """A sentence for the user."""


def number(data, kind, at):
    return struct.unpack_from("<" + kind, data, at)[0]


def follow(data, at):
    return at + number(data, "I", at)


def field(data, table, index):
    """Where a table's field is, or None where it has its default."""
    offsets = table - number(data, "i", table)
    place = 4 + 2 * index
    offset = number(data, "H", offsets + place) if place < number(data, "H", offsets) else 0
    return table + offset if offset else None


def code_of(data, table):
    """Of an OperatorCode: the larger of the field that files had first, of one byte, and of today's."""
    places = [(field(data, table, index), kind) for index, kind in ((OLD_CODE, "b"), (CODE, "i"))]
    return max(number(data, kind, at) if at else 0 for at, kind in places)


def operator_codes(data):
    """The numbers of all operators that the file's model has, without repetition."""
    if data[4:8] != b"TFL3":
        raise NotThere("the file does not begin as a .tflite file does")
    codes = field(data, follow(data, 0), OPERATOR_CODES)
    vector = follow(data, codes)
    items = range(vector + 4, vector + 4 + 4 * number(data, "I", vector), 4)
    return sorted({code_of(data, follow(data, item)) for item in items})


def header(includes, name):
    for folder in includes:
        if (folder / name).is_file():
            return (folder / name).read_text()
    raise NotThere(f"none of the include folders has {name}")


def functions_of(codes, includes):
    """Conv2D for AddConv2D and so on: what the library's headers call the operators."""
    names = {int(code): name for name, code in re.findall(r"\bBuiltinOperator_(\w+) = (\d+)", header(includes, SCHEMA))}
    functions = {name.lower(): name for name in re.findall(r"\bAdd(\w+)\(", header(includes, RESOLVER))}
    found = []
    for code in codes:
        name = names.get(code, f"number {code}")
        if name.replace("_", "").lower() not in functions:
            raise NotThere(f"TensorFlow Lite Micro's headers have no function that adds the operator {name}")
        found.append(functions[name.replace("_", "").lower()])
    return found


def compared_header(file, includes):
    """compared.hpp for firmware/tflm.cpp."""
    functions = functions_of(operator_codes(file.read_bytes()), includes)
    listed = " ".join(f"X({name})" for name in functions)
    return (f"#pragma once\n#define COMPARED_OPERATORS(X) {listed}\n"
            f"constexpr unsigned compared_operator_count = {len(functions)};\n")
