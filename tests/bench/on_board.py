# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Models on a board of boards/: instructions, and cycles with what its memories cost (docs/how_to/placement.md)."""

import re
import shutil
import sys
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path

from counting import ROOT, Failure, Machine, count, ends_of, output_of

sys.path.append(str(ROOT / "tests/boards"))
from board_law import CROSS_COMPILERS, core_of  # noqa: E402

FIRMWARE = Path(__file__).resolve().parent / "firmware"
SUPPORT = ROOT / "examples/firmware/qemu_mps2"
MEGABYTE = 1 << 20
CODE = MEGABYTE  # of the emulated flash, beside the board's memory of constants
STACK = 16 << 10  # what sections.ld leaves for it, at the end of its memory
BESIDE_PLAN = STACK + (2 << 10)  # of the same memory, with variables that are none of the model's
INTERFACE = ["--edges", "quantized", "--input", "arena", "--output", "arena"]


@dataclass
class Emulated:
    """A board of QEMU with a core, where it has 4 MB of flash, 4 MB of RAM and 16 MB of other RAM, and whose cycles
    are modelled."""

    board: str
    flash: int
    ram: int
    more: int
    cycles: str = "m4"


EMULATED = {"cortex-m4": Emulated("an386", 0x00000000, 0x20000000, 0x21000000),
            "cortex-m7": Emulated("an500", 0x00000000, 0x20000000, 0x60000000, "m7"),
            "cortex-m33": Emulated("an505", 0x10000000, 0x38000000, 0x80000000)}


@dataclass
class Memory:
    """Of a board; costs in thousandths of a cycle for a byte. `address` is where QEMU has it."""

    name: str
    bytes: int
    read_cost: int = 0
    write_cost: int = 0
    is_writable: bool = True
    section: str = ""
    address: int = 0


def value_of(text):
    """Of C++'s spelling of a string, a truth value or a number."""
    return text[1:-1] if text[0] == '"' else {"true": True, "false": False}.get(text) \
        if text.isalpha() else int(text)


def memories_of(header):
    """The board's, as the header of a model spells them."""
    block = re.search(r"tigris::memory_map memories\{\{\n(.*?)\}\};", header, re.S)[1]
    known = Memory.__dataclass_fields__
    return [Memory(**{key: value_of(value) for key, value in re.findall(r'\.(\w+) = ("[^"]*"|\w+)', line)
                      if key in known})
            for line in block.splitlines() if "{" in line]


def file_of(board):
    file = Path(board) if board.endswith(".yaml") else ROOT / f"boards/{board}.yaml"
    if not file.is_file():
        raise Failure(f"there is no board {board}; name one of boards/, or a file")
    return file


def constants_of(board):
    """The name of its memory of constants."""
    file = file_of(board)
    found = re.search(r"^constants: *(\w+)", file.read_text(), re.M)
    if not found:
        raise Failure(f"{file.name} has no memory of constants")
    return found[1]


def with_room(text, memory):
    """A board's text, whose memory lacks what lies there beside the plan."""
    found = re.search(rf"name: *{re.escape(memory.name)}\b[^{{}}]*?size: *(\w+)", text)
    if not found:
        raise Failure(f"the board gives no size behind the name of {memory.name}")
    return text[:found.start(1)] + str(memory.bytes - BESIDE_PLAN) + text[found.end(1):]


def give_addresses(memories, emulated):
    """Each memory lies whole in one of the machine's: what runs write in RAM, the rest beside the code."""
    free = {"flash": [emulated.flash + CODE, emulated.flash + 4 * MEGABYTE],
            "ram": [emulated.ram, emulated.ram + 4 * MEGABYTE],
            "more": [emulated.more, emulated.more + 16 * MEGABYTE]}
    for memory in memories:
        first = "ram" if memory.is_writable else "flash"
        room = next((free[place] for place in (first, "more")
                     if free[place][1] - free[place][0] >= memory.bytes), None)
        if room is None:
            raise Failure(f"QEMU's {emulated.board} has no room for the {memory.bytes} bytes of {memory.name}")
        memory.address = room[0]
        room[0] += (memory.bytes + 1023) // 1024 * 1024


