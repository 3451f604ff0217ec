#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds members without a comment in the structs that planners, kernels and the tool pass facts in. Exits with 1 if
there are any.

A member's comment is at the end of its line, or in lines of `///` directly above it. The structs are those of STRUCTS,
and all keys of kernels: structs below include/tigris/kernels/portable whose names end in `_key`."""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
STRUCTS = {
    "include/tigris/model/kernel_facts.hpp": ["kernel_facts"],
    "include/tigris/ops/description.hpp": ["description"],
    "include/tigris/planning/partition/attempt.hpp": ["attempt", "plan_means"],
    "include/tigris/planning/partition/label.hpp": ["label", "partition_goal"],
    "include/tigris/planning/plan/plan.hpp": ["buffer_plan", "segment_plan", "tensor_plan"],
    "include/tigris/planning/rows/row_network.hpp": ["task", "row_tensor"],
    "include/tigris/planning/rows/step_facts.hpp": ["step_facts", "network", "tensor_facts"],
    "include/tigris/planning/target/target.hpp": ["target"],
    "tools/onnx2hpp/options.hpp": ["options"],
}
KEYS = ROOT / "include/tigris/kernels/portable"
BODY = r"^struct {name}\b[^;{{]*\{{\n(.*?)^\}};"
NO_MEMBER = "friend |constexpr |static |using |template|struct |enum "
MEMBER = re.compile(rf"^ {{4}}(?!{NO_MEMBER})([A-Za-z_][^;]*;)(.*)$", re.MULTILINE)


def structs_in(text):
    """The names of the structs that a header defines at namespace scope."""
    return re.findall(r"^struct (\w+)\b[^;{]*\{$", text, re.MULTILINE)


def members_of(text, struct):
    """Pairs (declaration, whether it has a comment) of a struct's members."""
    body = re.search(BODY.format(name=struct), text, re.DOTALL | re.MULTILINE)
    for member in MEMBER.finditer(body[1]) if body else []:
        above = body[1][:member.start()].splitlines()[-1:]
        said = re.search(r"//\s*\w", member[2]) or re.match(r" {4}///\s*\S", "".join(above))
        yield " ".join(member[1].split()), bool(said)


def complaints(path, text, structs):
    """Of structs that are not there, and of members that have no comment."""
    found = []
    for struct in structs:
        members = list(members_of(text, struct))
        found += [] if members else [f"{path}: no struct {struct} with members"]
        found += [f"{path}: {struct}: no comment at: {member}" for member, said in members if not said]
    return found


def listed():
    """Triples (path, text, structs) of all that is looked at."""
    for path, structs in STRUCTS.items():
        yield path, (ROOT / path).read_text(), structs
    for header in sorted(KEYS.rglob("*.hpp")):
        text = header.read_text()
        keys = [name for name in structs_in(text) if name.endswith("_key")]
        yield str(header.relative_to(ROOT)), text, keys


def main():
    found = [complaint for triple in listed() for complaint in complaints(*triple)]
    print("\n".join(found), end="\n" if found else "")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
