#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that the stages of the tool ask the entries of operators what these are like, not their names; prints
violations, exits with 1 if there are any.

No string of a stage is the name of an operator, but where a node is made. Operators name themselves in operators/,
passes name what they look for, and PLACES lists the other files, each with the names and the reason. Names that a
file does not have are violations, too. Operators of the tool's own domain are compared with is_own, everywhere.
"""

import re
import sys
from pathlib import Path

TOOL = Path(__file__).resolve().parents[2] / "tools/onnx2hpp"
FOLDERS_OF_NAMES = {"operators", "passes"}
PLACES = {
    "expand/cell.cpp": ("says which layer a body computes", {"GRU", "LSTM", "RNN", "Sigmoid"}),
    "expand/cell_reader.cpp": (
        "reads the formulas that exporters write into bodies",
        {"Add", "Clip", "Concat", "Div", "Elu", "Gemm", "HardSigmoid", "Identity", "LeakyRelu", "MatMul", "Max",
         "Min", "Mul", "Relu", "Sigmoid", "Slice", "Softplus", "Softsign", "Sub", "Tanh", "ThresholdedRelu"}),
    "expand/dynamic_codes.cpp": ("looks for what became of a DynamicQuantizeLinear",
                                 {"Cast", "DynamicQuantize", "Identity", "Reshape", "Slice"}),
    "expand/loop_roles.cpp": ("looks for how exporters take a step of a sequence", {"Gather", "Identity"}),
    "expand/recurrent_layer.cpp": ("of the recurrent layers one has a cell state", {"LSTM"}),
    "expand/recurrent_loop.cpp": ("bodies without products are no recurrent layers", {"Gemm", "MatMul"}),
    "load/flatten.cpp": ("finds the graphs in a file, which has no entries yet", {"If", "Loop", "Scan"}),
    "load/inference_mode.cpp": ("is about the operators that have a training mode, and takes constants",
                                {"BatchNormalization", "Constant", "Dropout"}),
    "onnx/choosing_branches.cpp": ("looks for how exporters compare an input with a number", {"Equal"}),
    "onnx/recurrent.cpp": ("is about recurrent layers, whose activations have names of operators",
                           {"GRU", "LSTM", "Sigmoid", "Tanh"}),
    "onnx/resize.cpp": ("is about the versions of two operators that resize", {"Resize", "Upsample"}),
}
ENTRY = re.compile(r'\.type = "([\w.]+)"')
COMMENT = re.compile(r"//[^\n]*")
STRING = re.compile(r'"([\w.]+)"')
MADE = re.compile(r'\b(?:add|set_op_type)\(\s*"[^"]*"|\bop_type = "[^"]*"|\bmake_node\([^;]*;')
COMPARED = re.compile(r'op_type\s*[!=]=\s*"(\w+)"|is_one_of\(([^;]*?)\}')


def sources(folder):
    """Path below the folder -> text without comments."""
    return {file.relative_to(folder).as_posix(): COMMENT.sub("", file.read_text())
            for file in sorted(folder.rglob("*.?pp"))}


def operators_of(texts):
    """The names of all entries, with their domains."""
    return {name for path, text in texts.items() if path.startswith("operators/") for name in ENTRY.findall(text)}


def names_in(text, names):
    """Those that stand in strings of a text, but where a node is made."""
    return {word.rpartition(".")[2] for word in STRING.findall(MADE.sub("", text))} & names


def complaints_of_stages(texts, names, places):
    found = []
    for path, text in texts.items():
        if path.split("/")[0] in FOLDERS_OF_NAMES:
            continue
        _, allowed = places.get(path, ("", set()))
        found += [f"{path} names {name}: ask a trait of its entry (onnx/operator_entry.hpp)"
                  for name in sorted(names_in(text, names) - allowed)]
    return found


def complaints_of_places(texts, names, places):
    return [f"{path} does not name {name}: PLACES says so" for path, (_, allowed) in places.items()
            for name in sorted(allowed - names_in(texts.get(path, ""), names))]


def complaints_of_own(texts, own):
    """Of own operators that are compared without their domain."""
    return [f"{path} compares {name} without its domain: use is_own"
            for path, text in texts.items() for one, several in COMPARED.findall(text)
            for name in sorted(({one} | set(STRING.findall(several))) & own)]


def violations(folder, places):
    texts = sources(folder)
    operators = operators_of(texts)
    names = {name.rpartition(".")[2] for name in operators}
    own = {name.removeprefix("tigris.") for name in operators if name.startswith("tigris.")}
    return (complaints_of_stages(texts, names, places) + complaints_of_places(texts, names, places)
            + complaints_of_own(texts, own))


def main():
    found = violations(TOOL, PLACES)
    print("\n".join(found) if found else "no violation")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
