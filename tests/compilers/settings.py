# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The settings that firmware is built with, and which of their combinations a commit tries."""

import itertools
import random
from collections import Counter
from dataclasses import astuple, dataclass, fields

VALUES = {
    "model": ("kws_ref_int8", "resnet8_int8", "vww_96_int8"),
    "plan": ("smallest", "middle", "whole"),
    "core": ("m0plus", "m3", "m4", "m7", "m33", "m55", "rv32", "a53"),
    "level": ("-O0", "-O1", "-Os", "-O2", "-O3"),
    "lto": ("no", "yes"),
    "rounding": ("nearest", "tflite"),
    "policy": ("speed", "balanced", "size"),
    "compiler": ("g++", "clang"),
}
TRIES = 20  # drawn for each firmware; the one with most new pairs is taken


@dataclass(frozen=True)
class Settings:
    """One value of each entry of VALUES."""

    model: str
    plan: str
    core: str
    level: str
    lto: str
    rounding: str
    policy: str
    compiler: str

    def name(self):
        return "_".join(value.strip("-") for value in astuple(self)).replace("+", "x")

    def pairs(self):
        """What every two of its settings are."""
        named = [(field.name, getattr(self, field.name)) for field in fields(self)]
        return set(itertools.combinations(named, 2))


def every():
    """All combinations, in an order that stays."""
    return [Settings(*values) for values in itertools.product(*VALUES.values())]


def every_pair():
    return set().union(*(settings.pairs() for settings in every()))


def endless(source, values):
    """All values in random order, then all again in another."""
    while True:
        yield from source.sample(values, len(values))


def drawn(count, seed):
    """`count` combinations that differ for another seed, with as many pairs as can be. Cores take
    turns, and on each core levels do."""
    source, seen, chosen = random.Random(seed), Counter(), []
    cores = endless(source, VALUES["core"])
    levels = {core: endless(source, VALUES["level"]) for core in VALUES["core"]}
    for core in itertools.islice(cores, count):
        fixed = {"core": core, "level": next(levels[core])}
        tries = [Settings(**{name: fixed.get(name) or source.choice(values)
                             for name, values in VALUES.items()}) for _ in range(TRIES)]
        best = min(tries, key=lambda settings: sum(seen[pair] for pair in settings.pairs()))
        seen.update(best.pairs())
        chosen.append(best)
    return chosen
