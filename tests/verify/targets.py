# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Targets as the command line says them, and as C++ has them."""

import json
import re
from dataclasses import dataclass

MODES = ("caller", "arena", "rows", "slow")
OPTIONS = {"fast": "-m", "slow": "-m", "input": "--input", "output": "--output", "align": "--align",
           "workers": "--workers"}
KEYS = tuple(OPTIONS)
HINTED = "hinted"
SHIFTS = {"": 0, "K": 10, "M": 20, "G": 30}


def bytes_in(text):
    """Of a number with K, M or G behind it."""
    match = re.fullmatch(r"(\d+)([KMG]?)", text)
    if not match or int(match[1]) == 0:
        raise ValueError(f"{text} is no number of bytes")
    return int(match[1]) << SHIFTS[match[2]]


def mode_in(text):
    if text not in MODES:
        raise ValueError(f"{text} is none of {', '.join(MODES)}")
    return f"tigris::io::{text}"


@dataclass
class Target:
    """`text` as the user wrote it, and its `words`; `fields` of tigris::target; `times` the smallest
    fast memory. `is_in_header`: the target that the tool wrote there, a board's or one with a hint."""

    text: str
    words: dict
    fields: dict
    times: int = 0
    is_in_header: bool = False

    def is_hinted(self):
        return self.words.get("fast") == HINTED

    def searches_slow(self):
        """Whether compilers search for the smallest plan with slow memory, which takes them long."""
        return self.times > 0 and "slow" in self.words

    def expression(self, model):
        """The target in C++, for a model in C++."""
        fields = ", ".join(f".{name} = {value}" for name, value in self.fields.items())
        like = f"tigris::target{{{fields}}}"
        if self.is_in_header:
            like = f"{model}.default_target"
        elif self.times > 0:
            like = f"verify::with_smallest_fast<{model}, {like}, {self.times}>()"
        return f"verify::emulated({like})"


def parse_target(text):
    """fast=BYTES, slow=BYTES, input=MODE, output=MODE, align=BYTES, workers=2, with commas between them; fast
    may also be smallest or, say, 2xsmallest, or hinted. Raises ValueError."""
    words = dict(word.partition("=")[::2] for word in text.split(","))
    for key in words.keys() - set(KEYS):
        raise ValueError(f"a target has no {key or 'nothing'}")
    target = Target(text, words, {})
    smallest = re.fullmatch(r"(?:(\d+)x)?smallest", words.get("fast", ""))
    if smallest:
        target.times = int(smallest[1] or 1)
    elif target.is_hinted():
        target.is_in_header = True
        words.setdefault("align", "4")  # the tool plans for that, this machine's compiler for more
    elif "fast" in words:
        target.fields["fast"] = bytes_in(words["fast"])
    if "slow" in words:
        target.fields["slow"] = bytes_in(words["slow"])
    target.fields["backend"] = "verify::backend"
    for key in ("input", "output"):
        if key in words:
            target.fields[key] = mode_in(words[key])
    if "align" in words:
        target.fields["alignment"] = bytes_in(words["align"])
    if "workers" in words:  # which share every step that they can
        if words["workers"] not in ("1", "2"):
            raise ValueError(f"{words['workers']} workers; there are 1 or 2")
        target.fields["workers"] = words["workers"]
        target.fields["costs"] = "{.meeting = 0}"
    return target


def targets_of(arguments):
    """Those of --target, that which --fast and the like say, and the board's, if any."""
    given = [f"{key}={value}" for key in KEYS if (value := getattr(arguments, key, None))]
    targets = [parse_target(text) for text in arguments.target + ([",".join(given)] if given else [])]
    if arguments.board:
        targets.append(Target(f"board={arguments.board}", {}, {}, is_in_header=True))
    if sum(target.is_in_header for target in targets) > 1:
        raise ValueError("a header has one target: fast=hinted goes with one --target, and not with --board")
    return targets


def hinted_target(targets):
    """The one that the header has a hint for, or None: it is hinted, or the only one and of so many bytes."""
    for target in targets:
        if target.is_hinted() or (len(targets) == 1 and "fast" in target.fields):
            return target
    return None


def options_of(target, without=()):
    """The tool's options that say the same as a target, but for some keys: pairs of options and values."""
    return [(OPTIONS[key], target.words[key]) for key in KEYS if key in target.words and key not in without]


def smallest_in(target, text):
    """The fast memory of a hinted target, from what analyze --json prints."""
    found = json.loads(text)["smallest_fast_bytes"]
    return max(1, found["with_slow_memory" if "slow" in target.words else "without_slow_memory"])


def judge_target(target, found):
    """A finding, from what the runner says of it. What does not fit was not run; but a multiple of
    the smallest memory must fit."""
    if found["complaint"]:
        verdict, text = "fail", found["complaint"]
    elif not found["fits"]:
        verdict = "fail" if target.times or target.is_in_header else "skip"
        text = f"no plan fits; the smallest needs {found['fast']} bytes of fast memory"
    else:
        slow = f" and {found['slow']} of slow memory" if found["slow"] else ""
        verdict, text = "pass", f"the same in {found['fast']} bytes of fast{slow or ' memory'}"
    return {"target": target.text, "verdict": verdict, "text": text}
