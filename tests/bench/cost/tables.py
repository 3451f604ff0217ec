# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Cost tables: made of counted chains, and held against whole models, which no table is made of."""

import json
import re
import subprocess
from collections import defaultdict
from pathlib import Path

from chains import ask_for_work, command_line, count_run, runs_of_chains
from counting import ROOT, Failure, count, output_of, symbols_of, totals
from fit_code import program_of, section_of_code
from flash import flash_of
from steps import records_of

HERE = Path(__file__).resolve().parent
TABLES = ROOT / "tools/onnx2hpp/costs/tables"
CLAIMED_PERCENT = 10
CLAIMED_PERCENT_OF_CODE = 15
# Of the same kernels and nearly the same instructions: the table of one has the code of both.
CODE_OF = {"m7": "m4", "m33": "m4"}
CHECKED_MODELS = ["kws_ref_int8", "kws_ref_float", "ad01_int8", "resnet8_int8", "vww_96_int8", "micro_speech_int8", "person_detect_int8",
                  "mcunet_vww_int8", "mnist_cntk_uint8", "mnist_lenet300_int8"]
CHECKED_PLANS = {"whole": 0, "twice": 2, "smallest": 1}  # times the smallest fast memory; 0: all
BOARDS_CORES = {"m0plus": "cortex-m0plus", "m3": "cortex-m3", "m4": "cortex-m4", "m7": "cortex-m7",
                "m33": "cortex-m33", "m55": "cortex-m55", "rv32": "riscv-rv32imc"}
BY_HAND = ["slide"]  # operators that no chain has: counted in the machine code of their loops
WITH_CYCLES = {"m4", "m7", "m33"}  # cores whose tables tell modelled cycles, too
CYCLE_ERRORS = {"m7": 15}  # percent, of models that no manual has (docs/reference/measurements.md)


def chains_of(build):
    output_of(HERE / "make_chains.py", build / "chains")
    return sorted((build / "chains").iterdir())


def works_of(program, core, folders):
    """{(chain, plan): what print_work says}."""
    whole = ask_for_work(program, [command_line(f / "model.onnx", core) for f in folders])
    smallest = ask_for_work(program, [command_line(f / "model.onnx", core, "-m", max(w["smallest"], 1))
                                      for f, w in zip(folders, whole)])
    return {(f.name, plan): work for f, *works in zip(folders, whole, smallest)
            for plan, work in zip(("whole", "smallest"), works)}


def samples_of_firmware(core, elf, plugin, works):
    """(kernel, chain, features, instructions, cycles) of all steps, and of what lies between them."""
    run = count(core, elf, plugin)
    records = records_of(run.symbols)
    for name, plan, lines, events in runs_of_chains(run):
        work = works[name, plan]
        steps, between = count_run(run, records, lines, events)
        if {str(step) for step in steps} != work["steps"].keys():
            raise Failure(f"{name}, {plan}: firmware runs other steps than the tool plans")
        for step, counts in steps.items():
            made = work["steps"][str(step)]
            yield (made["kernel"], name, made["features"], *counts)
        yield (work["run"]["kernel"], name, work["run"]["features"], *between)


def programs_of(core, firmware, works):
    """Of firmware without marks, one for each chain and plan."""
    empty = symbols_of(firmware / "empty.elf", core.prefix)
    return [program_of(symbols_of(firmware / f"{name}.{plan}.balanced.elf", core.prefix), empty, work)
            for (name, plan), work in works.items()]


def members_of_table(name, core):
    members = {"name": name, "core": BOARDS_CORES[name], "backend": core.backend, "error_percent": CLAIMED_PERCENT}
    if name in WITH_CYCLES:
        members["cycle_model"] = f"cortex-{core.cycles}"
    if name in CYCLE_ERRORS:
        members["cycle_error_percent"] = CYCLE_ERRORS[name]
    return {**members, "machine_code_of": CODE_OF[name]} if name in CODE_OF else members


def table_of_samples(name, core, samples, programs):
    given = {"members": members_of_table(name, core), "has_cycles": name in WITH_CYCLES, "samples": samples,
             "callers": [[p.around, p.callers] for p in programs], "machine_code_error_percent": CLAIMED_PERCENT_OF_CODE}
    done = subprocess.run([HERE / "fit_table.py"], input=json.dumps(given), capture_output=True, text=True)
    if done.returncode:
        raise Failure(f"fit_table.py: {done.stderr.strip()[-500:]}")
    return done.stdout, done.stderr


