#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks who includes whom in the folder tigris, onnx2hpp or reference; prints violations, exits with 1
if there are any.

support < model < ops < {planning, kernels} < execution: a header of the library may include those
of its own folder and of folders to its left; planning and kernels never each other. What core.hpp
includes, and these in turn, take nothing but <stdint.h> and <stddef.h> from the system, and the
headers of libraries of kernels that users have. A backend's folder below kernels knows portable's
and no other backend's; processors with vectors share simd's kernels, which know their instructions.

common < load < passes < lower < plan < search < two_pass < {show, emit} < pipeline < main: the
stages of the tool, in the order in which they run. Loading expands and evaluates: the three are one
stage. What lies in no folder is common to all, but for pipeline.cpp, which knows the stages, and
main.cpp. So are the boards, the placement rules, and the YAML files that describe them.

The reference is a second opinion on both, so it includes neither.
"""

import re
import sys
from pathlib import Path

LIBRARY_RANKS = {"support": 0, "model": 1, "ops": 2, "planning": 3, "kernels": 3, "execution": 4,
                 "": 5}
TOOL_RANKS = {"": 0, "load": 1, "passes": 2, "lower": 3, "plan": 4, "search": 5, "two_pass": 6,
              "show": 7, "emit": 7, "pipeline": 8, "main": 9}
TOOL_STAGES = {"expand": "load", "evaluate": "load", "yaml": "", "boards": "", "placement": ""}
SHARED_KERNELS = {"simd": {"x86", "aarch64"}, "x86": {"simd"}, "aarch64": {"simd"},
                  "arm_dsp": {"blocked"}, "helium": {"blocked"}}
SYSTEM_HEADERS_OF_CORE = {"stdint.h", "stddef.h"}
HEADERS_OF_USERS_LIBRARIES = {"arm_nnfunctions.h", "esp_nn.h"}  # docs/adapters.md
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


def backend_of(file):
    """The folder below tigris/kernels/ that a file lies in, or nothing."""
    parts = file.split("/")
    return parts[2] if len(parts) > 3 and parts[1] == "kernels" else ""


def backend_complaints(includes):
    """Of backends that include another's kernels."""
    found = []
    for file, pairs in includes.items():
        backend = backend_of(file)
        known = {"", "portable", backend} | SHARED_KERNELS.get(backend, set())
        found += [f"{file} includes {included}: another backend's"
                  for _, included in pairs if backend and backend_of(included) not in known]
    return found


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
            + backend_complaints(includes) + system_complaints(includes))


def main():
    folder = Path(sys.argv[1])
    if "--list-core" in sys.argv:
        print("\n".join(sorted(core_closure(includes_below(folder)))))
        return 0
    found = violations(folder)
    print("\n".join(found) if found else f"{len(includes_below(folder))} files, no violation")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
