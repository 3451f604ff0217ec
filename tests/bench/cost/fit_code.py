# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Finds which kernels bring which functions into a program: the bytes of code in a cost table.

A kernel is named as in the table, alone or with its form: "arm_dsp pool-max int8_t int8_t =2x2/2x2". Kernels share
functions. A program has most functions once, some once for each instance of the kernel (channels that it is compiled
for), and some once for each way to finish sums. So a table has parts: bytes, how often, and the kernels of which any
brings them.
"""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace

CALLERS = "tigris::execution"
# What layers differ by that takes the same code: numbers, roundings, flags, and what keys end with (variants).
NOT_TOLD_APART = [(r" \[clone .*", ""), (r"subject_\w+", "model"), (r"\b\d+(ull|ul|l)\b", "n"),
                  (r"finish_key\{[^}]*\}", "finish_key"), (r"softmax_key\{[^}]*\}", "softmax_key"),
                  (r"\b(true|false)\b", "flag"), (r"\(tigris::rounding\)\d", "rounding"),
                  (r", \(signed char\)-?\d\}", "}"), (r"(, (n|flag|\(tigris::weight_order\)0))+\}", "}")]
WINDOW = re.compile(r"window_key\{\(short\)(\d+), \(short\)(\d+), \(short\)(\d+), \(short\)(\d+)")
TYPES = re.compile(r"_key\{\(tigris::dtype\)(\d+), \(tigris::dtype\)(\d+)")
ELEMENTS = {"0": "float", "5": "int8_t", "6": "uint8_t"}
KEYS_OF_SHAPES = {"panel": ["depthwise_conv"], "depthwise": ["depthwise_conv"], "product": ["conv", "gemm"]}
COMPILED_FOR_CHANNELS = re.compile(r"\b(conv|depthwise_conv|conv_transpose|gemm)_key\{")
FINISH_KEY = re.compile(r"\bfinish_key\{(?:\(tigris::rounding\)\d)?(?:, (true|false))?")
ONCE, EACH, FINISH = "", "each ", "finish "  # how often a program has a part, as tables say it
IN_ROWS = "/rows"  # forms whose rows come some at a time: the instance may be the one for all rows, too
LEAST_SHARE = 0.3  # of the programs with a kernel that have a function: below, it is a coincidence


@dataclass(frozen=True)
class Instance:
    """A kernel with what it is compiled for."""

    kernel: str
    form: str
    channels: str
    finish: str

    def names(self):
        return {self.kernel, f"{self.kernel} ={self.form}"} if self.form else {self.kernel}


@dataclass
class Program:
    """`instances` of its kernels; `functions`: {(name, finish): bytes of all its variants}, beside the callers;
    `callers`: bytes of what calls the kernels; `around`: the features of these."""

    instances: set
    functions: dict
    callers: int
    around: dict

    def kernels(self, finish=""):
        """Names of those with this way to finish sums; all where none is said."""
        return {name for i in self.instances if finish in ("", i.finish) for name in i.names()}

    def count(self, sort, kernels):
        """How often the program has a part of such kernels."""
        having = {replace(i, form=i.form.removesuffix(IN_ROWS)) for i in self.instances if not i.names().isdisjoint(kernels)}
        return len({i.finish for i in having}) if sort == FINISH else len(having) if sort == EACH else bool(having)


def instances_of(work):
    """Of what print_work says of a plan."""
    return {Instance(s["kernel"], s["form"], s["channels"], s["finish"]) for s in work["steps"].values()}


def known_name(name):
    for what, instead in NOT_TOLD_APART:
        name = re.sub(what, instead, name)
    return name


def finish_of(name):
    """Of a function that a program has once for each: one scale for all channels, or one for each channel."""
    key = FINISH_KEY.search(name)
    if not key or COMPILED_FOR_CHANNELS.search(name):
        return ""
    return "channels" if key.group(1) == "true" else "one"


def how_often(function, finishes):
    """A program has a function: as its name says, and the ways to finish sums in which programs have it."""
    if COMPILED_FOR_CHANNELS.search(function):
        return EACH
    return ONCE if "" in finishes else FINISH


def without_overlaps(symbols):
    """Functions in the order of addresses, each byte in the last one that begins before it: libgcc's __aeabi_frsub
    holds __aeabi_fsub, which holds __aeabi_fadd. A function with two names counts once."""
    functions = sorted({s.address: s for s in symbols if s.kind in "tTwW"}.values(), key=lambda s: s.address)
    ends = [s.address for s in functions[1:]] + [float("inf")]
    return [replace(s, size=min(s.size, end - s.address)) for s, end in zip(functions, ends)]


def program_of(symbols, empty, work):
    """`symbols` of firmware without those of `empty`."""
    functions, callers = Counter(), 0
    known = {s.name for s in empty}
    for s in without_overlaps(symbols):
        if s.name in known:
            continue
        if CALLERS in s.name.split("(")[0].split("<")[0]:
            callers += s.size
        else:
            functions[known_name(s.name), finish_of(s.name)] += s.size
    return Program(instances_of(work), functions, callers, work["code"])


def operator_of(kernel):
    return kernel.split()[1].split("-")[0]


def differ_in_types(kernel, types):
    return any(t and t != of_kernel for t, of_kernel in zip(types, kernel.split()[2:4]))


def may_bring(kernel, function, operators, backends):
    """Whether the function can be the kernel's: its name may say other operators, types, windows or backends."""
    keys = set(re.findall(r"(\w+?)_(?:key\{|layer<)", function))
    named = keys & operators
    for key, of in KEYS_OF_SHAPES.items():
        if key in keys and not named:
            named = set(of)
    window, types = WINDOW.search(function), TYPES.search(function)
    backend = set(re.findall(r"tigris::kernels::(\w+)_kernels::", function)) & backends
    return ((not named or operator_of(kernel) in named) and (not backend or kernel.split()[0] in backend)
            and (not types or not differ_in_types(kernel, [ELEMENTS.get(t) for t in types.groups()]))
            and (not window or f"{kernel}/".find(" ={}x{}/{}x{}/".format(*window.groups())) > 0))


