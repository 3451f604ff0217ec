#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""drawn.py NAME COMMAND...: runs the command of the test NAME, if a run takes this test.

scripts/test sets TIGRIS_DRAW to WORD/PARTS: of the names of many similar tests one in PARTS is drawn by
the word, the commit's hash. Without TIGRIS_DRAW all are. A test that is not drawn exits with 77."""

import hashlib
import os
import sys

SKIPPED = 77


def is_drawn(name, draw=None):
    """Whether a run takes the test `name`. `draw` is WORD/PARTS, of the environment unless given."""
    draw = os.environ.get("TIGRIS_DRAW", "") if draw is None else draw
    if not draw:
        return True
    word, parts = draw.rsplit("/", 1)
    return int.from_bytes(hashlib.sha256(f"{word} {name}".encode()).digest()[:4], "big") % int(parts) == 0


def main():
    name, command = sys.argv[1], sys.argv[2:]
    if not is_drawn(name):
        print(f"skipped: {name} is not drawn")
        sys.exit(SKIPPED)
    os.execvp(command[0], command)


if __name__ == "__main__":
    main()
