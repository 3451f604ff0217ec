# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Targets as the command line says them, and as C++ has them."""

import re
from dataclasses import dataclass

MODES = ("caller", "arena", "rows", "slow")
KEYS = ("fast", "slow", "input", "output", "align", "workers")
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
    fast memory. `is_board`: the target that the tool wrote into the header."""

    text: str
    words: dict
    fields: dict
    times: int = 0
    is_board: bool = False

    def expression(self, model):
        """The target in C++, for a model in C++."""
        fields = ", ".join(f".{name} = {value}" for name, value in self.fields.items())
        like = f"tigris::target{{{fields}}}"
        if self.is_board:
            like = f"{model}.default_target"
        elif self.times > 0:
            like = f"verify::with_smallest_fast<{model}, {like}, {self.times}>()"
        return f"verify::emulated({like})"


def parse_target(text):
    """fast=BYTES, slow=BYTES, input=MODE, output=MODE, align=BYTES, workers=2, with commas between them; fast
    may also be smallest or, say, 2xsmallest. Raises ValueError."""
    words = dict(word.partition("=")[::2] for word in text.split(","))
    for key in words.keys() - set(KEYS):
        raise ValueError(f"a target has no {key or 'nothing'}")
    target = Target(text, words, {})
    smallest = re.fullmatch(r"(?:(\d+)x)?smallest", words.get("fast", ""))
    if smallest:
        target.times = int(smallest[1] or 1)
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
        targets.append(Target(f"board={arguments.board}", {}, {}, is_board=True))
    return targets


def hints_for(targets):
    """What the tool is told of a single target of so many bytes, so that the header has hints for
    it: pairs of options and values."""
    if len(targets) != 1 or "fast" not in targets[0].fields:
        return []
    words = targets[0].words
    options = {"fast": "-m", "slow": "-m", "input": "--input", "output": "--output"}
    return [(option, words[key]) for key, option in options.items() if key in words]


def judge_target(target, found):
    """A finding, from what the runner says of it. What does not fit was not run; but a multiple of
    the smallest memory must fit."""
    if found["complaint"]:
        verdict, text = "fail", found["complaint"]
    elif not found["fits"]:
        verdict = "fail" if target.times or target.is_board else "skip"
        text = f"no plan fits; the smallest needs {found['fast']} bytes of fast memory"
    else:
        slow = f" and {found['slow']} of slow memory" if found["slow"] else ""
        verdict, text = "pass", f"the same in {found['fast']} bytes of fast{slow or ' memory'}"
    return {"target": target.text, "verdict": verdict, "text": text}
