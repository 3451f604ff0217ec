#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Converts models for C, writes a program in C99 for each way to pass inputs and outputs, links it with the
C compiler, and compares what it computes of the test sets with what these say (ONNX Runtime's outputs).

The header must compile as C99, C11 and C++, and the object must hold no variable and need no C++ library.
Models are folders with model.onnx and test sets, as scripts/verify takes them."""

import argparse
import re
import struct
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "verify"))
from onnx_file import one_of  # noqa: E402

STRICT = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]
CODES = {"float": "f", "int8_t": "b", "uint8_t": "B", "int16_t": "h", "int32_t": "i", "int64_t": "q"}
TOLERANCE = 1e-5  # of floats, of the largest output
ONNX_ORDER = ["--io-layout", "onnx"]
VARIANTS = {  # by name: options of the tool; rows are those of images, whose channels lie last
    "caller": ONNX_ORDER,
    "arena": [*ONNX_ORDER, "--input", "arena", "--output", "arena"],
    "rows": ["--input", "rows", "--output", "rows"],
    "slow": [*ONNX_ORDER, "-m", "8M", "-m", "8M", "--input", "slow", "--output", "slow"],
    "external": [*ONNX_ORDER, "-m", "8M", "-m", "8M", "--input", "slow", "--external-arenas"],
}
WRITABLE = "bBdDsSgGcC"  # what nm calls symbols of variables
LANGUAGES = [("c", "c99"), ("c", "c11"), ("c++", "c++11"), ("c++", "c++20")]


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {done.returncode}\n"
                 f"{done.stdout}{done.stderr[:3000]}")
    return done.stdout


@dataclass
class Edge:
    """An input or output, and how it is passed: caller, rows, or in the workspace."""

    role: str
    name: str
    type: str
    passed: str
    shape: tuple = ()

    @property
    def macro(self):
        return f"NET_{self.role.upper()}_{self.name.rstrip('_').upper()}"

    @property
    def array(self):
        return f"{self.role}_{self.name}"

    @property
    def places(self):
        """Of an image whose channels lie last, where its elements lie in ONNX's order, else None."""
        if self.passed != "rows" or len(self.shape) != 4:
            return None
        images, height, width, channels = self.shape
        return [(image * channels + channel) * height * width + pixel for image in range(images)
                for pixel in range(height * width) for channel in range(channels)]

    def elements(self, data):
        size = struct.calcsize(CODES[self.type])
        return [data[i:i + size] for i in range(0, len(data), size)]

    def in_memory_order(self, data):
        return data if self.places is None else b"".join(self.elements(data)[place] for place in self.places)

    def in_onnx_order(self, data):
        if self.places is None:
            return data
        return b"".join(element for _, element in sorted(zip(self.places, self.elements(data))))


def edges_of(header):
    """Inputs before outputs, as the header has them."""
    edges = [Edge(role, name, "", "workspace")
             for role, name in re.findall(r"define\(net, (input|output), \d+, (\w+)\)", header)]
    members = re.search(r"typedef struct net_io \{(.*?)\}", header, re.S)
    for kind, name in re.findall(r"^ +(.+?)[* ]+(\w+);", members[1] if members else "", re.M):
        rows = re.fullmatch(r"net_\w+_(source|sink)", kind)
        is_input = rows[1] == "source" if rows else kind.startswith("const ")
        edges.append(Edge("input" if is_input else "output", name, "", "rows" if rows else "caller"))
    for edge in edges:
        edge.type = re.search(rf"#define {edge.macro}_TYPE (\w+)", header)[1]
        shape = re.search(rf"#define {edge.macro}_SHAPE \{{(.*)\}}", header)
        edge.shape = tuple(map(int, shape[1].split(","))) if shape else ()
    order = re.findall(r"#define (NET_(?:INPUT|OUTPUT)_\w+)_TYPE", header)
    return sorted(edges, key=lambda edge: order.index(edge.macro))


ROWS = {"input": """
static void {array}_rows(void* user, {type}* row, int count, int y) {{
    memcpy(row, ({type}*)user + y * count, (size_t)count * sizeof({type}));
}}
""", "output": """
static void {array}_rows(void* user, const {type}* row, int count, int y) {{
    memcpy(({type}*)user + y * count, row, (size_t)count * sizeof({type}));
}}
"""}

PROGRAM = """
#include "net.h"

#include <stdio.h>
#include <string.h>

static net_context context;
{arrays}
static int check(net_status status) {{
    if (status != NET_STATUS_OK) fprintf(stderr, "%s\\n", net_status_name((int)status));
    return status == NET_STATUS_OK;
}}

static int load(const char* path, void* to, size_t bytes) {{
    FILE* file = fopen(path, "rb");
    const size_t read = file ? fread(to, 1, bytes, file) : 0;
    if (file) fclose(file);
    return read == bytes;
}}

{load_all}{own_copy}static int store(const char* path, const void* from, size_t bytes) {{
    FILE* file = fopen(path, "wb");
    const size_t written = file ? fwrite(from, 1, bytes, file) : 0;
    if (file) fclose(file);
    return written == bytes;
}}

int main(int count, char** words) {{
    int word = 1;
    if (!check(net_init(&context))) return 1;
{bind}    while (word < count) {{
{loads}        if (!check(net_run(&context{io}))) return 3;
{stores}    }}
    return {result};
}}
"""


LOAD_ALL = """static unsigned char weights[1 << 19] __attribute__((aligned(16)));

static size_t load_all(const char* path, void* to, size_t bytes) {
    FILE* file = fopen(path, "rb");
    const size_t read = file ? fread(to, 1, bytes, file) : 0;
    if (file) fclose(file);
    return read;
}

"""


OWN_COPY = """static int blocks;

/* In the place of the library's. */
void net_hydrate_constants(net_context* to) {
    net_staged block;
    int number;
    for (number = 0; net_find_staged(to, number, &block); ++number) {
        memcpy(block.to, block.from, block.bytes);
        ++blocks;
    }
    net_mark_hydrated(to);
}

"""


def arrays_of(edges, header):
    text = "".join(f"static {e.macro}_TYPE {e.array}[{e.macro}_COUNT];\n" for e in edges)
    text += "".join(ROWS[e.role].format(array=e.array, type=e.type) for e in edges if e.passed == "rows")
    for name in bound_regions(header):
        text += f"NET_ALIGNED static unsigned char {name.lower()}_arena[NET_ARENA_{name}_BYTES];\n"
    return text


def bound_regions(header):
    sizes = re.findall(r"#define NET_ARENA_(\w+)_BYTES (\d+)", header)
    return [name for name, size in sizes if int(size) > 0 and "net_bind(" in header]


def program_of(edges, header, own_copy):
    bind = "".join(f"    if (!check(net_bind(&context, NET_REGION_{n}, {n.lower()}_arena, "
                   f"sizeof({n.lower()}_arena)))) return 1;\n" for n in bound_regions(header))
    if "net_bind_weights(" in header:
        bind += ("    if (!check(net_bind_weights(&context, weights, load_all(words[word++], weights, "
                 "sizeof(weights))))) return 1;\n")
    if bind and "net_hydrate(" in header:
        bind += "    if (!check(net_hydrate(&context))) return 1;\n"
    loads, stores, members = "", "", []
    for e in edges:
        at = e.array if e.passed != "workspace" else f"net_{e.role}_{e.name}(&context)"
        size = f"{e.macro}_COUNT * sizeof({e.macro}_TYPE)"
        call = "load" if e.role == "input" else "store"
        line = f"        if (!{call}(words[word++], {at}, {size})) return 2;\n"
        loads, stores = (loads + line, stores) if e.role == "input" else (loads, stores + line)
        if e.passed != "workspace":
            members.append(f".{e.name} = " + (f"{{{e.array}_rows, {e.array}}}" if e.passed == "rows"
                                              else e.array))
    io = f", &(net_io){{{', '.join(members)}}}" if members else ""
    load_all = LOAD_ALL if "net_bind_weights(" in header else ""
    return PROGRAM.format(load_all=load_all, own_copy=OWN_COPY if own_copy else "",
                          result="blocks > 0 ? 0 : 4" if own_copy else "0", arrays=arrays_of([e for e in edges if e.passed != "workspace"], header),
                          bind=bind, loads=loads, stores=stores, io=io)


def check_header(folder, compilers):
    for language, standard in LANGUAGES:
        run(compilers[language], f"-std={standard}", *STRICT, "-fsyntax-only", "-x", language,
            folder / "net.h")


def check_object(file):
    """It holds no variable, and calls nothing of a C++ library."""
    symbols = [line.split() for line in run("nm", file).splitlines()]
    defined = [words[1:] for words in symbols if len(words) == 3]
    undefined = [words[1] for words in symbols if words[0] == "U"]
    bad = [name for kind, name in defined if kind in WRITABLE]
    bad += [name for name in undefined if name.startswith("_Z") or name.startswith("__cxa")]
    if bad or not defined:
        sys.exit(f"{file}: {bad}")


def build(folder, compilers, options, own_copy):
    header = (folder / "net.h").read_text()
    edges = edges_of(header)
    (folder / "main.c").write_text(program_of(edges, header, own_copy))
    run(compilers["c++"], "-std=c++20", "-O1", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror",
        "-fno-exceptions", "-fno-rtti", *options, "-I", ROOT / "include", "-c", folder / "net.cpp",
        "-o", folder / "net.o")
    check_object(folder / "net.o")
    run(compilers["c"], "-std=c99", *STRICT, "-c", folder / "main.c", "-o", folder / "main.o")
    run(compilers["c"], folder / "main.o", folder / "net.o", *assembled_weights(folder, compilers["c"]), "-lm",
        "-o", folder / "main")
    return edges


def assembled_weights(folder, compiler):
    """The object of `--weights object`, whose assembler file includes another of the folder."""
    for source in folder.glob("net_weights.S"):
        run(compiler, f"-I{folder}", "-c", source, "-o", folder / "net_weights.o")
    return list(folder.glob("net_weights.o"))


def raw(file):
    return one_of(file.read_bytes(), 9)


def differences(edge, found, expected):
    code = CODES[edge.type]
    a, b = ([x[0] for x in struct.iter_unpack(f"<{code}", data)] for data in (found, expected))
    if len(a) != len(b):
        sys.exit(f"{edge.array}: {len(a)} elements, expected {len(b)}")
    return sum(x != y for x, y in zip(a, b)), max(abs(x - y) for x, y in zip(a, b)), max(map(abs, b))


def run_sets(folder, edges, sets):
    inputs = [e for e in edges if e.role == "input"]
    outputs = [e for e in edges if e.role == "output"]
    words = list(folder.glob("net.bin"))  # the blob
    for s in sets:
        for i, edge in enumerate(inputs):
            file = folder / f"{s.name}_{i}.in"
            file.write_bytes(edge.in_memory_order(raw(s / f"input_{i}.pb")))
            words.append(file)
        words += [folder / f"{s.name}_{i}.out" for i, _ in enumerate(outputs)]
    run(folder / "main", *words)
    return [(e, e.in_onnx_order((folder / f"{s.name}_{i}.out").read_bytes()), raw(s / f"output_{i}.pb"))
            for s in sets for i, e in enumerate(outputs)]


def judge(results, steps):
    """A sentence, and whether integers differ by at most `steps` codes and floats by the tolerance."""
    unequal, largest, good = 0, 0, True
    for edge, found, expected in results:
        count, difference, size = differences(edge, found, expected)
        unequal, largest = unequal + count, max(largest, difference)
        good &= difference <= (TOLERANCE * max(size, 1) if edge.type == "float" else steps)
    return f"{unequal} elements differ, by {largest:.3g} at most", good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tool", required=True)
    parser.add_argument("--compiler", required=True, help="of C++")
    parser.add_argument("--c-compiler", required=True)
    parser.add_argument("--steps", type=int, default=0, help="codes that integers may differ by")
    parser.add_argument("--options", default="", help="of the tool, separated by spaces")
    parser.add_argument("--compile-options", default="", help="for C++, separated by spaces")
    parser.add_argument("--own-copy", action="store_true", help="the program copies staged constants itself")
    parser.add_argument("--variants", default=",".join(VARIANTS))
    parser.add_argument("--break", dest="breaks", action="store_true", help="change the outputs")
    parser.add_argument("models", nargs="+", type=Path)
    wanted = parser.parse_args()
    compilers = {"c": wanted.c_compiler, "c++": wanted.compiler}
    failed = 0
    for model in wanted.models:
        same = None
        for variant in wanted.variants.split(","):
            with tempfile.TemporaryDirectory() as name:
                folder = Path(name)
                run(wanted.tool, model / "model.onnx", "--c", "--name", "net",
                    "-o", folder / "net.hpp", *VARIANTS[variant], *wanted.options.split())
                check_header(folder, compilers)
                edges = build(folder, compilers, wanted.compile_options.split(), wanted.own_copy)
                results = run_sets(folder, edges, sorted(model.glob("test_data_set_*")))
            if wanted.breaks:
                results = [(e, bytes([found[0] ^ 64]) + found[1:], want) for e, found, want in results]
            sentence, good = judge(results, wanted.steps)
            bytes_found = [found for _, found, _ in results]
            same = same or bytes_found
            if bytes_found != same:
                sentence, good = sentence + "; other bytes than the first way gives", False
            print(f"{model.name:24} {variant:9} {sentence}{'' if good else ': WRONG'}", flush=True)
            failed += not good
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
