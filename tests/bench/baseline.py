# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Counts that are committed, and whether new ones are worse."""

ALLOWED_PERCENT = 2


def flatten(results):
    """{"layer a": N, "kws_ref_int8 smallest": N, ...}, or {"layer a, rows a call: 1": N, ...}"""
    if "rows_per_call" in results:
        return {f"layer {row['layer']}, rows a call: {results['rows_per_call']}": row["by_rows"]
                for row in results["layers"]}
    flat = {f"layer {row['layer']}": row["instructions"] for row in results["layers"]}
    for model in results["models"]:
        for plan in model["plans"]:
            flat[f"{model['model']} {plan['plan']}"] = plan["instructions"]
    return flat


def known_as(results):
    """What the baseline calls a core with a backend's kernels: m4 arm_dsp."""
    return f"{results['core']} {results['backend']}"


def compare(known, counted, tolerance=ALLOWED_PERCENT):
    """A sentence for each count that grew by more than `tolerance` percent or is not known, and one for each that
    shrank by more; what is known but was not counted is left alone."""
    worse, better = [], []
    for name, count in counted.items():
        if name not in known:
            worse.append(f"{name}: {count} instructions, and no baseline")
            continue
        percent = 100 * (count - known[name]) / known[name]
        sentence = f"{name}: {count} instructions, {percent:+.2f} % of {known[name]}"
        if percent > tolerance:
            worse.append(sentence)
        elif percent < -tolerance:
            better.append(sentence)
    return worse, better
