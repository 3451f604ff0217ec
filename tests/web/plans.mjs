// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Plans of real models for tests, as the native tool prints them.

import { analyze } from './native.mjs';

const isQuantized = (model) => /u?int8/.test(model);

/** Options with which most of the models in ../shared are looked at. */
export function optionsOf(model) {
    return ['--backend', 'arm_dsp', ...(isQuantized(model) ? ['--edges', 'quantized'] : [])];
}

/** The plan of a model; `words` are further options. */
export function planOf(model, words) {
    return JSON.parse(analyze(model, [...optionsOf(model), ...words]).stdout);
}

/** Plans of every kind: whole, streamed, from row sources, in parts, with slow memory. */
export function* plansOf(model) {
    const whole = planOf(model, []);
    const least = whole.smallest_fast_bytes.without_slow_memory;
    const most = whole.totals.fast_peak_bytes;
    const bytes = (x) => String(Math.floor(x));
    const kinds = {
        smallest: ['-m', bytes(least)],
        middle: ['-m', bytes((least + most) / 2)],
        rows: ['-m', bytes((least * 9) / 8), '--input', 'rows', '--output', 'rows'],
        parts: ['-m', bytes((least * 3) / 4), '--input', 'rows', '--effort', 'fast'],
        slow: ['-m', bytes((least * 2) / 3), '-m', '64M', '--effort', 'none'],
    };
    yield { kind: 'whole', plan: whole };
    for (const [kind, words] of Object.entries(kinds)) yield { kind, plan: planOf(model, words) };
}
