#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks who includes whom below FOLDER/tigris; prints violations, exits with 1 if there are any.

support < model < ops < {planning, kernels} < execution: a header may include those of its own
folder and of folders to its left; planning and kernels never each other. What core.hpp includes,
and these in turn, take nothing but <stdint.h> and <stddef.h> from the system.
"""

import re
import sys
from pathlib import Path

RANKS = {"support": 0, "model": 1, "ops": 2, "planning": 3, "kernels": 3, "execution": 4, "": 5}
SYSTEM_HEADERS_OF_CORE = {"stdint.h", "stddef.h"}
INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]*([<"])([^>"]+)[>"]', re.MULTILINE)


def folder_of(header):
    """The first folder below tigris/, or nothing for tigris/core.hpp and its neighbors."""
    parts = header.split("/")
    return parts[1] if len(parts) > 2 else ""


def may_include(includer, included):
    a, b = folder_of(includer), folder_of(included)
    return a == b or RANKS[b] < RANKS[a]


def includes_below(root):
    """For each header the pairs (bracket, included file)."""
    return {str(file.relative_to(root)): INCLUDE.findall(file.read_text())
            for file in sorted((root / "tigris").rglob("*.hpp"))}


def core_closure(includes):
    closure, waiting = set(), ["tigris/core.hpp"]
    while waiting:
        header = waiting.pop()
        if header in includes and header not in closure:
            closure.add(header)
            waiting += [included for _, included in includes[header]]
    return closure


def complaint_about(header, bracket, included, includes, core):
    """What is wrong with one include, or nothing."""
    if bracket == '"':
        return "quotes; write the full path in angle brackets"
    if included.startswith("tigris/"):
        if included not in includes:
            return "there is no such header"
        return None if may_include(header, included) else "against the order of the folders"
    if header in core and included not in SYSTEM_HEADERS_OF_CORE:
        return "a system header in what core.hpp includes"
    return None


def violations(root):
    includes = includes_below(root)
    unknown = {folder_of(header) for header in includes} - RANKS.keys()
    found = [f"tigris/{folder}: a folder that has no place" for folder in sorted(unknown)]
    if unknown:
        return found
    core = core_closure(includes)
    for header, pairs in includes.items():
        for bracket, included in pairs:
            complaint = complaint_about(header, bracket, included, includes, core)
            if complaint:
                found.append(f"{header} includes {included}: {complaint}")
    return found


def main():
    root = Path(sys.argv[1])
    if "--list-core" in sys.argv:
        print("\n".join(sorted(core_closure(includes_below(root)))))
        return 0
    found = violations(root)
    print("\n".join(found) if found else f"{len(includes_below(root))} headers, no violation")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
