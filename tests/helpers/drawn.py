#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""drawn.py NAME [--choice K/COUNT] COMMAND...: runs the command of the test NAME, if a run takes it.
drawn.py NAME --number COUNT: prints which of COUNT a run takes, counted from 0.

scripts/test sets TIGRIS_DRAW to WORD/PARTS: of the names of many similar tests one in PARTS is drawn by
the word, the commit's hash. With --choice COUNT tests share a NAME, and one of them is drawn: the Kth,
counted from 0. Without TIGRIS_DRAW all are. A test that is not drawn exits with 77."""

import hashlib
import os
import sys

SKIPPED = 77


def number_of(word, name):
    return int.from_bytes(hashlib.sha256(f"{word} {name}".encode()).digest()[:4], "big")


def word_of(draw):
    return os.environ.get("TIGRIS_DRAW", "") if draw is None else draw


def number_drawn(name, count, draw=None):
    """Which of `count` a run takes, counted from 0; always 0 without a draw. As is_drawn's choice."""
    draw = word_of(draw)
    return number_of(draw.rsplit("/", 1)[0], name) % count if draw else 0


def is_drawn(name, draw=None, choice=None):
    """Whether a run takes the test `name`. `draw` is WORD/PARTS, of the environment unless given;
    `choice` is K/COUNT for one of several tests of that name."""
    draw = word_of(draw)
    if not draw:
        return True
    taken, parts = choice.split("/") if choice else (0, draw.rsplit("/", 1)[1])
    return number_drawn(name, int(parts), draw) == int(taken)


def main():
    name, *command = sys.argv[1:]
    if command[0] == "--number":
        print(number_drawn(name, int(command[1])))
        return
    choice = None
    if command[0] == "--choice":
        choice, command = command[1], command[2:]
    if not is_drawn(name, choice=choice):
        print(f"skipped: {name} is not drawn")
        sys.exit(SKIPPED)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
