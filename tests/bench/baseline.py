# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts that are committed (instructions, modelled cycles, bytes of stack and code), and whether new ones are worse."""

ALLOWED_PERCENT = 2


OTHER_COUNTS = {"cycles": ("cycles_model",), "stack bytes": ("stack_bytes",),
                "code bytes": ("text_bytes", "execution_text_bytes")}


def counts_of(name, found):
    """A name's instructions, and what else was counted: {"layer a": N, "layer a, code bytes": N, ...}"""
    counts = {name: found["instructions"]}
    for quantity, keys in OTHER_COUNTS.items():
        if count := sum(found.get(key) or 0 for key in keys):
            counts[f"{name}, {quantity}"] = count
    return counts


def flatten(results):
    """{"layer a": N, "kws_ref_int8 smallest, stack bytes": N, ...}, or {"layer a, rows a call: 1": N, ...}"""
    if "rows_per_call" in results:
        return {f"layer {row['layer']}, rows a call: {results['rows_per_call']}": row["by_rows"]
                for row in results["layers"]}
    flat = {}
    for row in results["layers"]:
        flat |= counts_of(f"layer {row['layer']}", row)
    for model in results["models"]:
        for plan in model["plans"]:
            flat |= counts_of(f"{model['model']} {plan['plan']}", plan)
    return flat


def known_as(results):
    """What the baseline calls a core with a backend's kernels: m4 arm_dsp."""
    return f"{results['core']} {results['backend']}"


def spell(name, count):
    """With the unit, unless the name has it."""
    return f"{name}: {count}" if name.endswith(tuple(OTHER_COUNTS)) else f"{name}: {count} instructions"


def compare(known, counted, tolerance=ALLOWED_PERCENT):
    """A sentence for each count that grew by more than `tolerance` percent or is not known, and one for each that
    shrank by more; what is known but was not counted is left alone."""
    worse, better = [], []
    for name, count in counted.items():
        if name not in known:
            worse.append(f"{spell(name, count)}, and no baseline")
            continue
        percent = 100 * (count - known[name]) / known[name]
        sentence = f"{spell(name, count)}, {percent:+.2f} % of {known[name]}"
        if percent > tolerance:
            worse.append(sentence)
        elif percent < -tolerance:
            better.append(sentence)
    return worse, better
