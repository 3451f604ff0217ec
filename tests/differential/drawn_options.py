# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Options of the tool, drawn at random so that they meet: memories of a board, rules of placement, where weights
lie, and a target beside. None may change a result."""

import random

# Of each core that a board may have, backends that run on this machine.
BACKENDS = {"cortex-m4": ("portable", "blocked", "arm_dsp"), "cortex-m55": ("portable", "helium"),
            "riscv-rv32imafc": ("portable", "blocked")}
NAMES = ("FIRST", "SECOND", "THIRD", "LAST")
SMALLEST_BANK, LARGEST_BANK = 7, 13  # powers of 2: random networks need some 100 bytes to 30 KB
COMPRESSED = ("lz4", "lz4,GROUP=512", "lz4,GROUP=4K")


def draw_size(chosen):
    """Not always a multiple of anything."""
    return int(2 ** chosen.uniform(SMALLEST_BANK, LARGEST_BANK)) + chosen.choice((0, 0, 1, 3, 8))


def spell_memory(name, size, cost, chosen, is_addressable=True):
    alignment = f", alignment: {chosen.choice((8, 32))}" if chosen.random() < 0.2 else ""
    reached = "" if is_addressable else ", addressable: false"
    return f"  - {{name: {name}, size: {size}, read: {cost}, write: {cost}{alignment}{reached}}}"


def draw_memories(chosen):
    """(names of memories in which tensors may lie, lines of the board)."""
    count = chosen.randint(1, 3)
    lines = [spell_memory(NAMES[i], draw_size(chosen), 0.5 * i, chosen) for i in range(count)]
    is_addressable = chosen.random() < 0.6
    lines.append(spell_memory(NAMES[-1], "64M", 4, chosen, is_addressable))
    return [*NAMES[:count], *(NAMES[-1:] if is_addressable else ())], lines


def draw_board(chosen, file):
    """Writes a board; gives the names of memories in which tensors may lie."""
    core = chosen.choice(list(BACKENDS))
    names, memories = draw_memories(chosen)
    file.write_text("\n".join([
        f"name: {file.stem}", f"core: {core}", "clock: 100 MHz",
        f"backend: {chosen.choice(BACKENDS[core])}", f"alignment: {chosen.choice((4, 4, 8, 16))}",
        "constants: FLASH", "memories:", *memories,
        "  - {name: FLASH, size: 1G, read: 1, writable: false}"]) + "\n")
    return names


def draw_rules(chosen, names, is_blob):
    """Rules that a planner may be unable to keep: such conversions find no room. A blob lies where it is bound."""
    rules = []
    if chosen.random() < 0.3:
        rules.append(f"SCRATCH={chosen.choice(names)}")
    if chosen.random() < 0.4:
        rules.append(f"CONSTANT={'' if is_blob else chosen.choice(['', 'FLASH'])}:{chosen.choice(names)}")
    elif chosen.random() < 0.3 and not is_blob:
        rules.append(f"CONSTANT={chosen.choice(names)}")
    return [word for rule in rules for word in ("--place", rule)]


def draw_weights(chosen):
    kind = chosen.choice(("literal", "object", "blob", "compressed"))
    return ["--compress", chosen.choice(COMPRESSED)] if kind == "compressed" else ["--weights", kind]


def draw_options(seed, folder, targets):
    """Words for verify. A board is written to `folder`."""
    chosen = random.Random(seed)
    words = draw_weights(chosen)
    if chosen.random() < 0.8:
        board = folder / "drawn_board.yaml"
        words += ["--board", str(board), *draw_rules(chosen, draw_board(chosen, board), "blob" in words)]
    if chosen.random() < 0.5:
        words.append("--keep-dead")
    if any(word.startswith("CONSTANT=") for word in words):  # they lie where other targets may have no memory
        return words
    return [*words, "--target", chosen.choice([each for each in targets if "hinted" not in each])]