def with_sections_by_hand(table, before):
    """A table with what the former one says of kernels that no chain has."""
    kept = [section for section in re.split(r"^(?=\[)", before, flags=re.MULTILINE)
            if re.match(rf"\[\w+ ({'|'.join(BY_HAND)}) ", section)]
    return table.replace("[run]", "".join(kept) + "[run]", 1)


def make_table(name, core, folders, firmware, code_firmware, plugin, print_work):
    """Writes the core's table; gives the file, and what fit_table.py says of kernels that few chains tell of.
    `code_firmware`: None where the table of another core has the code."""
    works, samples = works_of(print_work, core, folders), defaultdict(list)
    for elf in sorted(firmware.glob("chains_*.elf")):
        for kernel, *sample in samples_of_firmware(core, elf, plugin, works):
            samples[kernel].append(sample)
    path = TABLES / f"{name}.txt"
    before = path.read_text() if path.exists() else ""
    programs = programs_of(core, code_firmware, works) if code_firmware else []
    table, doubts = table_of_samples(name, core, samples, programs)
    path.write_text(with_sections_by_hand(table, before) + ("\n" + section_of_code(programs) if programs else ""))
    return path, doubts


def with_code_of(table, other):
    """`table` with the bytes of code that `other` has."""
    is_code = re.compile(r"^machine_code[._].*\n", re.MULTILINE)
    head, kernels = is_code.sub("", table).partition("\n[machine_code]\n")[0].split("\n\n", 1)
    lines, section = "".join(is_code.findall(other)), other.partition("\n[machine_code]\n")[2]
    return f"{head}\n{lines}\n{kernels.rstrip()}\n\n[machine_code]\n{section}"


def make_code(name, core, folders, firmware, print_work):
    """Writes the bytes of code alone to the core's table; gives the file. `firmware`: without marks."""
    path = TABLES / f"{name}.txt"
    if not path.exists():
        raise Failure(f"{name} has no table yet: make it without --flash")
    programs = programs_of(core, firmware, works_of(print_work, core, folders))
    code = table_of_samples(name, core, {}, programs)[0] + "\n" + section_of_code(programs)
    path.write_text(with_code_of(path.read_text(), code))
    return path


def estimate_of(tool, core_name, core, model, fast):
    """What the tool says of a plan with so much fast memory, None: all."""
    words = command_line(model, core, "--core", core_name, "--json", *(["-m", fast] if fast else []))
    return json.loads(output_of(tool, *words.split()))


def row_of(model, plan, what, claim, counted, found):
    return {"model": model.name, "plan": plan, "what": what, "claim": claim, "counted": counted, "estimated": found,
            "percent": 100 * (found - counted) / counted if found else None}


def check_model(tool, name, core, model, counted_of_plan, code_of_plan):
    """Rows for each plan: counted and estimated instructions and bytes of code, and the difference in percent.
    `code_of_plan` is None for a core whose table has no code."""
    smallest = estimate_of(tool, name, core, model / "model.onnx", None)["smallest_fast_bytes"]["without_slow_memory"]
    for plan, times in CHECKED_PLANS.items():
        found = estimate_of(tool, name, core, model / "model.onnx", times * max(smallest, 1))["totals"]
        yield row_of(model, plan, "instructions", CLAIMED_PERCENT, counted_of_plan(plan), found["instructions"])
        if code_of_plan:
            yield row_of(model, plan, "bytes of code", CLAIMED_PERCENT_OF_CODE, code_of_plan(plan), found["machine_code_bytes"])


def has_code(name):
    return "\nmachine_code" in (TABLES / f"{name}.txt").read_text()


def code_of_plan(core, firmware, name, plan):
    return flash_of(firmware / f"{name}.{plan}.balanced.elf", firmware / "empty.elf", f"subject_{name}",
                    core.prefix)["machine_code_bytes"]


def is_near(row):
    return row["percent"] is not None and abs(row["percent"]) <= row["claim"]


def line_of(row):
    percent = "no estimate" if row["percent"] is None else f"{row['percent']:+.1f} %"
    return (f"{row['model']:24} {row['plan']:9} {row['counted']:12} {row['what']}, {row['estimated'] or '-':>12} estimated: "
            f"{percent}{'' if is_near(row) else '  FAILED'}")
