#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Does what docs/getting_started/first_model.md says from its section 2 on, in an empty folder, with what the build
folder BUILD installs: writes the files, runs the commands, and looks for what the page shows in what they print. The
program of section 7 runs with a model that it fits.
Without a compiler for Cortex-M or QEMU, what needs them is left out.

usage: first_model_test.py [--update] CMAKE BUILD      --update writes what was printed into the page"""

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
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SEVERAL = "## 7."
TWO_EACH = ROOT / "examples/07_state/gru_frame.onnx"  # two inputs, outputs of 4 and 16 numbers


def run(commands, folder, prefix):
    environment = dict(os.environ, PATH=f"{prefix}/bin:{os.environ['PATH']}")
    return subprocess.run(["bash", "-e"], input=commands.replace("/usr/", f"{prefix}/"), cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=environment)


def shown_of(text, printed):
    """What belongs where the page shows `text`: its errors, or what was printed last."""
    lines = printed.splitlines(keepends=True)
    errors = [line for line in lines if line.startswith("onnx2hpp: error:")]
    return "".join(errors if "error:" in text else lines[-text.count("\n"):])


def written(page, folder, prefix):
    """The page from section 2 to 6 with what its commands print, and what else is wrong."""
    printed, here, wrong, begin = None, folder, [], page.index("## 2.")
    made = [page[:begin]]
    for block in BLOCK.finditer(page, begin, page.index(SEVERAL)):
        language, text = block.groups()
        made.append(page[begin:block.start(2)])
        begin = block.end(2)
        if language in FILES:
            (here / FILES[language]).write_text(text)
        elif language == "sh":
            printed = None if "build-m4" in text and not HAS_CORE else run(text, here, prefix)
            here = folder / "first_model"
        elif printed:
            if (printed.returncode == 0) == ("error:" in text):
                wrong.append(f"ended with {printed.returncode} where the page shows\n{text}\n{printed.stdout}")
            made.append(shown_of(text, printed.stdout))
            continue
        made.append(text)
    return "".join(made) + page[begin:], wrong


def complaints_of_several(page, folder, prefix):
    """The last program in place of the first, and a model for it."""
    here = folder / "first_model"
    shutil.copy(TWO_EACH, here / "net.onnx")
    (here / "main.cpp").write_text(BLOCK.search(page, page.index(SEVERAL))[2])
    done = run("cmake --build build\nbuild/first_model\n", here, prefix)
    if done.returncode or [len(line.split()) for line in done.stdout.splitlines()[-2:]] != [4, 16]:
        yield f"section 7 printed\n{done.stdout}"


def main():
    is_update = "--update" in sys.argv
    cmake, build = [word for word in sys.argv[1:] if word != "--update"]
    page = PAGE.read_text()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as prefix:
        subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True, stdout=subprocess.DEVNULL)
        wanted, found = written(page, Path(folder), prefix)
        found += complaints_of_several(page, Path(folder), prefix)
    if is_update:
        PAGE.write_text(wanted)
    elif wanted != page:
        lines = set(page.splitlines())
        found += ["the page shows other lines than were printed; run first_model_test.py --update CMAKE BUILD",
                  *(line for line in wanted.splitlines() if line not in lines)]
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
