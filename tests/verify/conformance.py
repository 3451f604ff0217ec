# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A folder of conformance cases: which there are, and what is bound and allowed in each.

cases.tsv lies in the folder or in the one around it, if there is one. Of its columns are used:
case, op, since, dtypes, expanded; bind, numbers of the inputs that fix shapes and must be constants;
const, of those that are constants in every real model."""

import csv
import re
import zlib
from dataclasses import dataclass

from onnx_file import free_inputs, operators_in, tensor_dims

TOLERANCE = 1e-7
TOLERANCES = {"LRN": 1e-4, "STFT": 1e-4, "DFT": 1e-4}  # their sums are long for float32


@dataclass
class Binding:
    """The tool's options for a case, and the numbers of the inputs that stay inputs; none where
    those are all.
    `with_const` says whether those of the column const are bound too."""

    options: tuple = ()
    input_files: tuple = ()
    with_const: bool = False


def read_table(folder):
    """Rows of cases.tsv by case."""
    for place in (folder, folder.resolve().parent):
        if (place / "cases.tsv").is_file():
            with (place / "cases.tsv").open() as file:
                rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
                return {row["case"]: row for row in rows}
    return {}


def row_of(directory, table):
    try:
        return table.get(directory.name) or {
            "case": directory.name, "op": "+".join(operators_in(directory / "model.onnx"))}
    except ValueError:
        return {"case": directory.name, "op": ""}


def is_in_part(name, part):
    """Whether a case belongs to part K of N; the same one in every run."""
    return part is None or zlib.crc32(name.encode()) % part[1] == part[0] - 1


def is_wanted(row, pattern):
    words = (row["case"], row["case"].removeprefix("test_"), row["op"], *row["op"].split("+"))
    return pattern is None or any(re.search(pattern, word) for word in words)


def rows_of(folder, pattern=None, part=None):
    """Rows of the cases of a folder, by name, in order."""
    table = read_table(folder)
    directories = sorted(file.parent for file in folder.glob("*/model.onnx"))
    rows = [row_of(directory, table) for directory in directories
            if is_in_part(directory.name, part)]
    return {row["case"]: row for row in rows if is_wanted(row, pattern)}


def numbers_in(row, column):
    text = row.get(column) or "-"
    return set() if text == "-" else {int(word) for word in text.split(",")}


def options_for(each, file, is_bound):
    """The tool's options for one input, whose value is in a file."""
    if is_bound:
        return "--constant", f"{each.name}={file}"
    if each.is_static() or not file.is_file():
        return ()
    extents = ",".join(str(extent) for extent in tensor_dims(file))
    return "--input-shape", f"{each.name}={extents}"


def inputs_of(file):
    """None for a file that is no model: let the tool say so."""
    try:
        return free_inputs(file)
    except ValueError:
        return []


def check_sets(directory, number):
    """Raises ValueError if a constant is another one in another test set."""
    files = directory.glob(f"test_data_set_*/input_{number}.pb")
    if len({file.read_bytes() for file in files}) > 1:
        raise ValueError(f"input_{number}.pb is to be a constant, but not the same in all test sets")


def bind(directory, numbers, with_const):
    for number in numbers:
        check_sets(directory, number)
    words, free = [], []
    for k, each in enumerate(inputs_of(directory / "model.onnx")):
        file = directory / f"test_data_set_0/input_{k}.pb"
        words += options_for(each, file, k in numbers)
        free += [] if k in numbers or each.is_empty() else [k]
    return Binding(tuple(words), tuple(free), with_const)


def bindings_of(directory, row):
    """What to try, in order. Raises ValueError for cases that contradict themselves."""
    shapes = numbers_in(row, "bind")
    constants = numbers_in(row, "const") | shapes
    yield bind(directory, shapes, with_const=False)
    if constants != shapes:
        yield bind(directory, constants, with_const=True)


def conformance_options(case, row):
    """The runner's."""
    allowed = max(TOLERANCES.get(op, TOLERANCE) for op in row["op"].split("+"))
    files = ",".join(str(number) for number in case.binding.input_files)
    return ["--conform", allowed, "--input-files", files]
