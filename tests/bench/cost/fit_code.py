# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds which kernels bring which functions into a program: the bytes of code in a cost table.

A kernel is named as in the table, alone or with a window: "arm_dsp pool-max int8_t int8_t 2x2/2x2". Kernels share
functions, and a function is in a program once. So a table has parts: bytes, and the kernels of which any brings them.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from statistics import median

CALLERS = "tigris::execution"
# What layers differ by that takes the same code: numbers, roundings, and flags.
NOT_TOLD_APART = [(r"subject_\w+", "model"), (r"\b\d+(ull|ul|l)\b", "n"), (r"finish_key\{[^}]*\}", "finish_key"),
                  (r"softmax_key\{[^}]*\}", "softmax_key"), (r"\b(true|false)\b", "flag"),
                  (r"\(tigris::rounding\)\d", "rounding")]
WINDOW = re.compile(r"window_key\{\(short\)(\d+), \(short\)(\d+), \(short\)(\d+), \(short\)(\d+)")
KEYS_OF_SHAPES = {"panel": ["depthwise_conv"], "depthwise": ["depthwise_conv"], "product": ["conv", "gemm"]}
LEAST_SHARE = 0.3  # of the programs with a kernel that have a function: below, it is a coincidence


@dataclass
class Program:
    """`kernels`: names of its kernels, with and without windows; `functions`: bytes of each beside the callers;
    `callers`: bytes of what calls the kernels; `around`: the features of these."""

    kernels: set
    functions: dict
    callers: int
    around: dict


def kernels_of(work):
    """Of what print_work says of a plan."""
    steps = work["steps"].values()
    return {s["kernel"] for s in steps} | {f"{s['kernel']} {s['window']}" for s in steps if s["window"]}


def known_name(name):
    for what, instead in NOT_TOLD_APART:
        name = re.sub(what, instead, name)
    return name


def program_of(symbols, empty, work):
    """`symbols` of firmware without those of `empty`; a function with two names counts once."""
    functions, callers = {}, 0
    known = {s.name for s in empty}
    for s in {s.address: s for s in symbols if s.kind in "tTwW"}.values():
        if s.name in known:
            continue
        if CALLERS in s.name.split("(")[0].split("<")[0]:
            callers += s.size
        else:
            name = known_name(s.name)
            functions[name] = max(s.size, functions.get(name, 0))
    return Program(kernels_of(work), functions, callers, work["code"])


def operator_of(kernel):
    return kernel.split()[1].split("-")[0]


def may_bring(kernel, function, operators):
    """Whether the function's template arguments are those of other operators or windows."""
    keys = set(re.findall(r"(\w+?)_key\{", function))
    named = keys & operators
    for key, of in KEYS_OF_SHAPES.items():
        if key in keys and not named:
            named = set(of)
    window = WINDOW.search(function)
    return ((not named or operator_of(kernel) in named)
            and (not window or kernel.endswith(" {}x{}/{}x{}".format(*window.groups()))))


def explain(function, programs, operators):
    """The fewest kernels such that each program with the function has one of them, and most with them have it."""
    having = [p for p in programs if function in p.functions]
    share = {}
    for kernel in {k for p in having for k in p.kernels if may_bring(k, function, operators)}:
        share[kernel] = (sum(kernel in p.kernels for p in having) / sum(kernel in p.kernels for p in programs))
    chosen, left = set(), having
    while left:
        in_left = Counter(k for p in left for k in p.kernels if share.get(k, 0) >= LEAST_SHARE)
        if not in_left:
            break
        best = max(in_left, key=lambda k: (share[k] == 1, in_left[k] * share[k], k))
        chosen.add(best)
        left = [p for p in left if best not in p.kernels]
    return chosen


def bytes_on_average(function, kernels, programs):
    """Of programs with one of the kernels; some do not have the function."""
    sizes = [p.functions[function] for p in programs if function in p.functions]
    return median(sizes) * len(sizes) / max(sum(not kernels.isdisjoint(p.kernels) for p in programs), len(sizes))


def parts_of(programs):
    """{kernels: bytes}; kernels without a function of their own have a part of no bytes."""
    operators = {operator_of(k) for p in programs for k in p.kernels}
    parts = defaultdict(float)
    for function in sorted({f for p in programs for f in p.functions}):
        kernels = explain(function, programs, operators)
        if kernels:
            parts[frozenset(kernels)] += bytes_on_average(function, kernels, programs)
    named = {k for kernels in parts for k in kernels}
    for kernel in {k for p in programs for k in p.kernels} - named:
        parts[frozenset([kernel])] = 0
    return parts


def section_of_code(programs):
    lines = ["[code]"]
    for kernels, size in sorted(parts_of(programs).items(), key=lambda part: (-part[1], sorted(part[0]))):
        lines.append(f"{size:.0f} {' | '.join(sorted(kernels))}")
    return "\n".join(lines) + "\n"
