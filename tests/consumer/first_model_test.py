#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what docs/getting_started/first_model.md says from its section 2 on, in an empty folder, with what the build
folder BUILD installs: writes the files, runs the commands, and looks for what the page shows in what they print.
Without a compiler for Cortex-M or QEMU, what needs them is left out.

usage: first_model_test.py CMAKE BUILD"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/getting_started/first_model.md"
FILES = {"cpp": "main.cpp", "cmake": "CMakeLists.txt"}
HAS_CORE = all(shutil.which(program) for program in ("arm-none-eabi-g++", "qemu-system-arm"))


def blocks_of(page):
    """(language, text) of the code blocks from section 2 on; what a command prints has no language."""
    return re.findall(r"^```(\w*)\n(.*?)^```$", page[page.index("## 2."):], re.MULTILINE | re.DOTALL)


def run(commands, folder, prefix):
    environment = dict(os.environ, PATH=f"{prefix}/bin:{os.environ['PATH']}")
    return subprocess.run(["bash", "-e"], input=commands.replace("/usr/", f"{prefix}/"), cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)


def complaints(page, folder, prefix):
    printed, here = None, folder
    for language, text in blocks_of(page):
        if language in FILES:
            (here / FILES[language]).write_text(text)
        elif language == "sh":
            printed = None if "build-m4" in text and not HAS_CORE else run(text, here, prefix)
            here = folder / "first_model"
        elif printed and (text not in printed.stdout or (printed.returncode == 0) == ("error:" in text)):
            yield f"the page shows\n{text}\nprinted was\n{printed.stdout}"


def main():
    cmake, build = sys.argv[1:]
    page = PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as prefix:
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        found = list(complaints(page, Path(folder), prefix))
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
