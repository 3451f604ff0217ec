// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of real models for tests, as the native tool prints them.

import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./bundled.mjs";

export const shared = process.env.TIGRIS_SHARED ?? join(root, "../shared");
const tool =
    process.env.TIGRIS_ONNX2HPP ??
    join(root, "build/host-gcc/tools/onnx2hpp/onnx2hpp");

export const fileOf = (model) => join(shared, "models", model, "model.onnx");

export function models() {
    const folder = join(shared, "models");
    if (!existsSync(folder)) return [];
    return readdirSync(folder).filter((name) => existsSync(fileOf(name)));
}

/** What the tool prints with these words behind its own name. */
export function run(words) {
    const made = spawnSync(tool, words, {
        maxBuffer: 1 << 28,
        encoding: "utf8",
    });
    if (made.error) throw made.error;
    if (made.status !== 0 && made.status !== 2) throw new Error(made.stderr);
    return made;
}

/** The plan of a model; `words` are further options. */
export function planOf(model, words) {
    const options = [
        "--name",
        "model",
        "--backend",
        "arm_dsp",
        "--edges",
        "quantized",
    ];
    const usual =
        model.includes("int8") || model.includes("uint8")
            ? options
            : options.slice(0, 4);
    return JSON.parse(
        run(["analyze", fileOf(model), ...usual, "--json", "--calls", ...words])
            .stdout,
    );
}

/** Plans of every kind: whole, streamed, from row sources, in parts, with slow memory. */
export function* plansOf(model) {
    const whole = planOf(model, []);
    const least = whole.smallest_fast_bytes.without_slow_memory;
    const most = whole.totals.fast_peak_bytes;
    const bytes = (x) => String(Math.floor(x));
    const kinds = {
        smallest: ["-m", bytes(least)],
        middle: ["-m", bytes((least + most) / 2)],
        rows: [
            "-m",
            bytes((least * 9) / 8),
            "--input",
            "rows",
            "--output",
            "rows",
        ],
        parts: [
            "-m",
            bytes((least * 3) / 4),
            "--input",
            "rows",
            "--effort",
            "fast",
        ],
        slow: ["-m", bytes((least * 2) / 3), "-m", "64M", "--effort", "none"],
    };
    yield { kind: "whole", plan: whole };
    for (const [kind, words] of Object.entries(kinds))
        yield { kind, plan: planOf(model, words) };
}
