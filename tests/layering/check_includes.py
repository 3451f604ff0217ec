#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks who includes whom in the folder tigris, onnx2hpp or reference, or in all three if none is named;
prints violations, exits with 1 if there are any.

support < model < ops < {planning, kernels} < execution: a header of the library may include those
of its own folder and of folders to its left; planning and kernels never each other. What core.hpp
includes, and these in turn, take nothing but <stdint.h> and <stddef.h> from the system, and the
headers of libraries of kernels that users have. Below kernels, contract < arithmetic < walks <
portable < fast_int8, fast_float and the backends; adapters < cmsis_nn and esp_nn. A backend knows no other
backend; those of Arm fall back to blocked. Below planning, target < rows < segments < partition < layout < plan <
hints; below execution, {arguments, plans} < checks < memory < steps. A namespace whose name ends in _kernels has the name of the folder
below kernels that opens it.

common < onnx < {expand, evaluate} < load < passes < lower < dead < plan < search < two_pass < {show, emit} <
report < pipeline < main: the stages of the tool, in the order in which they run; loading expands and
evaluates. operators stands above all stages, which see its entries only: pipeline hands them over.
What lies in no folder is common to all, but for pipeline.cpp, which knows the stages, and
main.cpp. So are the command line, the boards, the placement rules, the YAML files that
describe them, and the cost tables.

The reference is a second opinion on both, so it includes neither.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / "include/tigris", ROOT / "tools/onnx2hpp", ROOT / "tools/reference"]
LIBRARY_RANKS = {"support": 0, "model": 1, "ops": 2, "planning": 3, "kernels": 3, "execution": 4,
                 "": 5}
TOOL_RANKS = {"": 0, "onnx": 1, "evaluate": 2, "expand": 2, "load": 3, "passes": 4, "lower": 5, "dead": 6,
              "plan": 7, "search": 8, "two_pass": 9, "show": 10, "emit": 10, "operators": 10, "report": 11,
              "pipeline": 12, "main": 13}
TOOL_STAGES = {"yaml": "", "boards": "", "costs": "", "placement": "", "command_line": ""}
SHELF_RANKS = {
    "kernels": {"contract": 0, "arithmetic": 1, "walks": 2, "portable": 3, "int4_weights": 4, "fast_int8": 4,
                "fast_float": 4, "blocked": 4, "adapters": 5, "simd": 6, "arm_dsp": 6, "helium": 6, "cmsis_nn": 6,
                "esp_nn": 6, "": 7},
    "planning": {"target": 0, "rows": 1, "segments": 2, "partition": 3, "layout": 4, "plan": 5, "hints": 6, "": 7},
    "execution": {"arguments": 0, "plans": 0, "checks": 1, "memory": 2, "steps": 3, "": 4}}
KNOWN_ONLY_TO = {"blocked": {"arm_dsp", "helium", ""}, "adapters": {"cmsis_nn", "esp_nn", ""}}
SYSTEM_HEADERS_OF_CORE = {"stdint.h", "stddef.h"}
HEADERS_OF_USERS_LIBRARIES = {"arm_nnfunctions.h", "esp_nn.h"}  # docs/how_to/adapters.md
NAMESPACE = re.compile(r"^namespace (?:\w+::)*(\w+_kernels) \{", re.MULTILINE)
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_of(file):
    """The first folder below tigris/ or onnx2hpp/, or nothing for what lies beside the folders."""
    parts = file.split("/")
    return parts[1] if len(parts) > 2 else ""


def stage_of(file):
    """The stage of the tool that a file belongs to, or nothing for what all have in common."""
    if file.split(".")[0] in ("onnx2hpp/main", "onnx2hpp/pipeline"):
        return file.split(".")[0].removeprefix("onnx2hpp/")
    return TOOL_STAGES.get(folder_of(file), folder_of(file))


def may_include(ranks, includer, included):
    return includer == included or ranks[included] < ranks[includer]


def includes_below(folder):
    """For each file the pairs (bracket, included file)."""
    return {str(file.relative_to(folder.parent)): INCLUDE.findall(file.read_text())
            for file in sorted(folder.rglob("*.?pp"))}


