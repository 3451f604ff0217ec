#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds examples/01_hello for a board, as its file says: every section that is loaded or written lies in the right
memory of the board. Where QEMU has the board, the program runs there, and prints its page's wave to the UART.

usage: hello.py --tool TOOL --build FOLDER [--lto] BOARD.yaml"""

import argparse
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests/examples"))
from run_example import checked, shown_on  # noqa: E402

EXAMPLE = ROOT / "examples/01_hello"
QEMU = {"stm32f405": ["qemu-system-arm", "-machine", "netduinoplus2"],
        "mps2_an386": ["qemu-system-arm", "-machine", "mps2-an386"],
        "mps3_an547": ["qemu-system-arm", "-machine", "mps3-an547"],
        "virt": ["qemu-system-riscv32", "-machine", "virt", "-bios", "none"]}
PREFIXES = {"cortex-m": "arm-none-eabi-", "riscv-rv32": "riscv64-unknown-elf-"}
CODE = {"mps3_an547": range(0, 512 << 10)}  # where the processor of this board starts
UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}
WITH_LTO = ["-DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON", "-DCMAKE_EXE_LINKER_FLAGS_RELEASE=-Wl,--fatal-warnings"]
SECONDS = 20


def bytes_of(size):
    return int(size[:-1]) * UNITS[size[-1]] if size[-1] in UNITS else int(size)


def prefix_of(text):
    """Of the compiler for the board's core; none where Debian has no such compiler."""
    core = re.search(r"^core: *(\S+)", text, re.MULTILINE)[1]
    return next((prefix for family, prefix in PREFIXES.items() if core.startswith(family)), None)


def memories_of(text):
    """{name: (its addresses, whether it can be written)}"""
    found = {}
    for item in re.findall(r"\{(name:[^}]*)\}", re.sub(r"#.*", "", text)):
        keys = dict(re.findall(r"(\w+): *([^,\s]+)", item))
        begin = int(keys["address"], 16)
        found[keys["name"]] = range(begin, begin + bytes_of(keys["size"])), keys.get("writable") != "false"
    return found


def sections_of(prefix, elf):
    """[(name, address, bytes, whether programs write there)] of what takes memory."""
    text = checked([f"{prefix}readelf", "-SW", elf])
    rows = re.findall(r"^ +\[ *\d+\] (\.\S+) +(\w+) +(\w+) \w+ (\w+) \w+ +(\w*) ", text, re.MULTILINE)
    def is_written(name, kind):
        return name == ".data" or (kind == "NOBITS" and name != ".init_array")  # which may be gaps alone

    return [(name, int(address, 16), int(size, 16), is_written(name, kind))
            for name, kind, address, size, flags in rows if "A" in flags and int(size, 16)]


def complaints(sections, board, text):
    memories = memories_of(text)
    constants = re.search(r"^constants: *(\w+)", text, re.MULTILINE)[1]
    read_only = [memories[constants][0], CODE.get(board, memories[constants][0])]
    written = [addresses for addresses, is_writable in memories.values() if is_writable]
    for name, address, size, is_written in sections:
        if not any(address in place and address + size - 1 in place for place in (written if is_written else read_only)):
            yield f"{name}: {size} bytes at {address:#x} lie in no memory of {board} that is for them"


def printed_by(emulator, elf, lines):
    """The first lines that the UART prints; the program never ends."""
    qemu = subprocess.Popen(["timeout", str(SECONDS), *emulator, "-nographic", "-monitor", "none", "-serial", "stdio",
                             "-kernel", elf], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                            stderr=subprocess.DEVNULL, text=True)
    try:
        return "".join(qemu.stdout.readline() for _ in range(lines)).replace("\r", "")
    finally:
        qemu.terminate()
        qemu.wait()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--tool", required=True)
    parser.add_argument("--build", type=Path, required=True)
    parser.add_argument("--lto", action="store_true", help="with link-time optimization")
    parser.add_argument("board", type=Path)
    arguments = parser.parse_args()
    text = arguments.board.read_text()
    prefix = prefix_of(text)
    if not prefix or not shutil.which(f"{prefix}g++"):
        print(f"skipped: there is no compiler for {arguments.board.stem}")
        return 0
    shutil.rmtree(arguments.build, ignore_errors=True)
    checked(["cmake", "-G", "Ninja", "-S", EXAMPLE, "-B", arguments.build, "-DCMAKE_BUILD_TYPE=Release",
             f"-DTIGRIS_ONNX2HPP={arguments.tool}", "--toolchain", ROOT / "cmake/toolchains/board.cmake",
             f"-DTIGRIS_BOARD={arguments.board.resolve()}"] + WITH_LTO * arguments.lto)
    checked(["cmake", "--build", arguments.build])
    elf = arguments.build / "hello.elf"
    sections = sections_of(prefix, elf)
    found = list(complaints(sections, arguments.board.stem, text))
    emulator = QEMU.get(arguments.board.stem)
    if emulator and shutil.which(emulator[0]):
        wave = shown_on((EXAMPLE / "README.md").read_text())
        printed = printed_by(emulator, elf, wave.count("\n"))
        if printed != wave:
            found.append(f"the UART printed\n{printed}")
    print("\n".join(found) or f"{len(sections)} sections are right")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
