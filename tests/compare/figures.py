#!/usr/bin/env python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of comparison.md, measurements.md and README, from the figures in figures.json.

usage: figures.py [--check]    writes them; with --check it says if they are not as the figures say, and ends with 1"""

import json
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FILE = Path(__file__).resolve().parent / "figures.json"

CORES = ["m4", "m55"]
MODELS = {"kws_ref_int8": "keyword spotting", "vww_96_int8": "visual wake words",
          "resnet8_int8": "image classification", "ad01_int8": "anomaly detection"}
CORE_TITLES = {"m4": "Cortex-M4", "m55": "Cortex-M55"}
PROGRAM_TITLES = {"tflm": "TensorFlow Lite Micro", "cmsis_nn": "CMSIS-NN, our plan *whole*", "whole": "TiGrIS, *whole*",
                  "twice": "TiGrIS, *twice*", "smallest": "TiGrIS, *smallest*"}
COLUMNS = {"instructions": "instructions", "cycles_model": "cycles (model)", "flash_bytes": "flash",
           "static_bytes": "static RAM", "edge_bytes": "of it I/O", "stack_bytes": "stack", "ram_bytes": "RAM"}

# Million cycles on an STM32L4R5, in the order of MODELS: results of MLPerf Tiny v1.1 to v1.3, looked up in November 2026.
PUBLISHED = {"ST X-CUBE-AI 9.0": ("5.18", "10.67", "19.8", "0.631"),
             "ST X-CUBE-AI 10.2": ("5.21", "10.73", "19.9", "0.575"),
             "Plumerai": ("5.73", "11.85", "20.1", "0.486"),
             "Bosch HALE": ("7.22", "21.7", "21.7", "0.70"),
             "microTVM with CMSIS-NN": ("11.98", "36.1", "46.7", "1.03"),
             "TensorFlow Lite Micro with CMSIS-NN": ("11.3", "", "", "")}
FACTORS = ["1.0", "1.19", "1.2", "1.42"]  # of a board's cycles to the modelled ones


def spaced(number):
    return "" if number is None else f"{number:,}".replace(",", " ")


def millions(cycles):
    """Three digits that count."""
    number = cycles / 1e6
    return f"{number:.3f}" if number < 1 else f"{number:.2f}" if number < 10 else f"{number:.1f}"


def table(heads, rows):
    """The first column is text, all others are numbers."""
    head, *body = ("| " + " | ".join(line) + " |\n" for line in [heads, *rows])
    return "".join([head, "|---|" + "--:|" * (len(heads) - 1) + "\n", *body])


def firmware_rows(known):
    for core, models in known.items():
        for model, programs in models.items():
            yield [f"**{CORE_TITLES[core]}, {MODELS[model]}**"] + [""] * len(COLUMNS)
            for program in PROGRAM_TITLES:
                if program in programs:
                    yield [PROGRAM_TITLES[program], *(spaced(programs[program].get(key)) for key in COLUMNS)]


def firmware_table(known):
    return table(["firmware", *COLUMNS.values()], firmware_rows(known))


def first_table(known):
    """Of the page's example."""
    programs = known["m4"]["kws_ref_int8"]
    shown = [program for program in ("tflm", "whole", "smallest") if program in programs]
    return table(["", *(PROGRAM_TITLES[program] for program in shown)],
                 [[title, *(spaced(programs[program][key]) for program in shown)]
                  for key, title in (("instructions", "instructions"), ("ram_bytes", "RAM, bytes"),
                                     ("flash_bytes", "flash, bytes"))])


def modelled(known, program):
    """Cycles of all models on Cortex-M4; None for what was not counted."""
    return [known["m4"].get(model, {}).get(program, {}).get("cycles_model") for model in MODELS]


def cycles_table(known):
    rows = [[f"{name}, published", *numbers] for name, numbers in PUBLISHED.items()]
    for name, program in (("TensorFlow Lite Micro with CMSIS-NN", "tflm"), ("TiGrIS, *whole*", "whole"),
                          ("TiGrIS, *smallest*", "smallest")):
        rows.append([f"{name}, modelled", *("" if c is None else millions(c) for c in modelled(known, program))])
    return table(["million cycles", *MODELS.values()], rows)


