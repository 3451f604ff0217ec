#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What pages show of onnx2hpp's output is what it prints: runs a page's commands in an empty folder, and writes the
block without a language after each of them anew.

A block that begins as the output does is the whole output. Another one is an excerpt: a table, or as many lines as
the page has, from the line that begins with the block's first word.

usage: outputs.py [--check] TOOL [SHARED]    SHARED/models has real networks, without which their pages are left out;
                                             --check says what is out of date, writes nothing, and ends with 1"""

import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
VWW = "models/vww_96_int8/model.onnx"
KWS = "models/kws_ref_int8/model.onnx"
# Pages, and files that their commands name: of the project or of SHARED.
PAGES = {"how_to/analyze": {"kws.onnx": KWS, "vww.onnx": VWW},
         "how_to/choose_an_mcu": {"net.onnx": "models/mobilenet_v2_224_int8/model.onnx"},
         "how_to/faster": {}, "how_to/int8_inputs": {}, "how_to/smaller": {}, "how_to/streaming_audio": {},
         "how_to/two_memories": {}, "reference/options": {}}
COMMAND = re.compile(r"^(?:    )?onnx2hpp [^\n]*")
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def parts_of(page):
    """(a command or None, the text from it on) of all commands of a page."""
    places = [m.start() for m in re.finditer(r"^(?:    )?onnx2hpp ", page, re.MULTILINE)]
    bounds = [0, *places, len(page)]
    for begin, end in zip(bounds, bounds[1:]):
        text = page[begin:end]
        found = COMMAND.match(text)
        yield (shlex.split(found[0], comments=True)[1:] if found else None), text


def excerpt(shown, printed):
    """Of the lines printed, what belongs where the page shows these lines; nothing if there is no such place."""
    if shown[0].split()[0] == printed[0].split()[0]:
        return printed
    begins = [k for k, line in enumerate(printed) if line.split()[:1] == shown[0].split()[:1]]
    if not begins:
        return []
    rest = printed[begins[0]:]
    is_table = shown[0].startswith("  ")
    return rest[:rest.index("") if "" in rest else None] if is_table else rest[:len(shown)]


def block_of(text):
    """The first block without a language, or None."""
    return next((block for block in BLOCK.finditer(text) if not block[1]), None)


def with_output(text, printed):
    """The text with that block replaced."""
    block = block_of(text)
    lines = excerpt(block[2].splitlines(), printed)
    return text[:block.start(2)] + "".join(line + "\n" for line in lines) + text[block.end(2):]


def written(page, run):
    """The page as it should be. `run` gives the lines that a command prints."""
    return "".join(with_output(text, run(words)) if words and block_of(text) else text
                   for words, text in parts_of(page))


def run_in(folder, tool):
    def run(words):
        done = subprocess.run([tool, *words], cwd=folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return [line.rstrip() for line in done.stdout.rstrip("\n").splitlines()]
    return run


def link_files(folder, files, shared):
    """False if one is missing."""
    (folder / "examples").symlink_to(ROOT / "examples")
    for name, source in files.items():
        if not shared or not (shared / source).is_file():
            return False
        (folder / name).symlink_to((shared / source).resolve())
    return True


def main(words):
    is_check = "--check" in words
    tool, *shared = [str(Path(word).resolve()) for word in words if word != "--check"]
    other = []
    for name, files in PAGES.items():
        path = ROOT / f"docs/{name}.md"
        with tempfile.TemporaryDirectory() as folder:
            if not link_files(Path(folder), files, Path(shared[0]) if shared else None):
                continue
            wanted = written(path.read_text(), run_in(folder, tool))
        if wanted != path.read_text():
            other.append(name)
            if not is_check:
                path.write_text(wanted)
    for name in other if is_check else []:
        print(f"docs/{name}.md shows what the tool does not print; run {Path(__file__).relative_to(ROOT)}")
    return 1 if other and is_check else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
