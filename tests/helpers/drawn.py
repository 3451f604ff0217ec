#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""drawn.py NAME [--choice K/COUNT] COMMAND...: runs the command of the test NAME, if a run takes it.

scripts/test sets TIGRIS_DRAW to WORD/PARTS: of the names of many similar tests one in PARTS is drawn by
the word, the commit's hash. With --choice COUNT tests share a NAME, and one of them is drawn: the Kth,
counted from 0. Without TIGRIS_DRAW all are. A test that is not drawn exits with 77."""

import hashlib
import os
import sys

SKIPPED = 77


def number_of(word, name):
    return int.from_bytes(hashlib.sha256(f"{word} {name}".encode()).digest()[:4], "big")


def is_drawn(name, draw=None, choice=None):
    """Whether a run takes the test `name`. `draw` is WORD/PARTS, of the environment unless given;
    `choice` is K/COUNT for one of several tests of that name."""
    draw = os.environ.get("TIGRIS_DRAW", "") if draw is None else draw
    if not draw:
        return True
    word, parts = draw.rsplit("/", 1)
    taken, parts = map(int, choice.split("/")) if choice else (0, int(parts))
    return number_of(word, name) % parts == taken


def main():
    name, *command = sys.argv[1:]
    choice = None
    if command[0] == "--choice":
        choice, command = command[1], command[2:]
    if not is_drawn(name, choice=choice):
        print(f"skipped: {name} is not drawn")
        sys.exit(SKIPPED)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
