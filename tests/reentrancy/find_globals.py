#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fails where an object file holds variables: usage: find_globals.py NM OBJECT..."""

import subprocess
import sys

WRITABLE = "bBdDsSgGcC"


def main():
    listed = subprocess.run([sys.argv[1], "--demangle", *sys.argv[2:]], check=True,
                            capture_output=True, text=True).stdout
    symbols = [line for line in listed.splitlines() if len(line.split()) >= 3]
    found = [line for line in symbols if line.split()[1] in WRITABLE]
    print("\n".join(found))
    if not symbols:
        sys.exit("no symbols at all")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