def memory_of_workspaces(memories):
    """Where .bss and the stack lie: the first that needs no section, else the largest."""
    writable = [memory for memory in memories if memory.is_writable]
    return next((m for m in writable if not m.section), max(writable, key=lambda m: m.bytes))


def lines_of(number, memory):
    """Output sections for arenas and for constants. QEMU loads the latter where they belong."""
    arenas, constants = memory.section, memory.section.replace(".bss", ".data", 1)
    spelled = [("arenas", " (NOLOAD)", arenas)] * arenas.startswith(".bss") + [("constants", "", constants)]
    return "".join(f"    .{kind}_{number}{no_load} : ALIGN(32) {{ *({name} {name}.*) }} >{memory.name}_\n"
                   for kind, no_load, name in spelled)


def linker_script(memories, constants, emulated):
    """Each memory at its address with exactly its bytes, and what the sections of the board need."""
    regions = "".join(f"    {m.name}_ : ORIGIN = {m.address:#x}, LENGTH = {m.bytes}\n" for m in memories)
    sections = "".join(lines_of(i, m) for i, m in enumerate(memories) if m.section)
    workspaces = memory_of_workspaces(memories).name
    aliases = "".join(f'REGION_ALIAS("{alias}", {name}_)\n' for alias, name in
                      [("CONSTANTS", constants), *((alias, workspaces) for alias in ("RAM", "DTCM", "SLOW"))])
    return (f"MEMORY\n{{\n    FLASH : ORIGIN = {emulated.flash:#x}, LENGTH = {CODE}\n{regions}}}\n{aliases}"
            f"SECTIONS\n{{\n{sections}}}\nINCLUDE sections.ld\n")


def parts_of(memories, constants, emulated):
    """What is charged: the stack has a name of its own, and constants of the code cost what others do."""
    flash = next(m for m in memories if m.name == constants)
    ram = memory_of_workspaces(memories)
    end = ram.address + ram.bytes
    parts = [replace(m, bytes=m.bytes - STACK) if m is ram else m for m in memories]
    return [*parts, replace(ram, name="stack", address=end - STACK, bytes=STACK),
            replace(flash, address=emulated.flash, bytes=CODE)]


def charged(memories, constants, emulated):
    """The same as the plugin wants it."""
    return [f"{m.name}:{m.address}:{m.bytes}:{m.read_cost}:{m.write_cost}"
            for m in parts_of(memories, constants, emulated)]


def sum_accesses(accesses, specified):
    """{name: {"read_bytes": .., "written_bytes": .., "cycles": ..}} of the numbers of two events."""
    found = {}
    for i, text in enumerate(specified):
        row = found.setdefault(text.split(":")[0], {"read_bytes": 0, "written_bytes": 0, "cycles": 0})
        for key, number in zip(row, accesses[3 * i:3 * i + 3]):
            row[key] += number
    for row in found.values():
        row["cycles"] = round(row["cycles"] / 1000)
    return found


def compile_firmware(core, elf, script, *more):
    output_of(*CROSS_COMPILERS[core], "-std=c++20", "-O2", "-fno-exceptions", "-fno-rtti",
              "-fno-threadsafe-statics", "-nostartfiles", f"-T{script}", f"-L{SUPPORT}", "-I", SUPPORT,
              "-I", ROOT / "include", "-Wl,--gc-sections,--fatal-warnings", "--specs=nano.specs",
              *more, FIRMWARE / "mark.cpp", SUPPORT / "startup.cpp", "-o", elf)


def accesses_between_marks(emulated, elf, plugin, specified):
    """The run, its instructions, its cycles without memories, and the accesses of each memory."""
    run = count(Machine(emulated.board, "arm-none-eabi-", emulated.cycles), elf, plugin, specified)
    first, last = ends_of(run)
    accesses = [b - a for a, b in zip(first.accesses, last.accesses)]
    return (run, last.instructions - first.instructions, last.cycles - first.cycles,
            sum_accesses(accesses, specified))