def explain(having, programs, may, finish):
    """The fewest kernels such that each of the programs `having` a function has one of them, and most with them have
    it. `may`: whether a kernel can bring it."""
    share = {}
    for kernel in {k for p in having for k in p.kernels(finish) if may(k)}:
        share[kernel] = (sum(kernel in p.kernels(finish) for p in having)
                         / sum(kernel in p.kernels(finish) for p in programs))
    chosen, left = set(), having
    while left:
        in_left = Counter(k for p in left for k in p.kernels(finish) if share.get(k, 0) >= LEAST_SHARE)
        if not in_left:
            break
        best = max(in_left, key=lambda k: (share[k] == 1, in_left[k] * share[k], k))
        chosen.add(best)
        left = [p for p in left if best not in p.kernels(finish)]
    return chosen


class Explainer:
    def __init__(self, programs):
        self.programs = programs
        self.names = {k for p in programs for k in p.kernels()}
        self.operators, self.backends = {operator_of(k) for k in self.names}, {k.split()[0] for k in self.names}

    def kernels_of(self, function, finishes):
        """Those that bring a function in one of its ways to finish sums."""
        found = set()
        for finish in finishes:
            having = [p for p in self.programs if (function, finish) in p.functions]
            found |= explain(having, self.programs,
                             lambda k: may_bring(k, function, self.operators, self.backends), finish)
        return frozenset(found)

    def bytes_on_average(self, function, finishes, sort, kernels):
        """Each time that programs may have it; some do not."""
        having = [p for p in self.programs if not p.kernels().isdisjoint(kernels)]
        return (sum(p.functions.get((function, finish), 0) for p in having for finish in finishes)
                / sum(p.count(sort, kernels) for p in having))


def parts_of(programs):
    """{(how often, kernels): bytes}; kernels without a function of their own have a part of no bytes."""
    explainer, parts, finishes = Explainer(programs), defaultdict(float), defaultdict(set)
    for p in programs:
        for function, finish in p.functions:
            finishes[function].add(finish)
    for function in sorted(finishes):
        kernels = explainer.kernels_of(function, sorted(finishes[function]))
        if kernels:
            sort = how_often(function, finishes[function])
            parts[sort, kernels] += explainer.bytes_on_average(function, finishes[function], sort, kernels)
    for kernel in explainer.names - {k for _, kernels in parts for k in kernels}:
        parts[ONCE, frozenset([kernel])] = 0
    return parts


def section_of_code(programs):
    lines = ["[machine_code]"]
    for (sort, kernels), size in sorted(parts_of(programs).items(), key=lambda part: (-part[1], sorted(part[0][1]))):
        lines.append(f"{size:.0f} {sort}{' | '.join(sorted(kernels))}")
    return "\n".join(lines) + "\n"
