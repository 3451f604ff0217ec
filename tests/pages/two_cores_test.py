#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The example for RP2350 compiles for its core, starts the second worker, and calls no function of libatomic.

usage: two_cores_test.py COMPILER SOURCE FOLDER_OF_HEADERS"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OPTIONS = "-mthumb -mcpu=cortex-m33 -std=c++20 -O2 -fno-exceptions -fno-rtti -Wall -Wextra -Werror -c".split()


def main():
    compiler, source, headers = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        object_file = f"{folder}/example.o"
        subprocess.run([compiler, *OPTIONS, f"-I{ROOT}/include", f"-I{ROOT}/tests/pages/sdk", f"-I{headers}", source, "-o",
                        object_file], check=True)
        nm = compiler.replace("g++", "nm")
        listed = subprocess.run([nm, "--undefined-only", object_file], check=True, capture_output=True, text=True).stdout
    called = {line.split()[-1] for line in listed.splitlines()}
    if not {"multicore_fifo_push_blocking", "multicore_fifo_pop_blocking"} <= called:
        sys.exit("the second worker is not called")
    if atomics := {name for name in called if "atomic" in name or "sync" in name}:
        sys.exit(f"calls {', '.join(sorted(atomics))}")


if __name__ == "__main__":
    main()
