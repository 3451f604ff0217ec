#!/usr/bin/python3
# SPDX-FileCopyrightText: The TiGrIS authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Fits a cost table on counts of chains.

usage: fit_table.py < SAMPLES > TABLE
  SAMPLES   JSON: members of the table, whether cycles are modeled, samples {kernel: [[chain, features, instructions,
            cycles], ...]}, and of programs [features, bytes of code that calls kernels]

Coefficients are not negative, and the sum of relative errors is the least. Standard error names the kernels that few
chains tell of, and those of which a fit on all other chains does not find what one chain counts.
"""

import json
import sys

import numpy as np

ELEMENTWISE = {"calls", "elements", "products"}  # features that every operator has
ROUNDS, SMALL_ERROR = 8, 0.02
FEW_CHAINS, LARGE_ERROR = 3, 0.2
PRODUCTS = ("conv", "depthwise_conv", "gemm")


def nonnegative_least_squares(a, b):
    """x >= 0 with the least |a x - b|. Source: Lawson and Hanson, Solving Least Squares Problems, chapter 23."""
    x, taken = np.zeros(a.shape[1]), np.zeros(a.shape[1], bool)
    for _ in range(3 * a.shape[1]):
        gradient = a.T @ (b - a @ x)
        gradient[taken] = 0
        if gradient.max(initial=0) <= 1e-9 * np.abs(a.T @ b).max(initial=0):
            break
        taken[gradient.argmax()] = True
        x = solved_inside(a, b, x, taken)
    return x


def solved_inside(a, b, x, taken):
    """The solution on the columns `taken`, from which those leave that would turn negative."""
    while taken.any():
        wanted = np.zeros_like(x)
        wanted[taken] = np.linalg.lstsq(a[:, taken], b, rcond=None)[0]
        negative = taken & (wanted <= 0)
        if not negative.any():
            return wanted
        shares = x[negative] / np.maximum(x[negative] - wanted[negative], 1e-300)
        x = x + shares.min() * (wanted - x)
        taken &= x > 1e-12
        x[~taken] = 0
    return x


def fit(samples):
    """{feature: coefficient} for `samples` of (features, count): the sum of relative errors is the least, of small
    ones their squares. So a few layers that differ, because of their values, count little."""
    names = sorted({name for features, _ in samples for name in features})
    counts = np.array([count for _, count in samples], float)
    a = np.array([[features.get(name, 0) for name in names] for features, _ in samples], float)
    scale = np.maximum(np.abs(a).max(axis=0), 1)
    relative, weights = a / counts[:, None] / scale, np.ones(len(samples))
    for _ in range(ROUNDS):
        solution = nonnegative_least_squares(relative * weights[:, None], weights)
        weights = np.maximum(np.abs(relative @ solution - 1), SMALL_ERROR) ** -0.5
    return {name: value for name, value in zip(names, solution / scale) if value > 0}


def fit_bytes(samples):
    """{feature: coefficient} for `samples` of (features, bytes): the sum of squares is the least. Bytes of a program add
    up, so that an error counts the same in a small sample and in a large one."""
    names = sorted({name for features, _ in samples for name in features})
    a = np.array([[features.get(name, 0) for name in names] for features, _ in samples], float)
    solution = nonnegative_least_squares(a, np.array([size for _, size in samples], float))
    return {name: value for name, value in zip(names, solution) if value > 0}


def instructions_of(coefficients, features):
    return sum(coefficients.get(name, 0) * value for name, value in features.items())


def error_of_others(rows, chain):
    """The mean relative error on a chain's samples of a fit on those of all others."""
    coefficients = fit([row[1:3] for row in rows if row[0] != chain])
    return np.mean([abs(instructions_of(coefficients, features) / count - 1)
                    for name, features, count, _ in rows if name == chain])


def doubt_of(kernel, rows):
    """A line, or nothing where the table can be trusted."""
    chains = sorted({row[0] for row in rows})
    errors = [error_of_others(rows, chain) for chain in chains] if len(chains) > 1 else []
    if len(chains) >= FEW_CHAINS and np.mean(errors) <= LARGE_ERROR:
        return ""
    found = f", without one of them {100 * np.mean(errors):.0f} % away from its counts" if errors else ""
    return f"in doubt: {kernel}: {len(chains)} chains{found}\n"


def kernel_text(kernel, rows, with_cycles):
    coefficients = fit([row[1:3] for row in rows])
    lines = [f"[{kernel}]"]
    if with_cycles:
        lines.append(f"cycles_per_instruction {sum(row[3] for row in rows) / sum(row[2] for row in rows):.3f}")
    return lines + [f"{name} {value:.5g}" for name, value in coefficients.items()]


def elementwise_samples(samples, is_real):
    """Of portable kernels that are no convolutions and products of matrices, with the features that all have."""
    return [[chain, {name: value for name, value in features.items() if name in ELEMENTWISE}, *counts]
            for kernel, rows in samples.items()
            if kernel.startswith("portable ") and not kernel.split()[1].startswith(PRODUCTS)
            and kernel.split()[3].startswith("float") == is_real
            for chain, features, *counts in rows]


def members_of_code(given):
    """What calls kernels takes so many bytes for each of its features."""
    if not given["callers"]:
        return {}
    found = fit_bytes(given["callers"])
    return {"machine_code_error_percent": given["machine_code_error_percent"],
            **{f"machine_code.{name}": f"{value:.5g}" for name, value in found.items()}}


def counted_samples(given):
    """Without those of kernels that took no instruction."""
    return {kernel: [row for row in rows if row[2] > 0] for kernel, rows in sorted(given["samples"].items())}


def table_text(given):
    """The whole file."""
    samples = counted_samples(given)
    samples |= {"portable any": elementwise_samples(samples, False),
                "portable any float": elementwise_samples(samples, True)}
    lines = ["# SPDX-FileCopyrightText: The TiGrIS authors",
             "# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception",
             "# Instructions for each feature of a kernel's work. Made by scripts/bench --cost --core "
             f"{given['members']['name']} (docs/how_to/cost_tables.md).",
             *(f"{key} {value}" for key, value in (given["members"] | members_of_code(given)).items())]
    for kernel, rows in samples.items():
        if rows:
            lines += ["", *kernel_text(kernel, rows, given["has_cycles"])]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    asked = json.load(sys.stdin)
    sys.stdout.write(table_text(asked))
    sys.stderr.write("".join(doubt_of(kernel, rows) for kernel, rows in counted_samples(asked).items() if rows))
