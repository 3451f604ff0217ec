#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""check_keys.py HEADER COMPILER OPTION...: no key of the header has padding before a key inside it.

A key is a template argument. Where padding lies before a nested key, clang 14 can read another member in
its place, and the kernel computes something else. The nested key comes first, then what is smaller."""

import re
import subprocess
import sys
from pathlib import Path

# g++: padding struct to align ‘ns::a_key::window’; clang: padding struct 'ns::a_key' with 3 bytes to align 'window'
PADDED = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):\d+: warning: padding struct "
                    r"(?:'(?P<record>[^']+)' with \d+ bytes? )?to align ['‘](?P<member>[^'’]+)['’]", re.MULTILINE)


def is_key_inside_key(record, declaration):
    return record.endswith("_key") and re.match(r"\s*(\w+::)*\w+_key\b", declaration) is not None


def moved_keys(messages, line_of):
    """Those in the compiler's messages; line_of(FILE, NUMBER) is a line of a source."""
    found = []
    for m in PADDED.finditer(messages):
        scope, _, member = m["member"].rpartition("::")
        record = m["record"] or scope
        if is_key_inside_key(record, line_of(m["file"], int(m["line"]))):
            found.append(f"{m['file']}:{m['line']}: padding before {record}::{member}; declare it first")
    return found


def main():
    header, *command = sys.argv[1:]
    compiled = subprocess.run([*command, "-fsyntax-only", "-Wpadded", "-x", "c++", header],
                              capture_output=True, text=True, check=False)
    if compiled.returncode != 0 or not PADDED.search(compiled.stderr):
        sys.exit(f"{command[0]} told nothing of padding:\n{compiled.stderr}")
    found = moved_keys(compiled.stderr, lambda file, line: Path(file).read_text().splitlines()[line - 1])
    print("\n".join(found) or "no key lies behind padding")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
