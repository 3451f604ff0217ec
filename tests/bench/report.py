# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tables of what was counted."""


def table(heads, rows):
    """Text to the left, numbers to the right; None is a dash."""
    cells = [[shown(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(heads, *cells)]
    lines = []
    for row, original in [(list(heads), None), *zip(cells, rows)]:
        numeric = [original is not None and not isinstance(c, str) for c in original or row]
        first = original is None
        lines.append("  ".join(c.rjust(w) if n or (first and i) else c.ljust(w)
                               for i, (c, w, n) in enumerate(zip(row, widths, numeric))).rstrip())
    return "\n".join(lines)


def shown(cell):
    if cell is None:
        return "-"
    if isinstance(cell, float):
        return f"{cell:.2f}"
    return f"{cell:,}".replace(",", " ") if isinstance(cell, int) else cell


def per_instruction(row):
    return row["macs"] / row["instructions"] if row["macs"] else None


def layer_table(layers):
    heads = ("layer", "instructions", "cycles (model)", "MACs", "MAC/insn", "kernels' .text", "scratch")
    return table(heads, [(row["layer"], row["instructions"], row["cycles_model"], row["macs"],
                          per_instruction(row), row["text_bytes"], row["scratch_bytes"])
                         for row in layers])


def by_rows_table(results):
    rows = results["rows_per_call"]
    heads = ("layer", "whole", f"{rows} row{'s' * (rows > 1)} a call", "of whole", "kernels' .text", "by rows")
    return table(heads, [(row["layer"], row["whole"], row["by_rows"], row["by_rows"] / row["whole"],
                          row["whole_text_bytes"], row["text_bytes"]) for row in results["layers"]])


def model_table(model):
    heads = (model["model"], "instructions", "overhead %", "cycles (model)", "MAC/insn", "fast bytes",
             "MACs again", "stack", "kernels' .text", "execution's .text")
    return table(heads, [(p["plan"], p["instructions"], float(p["overhead_percent"]),
                          p["cycles_model"], per_instruction(p), p["fast_bytes"],
                          p["recomputed_macs"], p["stack_bytes"], p["text_bytes"],
                          p["execution_text_bytes"]) for p in model["plans"]])


def step_table(model):
    """Instructions of each step under every plan; some plans need no call for a step."""
    plans = [p for p in model["plans"] if p["steps"]]
    if not plans:
        return ""
    counts = [{s["step"]: s for s in p["steps"]} for p in plans]
    operators = {s["step"]: s["operator"] for p in plans for s in p["steps"]}
    no_call = {"calls": None, "instructions": None}
    rows = []
    for number, operator in sorted(operators.items()):
        found = [c.get(number, no_call) for c in counts]
        rows.append((f"{number} {operator}",
                     *(value for f in found for value in (f["calls"], f["instructions"]))))
    rest = [p["instructions"] - sum(s["instructions"] for s in p["steps"]) for p in plans]
    rows.append(("between them", *(value for r in rest for value in (None, r))))
    return table(("step", *(head for p in plans for head in ("calls", p["plan"]))), rows)


def flash_table(model):
    heads = (model["model"], "policy", "code", "tables", "the model's constants", "flash")
    return table(heads, [(p["plan"], p["policy"], p["machine_code_bytes"], p["table_bytes"], p["model_bytes"],
                          p["flash_bytes"]) for p in model["plans"]])


def budget_table(model):
    heads = (model["model"], *(f"{maker}: {what}" for maker in ("own", "hinted")
                               for what in ("fast bytes", "instructions", "cycles (model)")))
    return table(heads, [(f"{p['bytes']} bytes", *(p[maker][key] for maker in ("own", "hinted")
                                                   for key in ("fast_bytes", "instructions", "cycles_model")))
                         for p in model["plans"]])


def board_table(model):
    """Cycles of the core, what accesses cost beside them in each memory, and the sum."""
    memories = list(model["runs"][0]["memories"])
    heads = (model["model"], "instructions", "core's cycles", *memories, "modelled cycles")
    return table(heads, [(run["rules"], run["instructions"], run["core_cycles"],
                          *(run["memories"][name]["cycles"] for name in memories), run["cycles_model"])
                         for run in model["runs"]])
