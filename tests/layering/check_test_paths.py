#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Checks that unit tests lie where what they test does; prints those that do not, exits with 1 if there are any.

usage: check_test_paths.py [PROJECT]

A test tests the source or the folder of sources of its own path and name. Tests of whole runs, of several
files together, and those that are compiled once more lie in folders of these names (docs/reference/tests.md).
A source with a header of its name beside it is no test, but what tests compare with.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
# Folders below tests/, and what they test.
TESTED = {**{folder: f"include/tigris/{folder}"
             for folder in ("support", "model", "ops", "planning", "kernels", "execution")},
          "tools/onnx2hpp": "tools/onnx2hpp"}
OF_SEVERAL_FILES = {"whole_runs", "together", "dot_products"}


def is_test(source):
    return not source.with_suffix(".hpp").exists()


def has_subject(subject):
    """Whether there is a source or a folder of this path, which has no suffix."""
    return subject.is_dir() or any(subject.with_suffix(suffix).exists() for suffix in (".hpp", ".cpp"))


def stray_tests(project):
    """Paths of tests, below tests/, that test nothing of their path."""
    found = []
    for folder, tested in TESTED.items():
        tests = project / "tests" / folder
        for source in sorted(tests.rglob("*.cpp")):
            below = source.relative_to(tests)
            if is_test(source) and not OF_SEVERAL_FILES & set(below.parts[:-1]) \
                    and not has_subject(project / tested / below.with_suffix("")):
                found.append(f"{folder}/{below}")
    return found


def main():
    found = stray_tests(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT)
    for test in found:
        print(f"tests/{test}: no source has this path; if it is about several, put it into a folder "
              f"{' or '.join(sorted(OF_SEVERAL_FILES))}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
