// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The planner as WebAssembly says the same as `onnx2hpp analyze --json --calls`, byte for byte.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

import { planHere } from '../../web/planner/planner.mjs';
import { analyze, budgets, everything, inputOf, models, wasmOf } from './native.mjs';

const module = wasmOf('planner');
const efforts = { none: 0, normal: 2 };
const skip = models().length === 0 && 'there are no models';
const perModel = everything ? 30 : 2;

function compare(model, fast, effort) {
    const { document, error } = planHere(module, inputOf(model), fast, null, efforts[effort]);
    const native = analyze(model, ['--effort', effort, ...(fast ? ['-m', String(fast)] : [])]);
    assert.equal(document, native.stdout, `${model}, ${fast} bytes, --effort ${effort}`);
    assert.equal(error, native.error);
    return JSON.parse(document);
}

for (const model of models()) {
    test(`${model}: plans of random budgets`, () => {
        const free = compare(model, null, 'none');
        for (const fast of budgets(model, free, perModel))
            for (const effort of Object.keys(efforts)) compare(model, fast, effort);
    });
}

test('the planner refuses damaged input', { skip }, () => {
    const input = Uint8Array.from(inputOf(models()[0]));
    input[input.length >> 1] ^= 1;
    const { document, error } = planHere(module, input, null, null, 0);
    assert.equal(document, '');
    assert.equal(error, "the planner's input is damaged");
});

test('65 steps are planned in a moment', { skip }, () => {
    const input = inputOf('mobilenet_v2_224_int8');
    const seconds = (fast, effort) => {
        const begin = performance.now();
        planHere(module, input, fast, null, effort);
        return (performance.now() - begin) / 1000;
    };
    const free = JSON.parse(planHere(module, input, null, null, 0).document);
    const least = (fast, effort) => {  // other programs may have taken the processor
        const once = seconds(fast, effort);
        return once < 2.5 ? once : Math.min(once, seconds(fast, effort));
    };
    const times = budgets('mobilenet_v2_224_int8', free, 9).map((fast) => [least(fast, 0), least(fast, 2)]);
    const median = (of) => of.sort((a, b) => a - b)[of.length >> 1];
    const [first, searched] = [median(times.map((t) => t[0])), Math.max(...times.map((t) => t[1]))];
    console.log(`without a search ${first.toFixed(3)} s (median), with one at most ${searched.toFixed(3)} s`);
    assert.ok(first < 0.2 && searched < 3);
});