def best_published(k):
    """(number, name) for the model at this place."""
    return min((float(numbers[k]), numbers[k], name) for name, numbers in PUBLISHED.items() if numbers[k])[1:]


def verdict(scaled, best):
    """Ahead or behind only where that holds with every factor."""
    if all(number < best for number in scaled):
        return "ahead"
    return "behind" if all(number > best for number in scaled) else "open"


def factor_table(known):
    rows = []
    for k, (model, cycles) in enumerate(zip(MODELS.values(), modelled(known, "whole"))):
        scaled = [cycles * float(factor) for factor in FACTORS]
        best, name = best_published(k)
        rows.append([model, f"{best} ({name})", *map(millions, scaled),
                     verdict([number / 1e6 for number in scaled], float(best))])
    return table(["million cycles", "best published", *(f"TiGrIS x {factor}" for factor in FACTORS), "TiGrIS is"], rows)


PLANS = {"whole": "whole", "twice": "twice the smallest", "smallest": "smallest that computes nothing twice"}


def readme_table(known):
    """Of arm_dsp, the backend that README names."""
    def cell(figures):
        return f"{spaced(figures['fast_bytes'])} B, {millions(figures['instructions'])} M"

    rows = [[name, *(cell(known["m4"][model][plan]) for plan in PLANS), spaced(known["m4"][model]["whole"]["flash_bytes"])]
            for model, name in MODELS.items()]
    return table(["int8 model of MLPerf Tiny", *PLANS.values(), "flash"], rows)


def streaming_table(known):
    """Fast memory of plans, how many more instructions than *whole* they take, and the most stack of the three."""
    rows = []
    for core, models in known.items():
        for model, programs in models.items():
            if any(plan not in programs for plan in PLANS):
                continue
            whole = programs["whole"]
            more = [f"{100 * (programs[plan]['instructions'] / whole['instructions'] - 1):+.1f} %" for plan in PLANS]
            rows.append([f"{CORE_TITLES[core]}, {model}", spaced(whole["instructions"]), spaced(whole["fast_bytes"]),
                         *(cell for plan, percent in list(zip(PLANS, more))[1:]
                           for cell in (spaced(programs[plan]["fast_bytes"]), percent)),
                         spaced(max(programs[plan]["stack_bytes"] for plan in PLANS))])
    return table(["core, model", "whole: instructions", "bytes", "twice: bytes", "instructions", "smallest: bytes",
                  "instructions", "stack"], rows)


PAGES = {"docs/explanation/comparison.md": {"first": first_table, "firmware": firmware_table, "cycles": cycles_table,
                                            "factors": factor_table},
         "docs/reference/measurements.md": {"streaming": streaming_table},
         "README.md": {"plans": readme_table}}


def with_tables(page, tables, known):
    for name, make in tables.items():
        begin, end = f"<!-- {name}: tests/compare/figures.py -->\n", f"<!-- end of {name} -->\n"
        before, rest = page.split(begin)
        page = before + begin + make(known) + end + rest.split(end)[1]
    return page


def pages(known):
    """{page: (its text, what it should be)}"""
    texts = {page: (ROOT / page).read_text() for page in PAGES}
    return {page: (text, with_tables(text, PAGES[page], known)) for page, text in texts.items()}


def write(known):
    for page, (_, wanted) in pages(known).items():
        (ROOT / page).write_text(wanted)


def read():
    return json.loads(FILE.read_text())


def merged(known, found):
    """Figures of programs that were not counted now stay."""
    return {core: {model: {**known.get(core, {}).get(model, {}), **found.get(core, {}).get(model, {})}
                   for model in MODELS} for core in CORES}


def update(found):
    known = merged(read(), found)
    FILE.write_text(json.dumps(known, indent=4) + "\n")
    write(known)


def main():
    if "--check" not in sys.argv:
        write(read())
        return 0
    other = [page for page, (text, wanted) in pages(read()).items() if text != wanted]
    for page in other:
        print(f"{page} is not what figures.json says; run {Path(__file__).relative_to(ROOT)}")
    return 1 if other else 0


if __name__ == "__main__":
    sys.exit(main())
