# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What firmware of a model takes in flash, beside what an empty program does."""

import re

from counting import output_of, symbols_of


def loaded_bytes(listing):
    """Of all segments that `readelf -lW` lists: what is written to flash."""
    return sum(int(size, 16) for size in re.findall(
        r"^ +LOAD +0x\S+ 0x\S+ 0x\S+ (0x[0-9a-f]+) ", listing, re.M))


def section_bytes(listing, section):
    """Of one section that `size -A` lists."""
    found = re.search(rf"^{re.escape(section)} +(\d+) ", listing, re.M)
    return int(found[1]) if found else 0


def model_bytes(symbols, namespace):
    """Constants that stand in a model's header."""
    begins = f"_ZN{len(namespace)}{namespace}"
    return sum({s.address: s.size for s in symbols if s.mangled.startswith(begins)}.values())


def contents_of(elf, prefix):
    return {"flash": loaded_bytes(output_of(prefix + "readelf", "-lW", elf)),
            "code": section_bytes(output_of(prefix + "size", "-A", elf), ".text")}


def flash_of(elf, empty, namespace, prefix):
    """Bytes beyond those of the program `empty`: code, what the header holds, and other constants
    (records of layers, tables)."""
    whole, start = contents_of(elf, prefix), contents_of(empty, prefix)
    flash, code = (whole[key] - start[key] for key in ("flash", "code"))
    model = model_bytes(symbols_of(elf, prefix), namespace)
    return {"machine_code_bytes": code, "table_bytes": flash - code - model, "model_bytes": model,
            "flash_bytes": flash}