def core_closure(includes):
    closure, waiting = set(), ["tigris/core.hpp"]
    while waiting:
        header = waiting.pop()
        if header in includes and header not in closure:
            closure.add(header)
            waiting += [included for _, included in includes[header]]
    return closure


def order_complaints(includes, ranks, group_of, prefix):
    """Of quotes, files that are not there, and includes against the order of the groups."""
    unknown = {group_of(file) for file in includes} - ranks.keys()
    if unknown:
        return [f"{prefix}{group}: a folder that has no place" for group in sorted(unknown)]
    found = []
    for file, pairs in includes.items():
        for bracket, included in pairs:
            if bracket == '"':
                found.append(f"{file} includes {included}: quotes; write the full path in angle "
                             "brackets")
            elif included.startswith(prefix) and included not in includes:
                found.append(f"{file} includes {included}: there is no such file")
            elif included.startswith(prefix) and not may_include(ranks, group_of(file),
                                                                 group_of(included)):
                found.append(f"{file} includes {included}: against the order of the folders")
    return found


def shelf_of(file):
    """The shelf of a file: the folder below tigris/kernels/, say, that it lies in, or nothing."""
    parts = file.split("/")
    return parts[2] if len(parts) > 3 else ""


def backend_complaints(kernels):
    """Of kernels that include what only others know."""
    return [f"{file} includes {included}: another backend's"
            for file, pairs in kernels.items() for _, included in pairs
            if shelf_of(file) not in {shelf_of(included),
                                      *KNOWN_ONLY_TO.get(shelf_of(included), {shelf_of(file)})}]


def shelf_complaints(includes):
    """Of headers that include what lies above their shelf."""
    found = []
    for folder, ranks in SHELF_RANKS.items():
        prefix = f"tigris/{folder}/"
        below = {file: pairs for file, pairs in includes.items() if file.startswith(prefix)}
        found += order_complaints(below, ranks, shelf_of, prefix)
        found += backend_complaints(below) if folder == "kernels" else []
    return found


def namespace_complaints(folder):
    """Of namespaces of kernels that are not named after their folder."""
    files = {str(file.relative_to(folder.parent)): file.read_text()
             for file in sorted((folder / "kernels").rglob("*.hpp"))}
    return [f"{file} opens {name}: the namespace of this folder is {shelf_of(file)}_kernels"
            for file, text in files.items() for name in sorted(set(NAMESPACE.findall(text)))
            if shelf_of(file) and name != f"{shelf_of(file)}_kernels"]


def system_complaints(includes):
    return [f"{header} includes {included}: a system header in what core.hpp includes"
            for header in sorted(core_closure(includes)) for bracket, included in includes[header]
            if bracket == "<" and not included.startswith("tigris/")
            and included not in SYSTEM_HEADERS_OF_CORE | HEADERS_OF_USERS_LIBRARIES]


def reference_complaints(includes):
    """Of quotes, and of includes of what the reference is to judge."""
    return [f"{file} includes {included}: the reference knows neither the library nor the tool"
            for file, pairs in includes.items() for bracket, included in pairs
            if bracket == '"' or included.startswith(("tigris/", "onnx2hpp/"))]


def violations(folder):
    """Of the library where the folder is named tigris, of the tool where it is onnx2hpp, of the
    reference where it is reference."""
    includes = includes_below(folder)
    if folder.name == "reference":
        return reference_complaints(includes)
    if folder.name == "onnx2hpp":
        return order_complaints(includes, TOOL_RANKS, stage_of, "onnx2hpp/")
    return (order_complaints(includes, LIBRARY_RANKS, folder_of, "tigris/")
            + shelf_complaints(includes) + namespace_complaints(folder) + system_complaints(includes))


def report(folder):
    found = violations(folder)
    print("\n".join(found) if found else f"{len(includes_below(folder))} files, no violation")
    return bool(found)


def main():
    folders = [Path(name) for name in sys.argv[1:] if name != "--list-core"] or FOLDERS
    if "--list-core" in sys.argv:
        print("\n".join(sorted(core_closure(includes_below(folders[0])))))
        return 0
    return 1 if any([report(folder) for folder in folders]) else 0


if __name__ == "__main__":
    sys.exit(main())
