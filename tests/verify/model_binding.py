# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What must be known of a model when it is converted: constants, from the command line or verify.json,
extents that the model leaves open, from the first test set, and from verify.json bounds of nodes,
branches of Ifs and the layout of inputs and outputs."""

import json

from conformance import Binding, inputs_of, options_for
from onnx_file import one_of

OF_NODES = {"bounds": "--bound", "if": "--if"}


def stated(directory):
    """What verify.json says, or nothing."""
    file = directory / "verify.json"
    return json.loads(file.read_text()) if file.is_file() else {}


def as_text(name, value):
    """A number or a list of numbers as --constant takes it."""
    numbers = value if isinstance(value, list) else [value]
    if not numbers or not all(isinstance(number, (int, float)) for number in numbers):
        raise ValueError(f"verify.json: constant {name} is no number and no list of numbers")
    return ",".join(str(int(number) if isinstance(number, bool) else number)
                    for number in numbers)


def constants_of(directory, arguments):
    """Texts by the input's name; the command line's before those of verify.json."""
    texts = {name: as_text(name, value)
             for name, value in stated(directory).get("constants", {}).items()}
    return texts | dict(text.rsplit("=", 1) for text in arguments.constant)


def options_of_nodes(directory):
    """The tool's options for nodes that verify.json names."""
    said = stated(directory)
    return [word for key, option in OF_NODES.items() for node, value in said.get(key, {}).items()
            for word in (option, f"{node}={value}")]


def layout_of(directory, arguments):
    """The option that verify.json names, unless the command line has one."""
    said = stated(directory).get("io_layout")
    return ["--io-layout", said] if said and not arguments.io_layout else []


def numbers_by_name(directory):
    """Numbers of the first test set's inputs, by the names that their tensors have."""
    files = (directory / "test_data_set_0").glob("input_*.pb")
    numbers = {file: int(file.stem.removeprefix("input_")) for file in files}
    return {one_of(file.read_bytes(), 8).decode(): number for file, number in numbers.items()}


def binding_of(directory, arguments):
    """Raises ValueError where verify.json makes no sense."""
    constants = constants_of(directory, arguments)
    asked = {text.rsplit("=", 1)[0] for text in arguments.input_shape}
    numbers = numbers_by_name(directory)
    words = [word for name, text in constants.items() for word in ("--constant", f"{name}={text}")]
    words += options_of_nodes(directory) + layout_of(directory, arguments)
    files = []
    for k, each in enumerate(inputs_of(directory / "model.onnx")):
        number = numbers.get(each.name, k)
        if each.name not in constants:
            files.append(number)
        if each.name not in constants and each.name not in asked:
            file = directory / f"test_data_set_0/input_{number}.pb"
            words += options_for(each, file, is_bound=False)
    return Binding(tuple(words), tuple(files) if constants else ())