def convert(tool, model, board, options, folder):
    """The header's text and its board's memories, of which the plan leaves room for the stack."""
    header, smaller = folder / "subject.hpp", folder / f"{file_of(board).stem}.yaml"
    words = [tool, model / "model.onnx", "-o", header, "--name", "subject", *INTERFACE, *options]
    output_of(*words, "--board", board)
    memories = memories_of(header.read_text())
    smaller.write_text(with_room(file_of(board).read_text(), memory_of_workspaces(memories)))
    output_of(*words, "--board", smaller)
    return header.read_text(), memories


def measure(tool, model, board, options, plugin, folder):
    """A row of the table."""
    header, memories = convert(tool, model, board, options, folder)
    core = core_of(folder / "subject.hpp")
    if core not in EMULATED:
        raise Failure(f"QEMU counts no cycles of a {core}; take a board with one of {', '.join(EMULATED)}")
    emulated, constants = EMULATED[core], constants_of(board)
    flash = next(m for m in memories if m.name == constants)
    flash.bytes = max(flash.bytes, int(re.search(r"\.flash = (\d+)", header)[1]))
    give_addresses(memories, emulated)
    (folder / "board.ld").write_text(linker_script(memories, constants, emulated))
    compile_firmware(core, folder / "subject.elf", folder / "board.ld", "-I", folder, FIRMWARE / "on_board.cpp")
    run, instructions, cycles, accesses = accesses_between_marks(
        emulated, folder / "subject.elf", plugin, charged(memories, constants, emulated))
    return {"instructions": instructions, "core_cycles": cycles, "memories": accesses,
            "cycles_model": cycles + sum(row["cycles"] for row in accesses.values()),
            "hash": run.printed["hash"]}


def check_known_accesses(plugin, folder):
    """Counts loads and stores of which the number is known; raises Failure where it is wrong."""
    emulated = EMULATED["cortex-m7"]
    memories = [Memory("FLASH", MEGABYTE, is_writable=False), Memory("FIRST", 4096, 1000, 2000, section=".bss.first"),
                Memory("SECOND", 4096, 125, 0, section=".bss.second"), Memory("RAM", MEGABYTE)]
    give_addresses(memories, emulated)
    (folder / "known.ld").write_text(linker_script(memories, "FLASH", emulated))
    compile_firmware("cortex-m7", folder / "known.elf", folder / "known.ld", FIRMWARE / "known_accesses.cpp")
    found = accesses_between_marks(emulated, folder / "known.elf", plugin, charged(memories, "FLASH", emulated))[3]
    expected = {"FIRST": (1 + 2 + 4 + 8, 4 + 1, 15 + 2 * 5), "SECOND": (4, 16, round(0.125 * 4))}
    for name, numbers in expected.items():
        if tuple(found[name].values()) != numbers:
            raise Failure(f"accesses of {name} are {numbers} and were counted as {tuple(found[name].values())}")


def rules_of(arguments):
    return [*(word for rule in arguments.place for word in ("--place", rule)),
            *(word for file in arguments.placement for word in ("--placement", file))]


def measure_on_board(arguments, plugin):
    """Each model as the planner places it and, if there are rules, with them."""
    if not shutil.which(CROSS_COMPILERS["cortex-m7"][0]):
        raise Failure(f"there is no {CROSS_COMPILERS['cortex-m7'][0]}")
    budgets, rules = (["-f", arguments.flash_bytes] if arguments.flash_bytes else []), rules_of(arguments)
    variants = [("no rules", []), *([(" ".join(rules), rules)] if rules else [])]
    models = []
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        check_known_accesses(plugin, folder)
        for model in arguments.model:
            rows = [{"rules": title, **measure(arguments.tool, model, arguments.board, [*budgets, *more], plugin,
                                               folder)} for title, more in variants]
            if len({row.pop("hash") for row in rows}) > 1:
                raise Failure(f"{model.name}: with rules the outputs differ")
            models.append({"model": model.name, "runs": rows})
    return {"board": arguments.board, "models": models}
