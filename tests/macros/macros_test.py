#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""macros_test.py TOOL INCLUDE WORK COMPILER [OPTION...]: names a model's steps like every macro of
every header that the compiler finds, converts it, and compiles the header after all of these.

Headers that do not compile together with the others (older forms, those of other systems) are left
out."""

import re
import subprocess
import sys
from pathlib import Path

TOOL, INCLUDE, WORK = map(Path, sys.argv[1:4])
COMPILER = sys.argv[4:] + ["-std=gnu++20", "-w", "-fmax-errors=0", "-x", "c++"]
FOLDERS_OF_C = ["", "sys", "machine"]
STEPS = 4000  # of one model
KNOWN = {"math.h", "complex.h", "cstdio", "climits", "cinttypes", "cerrno", "algorithm", "vector"}


def compiler(*arguments, text="", check=True):
    done = subprocess.run([*COMPILER, *arguments, "-"], input=text, capture_output=True, text=True,
                          check=False)
    if check and done.returncode != 0:
        sys.exit(f"{' '.join(COMPILER)} fails:\n{done.stderr[:2000]}")
    return done


def folders():
    """Where the compiler looks for headers."""
    said = compiler("-E", "-v").stderr
    return [Path(line.strip()) for line in
            said.split("search starts here:")[-1].split("End of search list")[0].splitlines()
            if line.strip() and "boost" not in line and Path(line.strip()) != INCLUDE]


def headers():
    """Public headers of C and C++, as #include names them. Where all libraries have theirs in one
    folder, those of C are what headers of C++ include."""
    found = set()
    for folder in folders():
        if folder != Path("/usr/include"):
            for part in FOLDERS_OF_C:
                found |= {str(Path(part) / file.name) for file in (folder / part).glob("*.h")}
        if "c++" in folder.parts and folder.name[0].isdigit():
            found |= {file.name for file in folder.iterdir() if file.is_file()}
    return sorted(found, key=lambda name: ("." in name, name))


def text_of(names):
    return "".join(f"#include <{name}>\n" for name in names)


def lines_of_errors(said):
    """Lines of this file by which errors come in; those of notes do not count."""
    lines, line = set(), None
    for text in said.splitlines():
        if included := re.search(r"<stdin>:(\d+)", text):
            line = int(included[1])
        if re.search(r"\berror: ", text):
            lines.add(line)
    return lines


def compatible(names):
    """Those headers that compile in one file."""
    while True:
        said = compiler("-fsyntax-only", text=text_of(names), check=False)
        if said.returncode == 0:
            return names
        bad = lines_of_errors(said.stderr)
        names = [name for number, name in enumerate(names, 1) if number not in bad]


def macros(names):
    defined = compiler("-dM", "-E", text=text_of(names)).stdout
    return sorted(set(re.findall(r"^#define (\w+)", defined, re.MULTILINE)))


def message(*fields):
    """Bytes of protobuf: pairs of a field's number and an int, a text or another message."""
    out = bytearray()
    for number, value in fields:
        data = value.encode() if isinstance(value, str) else value
        for varint in [number << 3 | 2, len(data)] if isinstance(data, bytes) else [number << 3, data]:
            while varint > 127:
                out.append(varint & 127 | 128)
                varint >>= 7
            out.append(varint)
        if isinstance(data, bytes):
            out += data
    return bytes(out)


def model(names):
    """A chain of Sigmoids, called so."""
    def value(name):
        shape = message((1, message((1, 1))))
        return message((1, name), (2, message((1, message((1, 1), (2, shape))))))
    nodes = [(1, message((1, f"v{i}"), (2, f"v{i + 1}"), (3, name), (4, "Sigmoid")))
             for i, name in enumerate(names)]
    graph = message(*nodes, (2, "g"), (11, value("v0")), (12, value(f"v{len(names)}")))
    return message((1, 8), (7, graph), (8, message((2, 13))))


def converted(names, number):
    """A header with a step for each name."""
    stem = WORK / f"macros{number}"
    stem.with_suffix(".onnx").write_bytes(model(names))
    subprocess.run([TOOL, stem.with_suffix(".onnx"), "-o", stem.with_suffix(".hpp"), "--effort",
                    "none"], check=True)
    steps = re.search(r"enum class op : uint16_t \{(.*?)\}", stem.with_suffix(".hpp").read_text(),
                      re.DOTALL)
    if steps[1].count(",") != len(names):
        sys.exit(f"{steps[1].count(',')} steps were made of {len(names)} names")
    return stem.with_suffix(".hpp")


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    included = compatible(headers())
    missing = KNOWN - set(included)
    names = macros(included)
    if missing or len(names) < 2000:
        sys.exit(f"too little is tested: {len(names)} macros, without {sorted(missing)}")
    made = [converted(names[first:first + STEPS], first) for first in range(0, len(names), STEPS)]
    compiler("-fsyntax-only", "-I", str(INCLUDE),
             text=text_of(included) + "".join(f'#include "{header}"\n' for header in made))
    print(f"{len(names)} macros of {len(included)} headers")


if __name__ == "__main__":
    main()
