#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Writes tigris_single.hpp: tigris/tigris.hpp and all that it includes of the library, as one file. Beside it,
tigris/tigris.hpp includes this file, as headers of models expect.

usage: single_header.py INCLUDE_FOLDER OUTPUT_FOLDER VERSION"""

import re
import sys
from pathlib import Path

INCLUDE = re.compile(r"#\s*include\s*<(tigris/[^>]+)>")
OPENS = re.compile(r"#\s*(if|el)")  # so does each other branch
CLOSES = re.compile(r"#\s*(endif|el)")
LEFT_OUT = re.compile(r"// SPDX-|#pragma once")
LICENSE = "// SPDX-FileCopyrightText: The TiGrIS authors\n// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception\n"


def guard_of(header):
    return "TIGRIS_SINGLE_" + re.sub(r"\W", "_", header.removeprefix("tigris/")).upper()


class Single:
    """The lines of one file. What one branch of an #if includes is there again where it is needed outside of that
    branch, so each header has a guard."""

    def __init__(self, folder):
        self.folder = folder
        self.there = [set()]  # headers, in each branch that is open

    def add(self, header):
        if any(header in names for names in self.there):
            return
        self.there[-1].add(header)
        yield f"#ifndef {guard_of(header)}\n#define {guard_of(header)}\n"
        for line in (self.folder / header).read_text().splitlines(keepends=True):
            yield from self.line(line)
        yield f"#endif  // {header}\n"

    def line(self, line):
        included = INCLUDE.match(line)
        if CLOSES.match(line):
            self.there.pop()
        if OPENS.match(line):
            self.there.append(set())
        if included:
            yield from self.add(included[1])
        elif not LEFT_OUT.match(line):
            yield line


def single(folder, version):
    lines = "".join(Single(folder).add("tigris/tigris.hpp"))
    return (f"{LICENSE}#pragma once\n// TiGrIS {version} as one header.\n"
            + re.sub(r"\n{3,}", "\n\n", lines))


def write_single(folder, output, version):
    (output / "tigris").mkdir(parents=True, exist_ok=True)
    (output / "tigris_single.hpp").write_text(single(folder, version))
    (output / "tigris/tigris.hpp").write_text(f'{LICENSE}#pragma once\n#include "../tigris_single.hpp"\n')


def main():
    write_single(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3])


if __name__ == "__main__":
    main()
