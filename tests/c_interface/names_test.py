#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""names_test.py TOOL C_COMPILER CXX_COMPILER: a C interface compiles whatever inputs, outputs and the model are
called, also behind C's headers."""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_messages import declaration, message  # noqa: E402

TOOL, C, CXX = sys.argv[1:4]
INPUTS = ["int", "restrict", "complex", "a.b", "a_b", "A_B", "context", "io", "x y", "123", "NULL",
          "noreturn", "user", "row", "x" * 300, "é", "__x__", "class", "bool", "I", "members_", "tigris",
          "net_status", "kws_exported", "context_", "*/ int z; /*", "a\\", "??/", "\u202e", "status"]
MODELS = ["kws", "KWS_", "float_", "x", "typeof_", "op", "model", "ops", "execution"]
C_HEADERS = ["complex.h", "errno.h", "fenv.h", "inttypes.h", "iso646.h", "limits.h", "math.h", "setjmp.h",
             "signal.h", "stdbool.h", "stdio.h", "stdlib.h", "string.h", "tgmath.h", "time.h", "unistd.h",
             "pthread.h", "semaphore.h", "sys/stat.h", "sys/socket.h", "netdb.h"]
STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


def model(inputs):
    nodes = [message((1, message((1, name), (2, f"{name}."), (3, f"n{i}"), (4, "Relu"))))
             for i, name in enumerate(inputs)]
    graph = b"".join(nodes) + message((2, "g"))
    graph += b"".join(message((11, declaration(name, 1, [1, 2]))) for name in inputs)
    graph += b"".join(message((12, declaration(f"{name}.", 1, [1, 2]))) for name in inputs)
    return message((1, 8), (7, graph), (8, message((1, ""), (2, 17))))


def run(*command, text=""):
    done = subprocess.run([str(word) for word in command], input=text, capture_output=True, text=True,
                          check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n{done.stderr[:3000]}")


def check(folder, name, options, standards=("c99", "gnu99", "gnu11", "gnu2x")):
    run(TOOL, folder / "model.onnx", "--c", "--name", name, "-o", folder / "m.hpp", *options)
    includes = "".join(f"#include <{header}>\n" for header in C_HEADERS) + '#include "m.h"\n'
    for standard in standards:
        run(C, f"-std={standard}", *STRICT, "-I", folder, "-fsyntax-only", "-x", "c", "-", text=includes)
    run(CXX, "-std=c++20", *STRICT, "-Wno-restrict", "-I", ROOT / "include", "-fsyntax-only", folder / "m.cpp")


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "model.onnx").write_bytes(model(INPUTS))
        check(folder, MODELS[0], ["--input", "rows", "--output", "rows"])
        check(folder, MODELS[0], ["--input", "arena", "--output", "arena"])
        check(folder, MODELS[0], [])
        (folder / "model.onnx").write_bytes(model(INPUTS[:2]))
        for name in MODELS:
            check(folder, name, [], ["c99"])
    print("all names compile")


if __name__ == "__main__":
    main()
