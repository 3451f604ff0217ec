// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages of models for tests.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

import { root, run } from './native.mjs';

const folder = join(root, 'build/web/tests');
const host = join(root, 'build/host-gcc');

function planOf(file, options, words) {
    const { stdout } = run(['analyze', file, ...options, '--json', '--calls', ...words]);
    return JSON.parse(stdout);
}

function inputOf(file, options) {
    const made = spawnSync(join(host, 'tests/web/planner_input'), ['analyze', file, ...options], {
        maxBuffer: 1 << 28,
    });
    return made.status === 0 ? made.stdout.toString('base64') : null;
}

function modelOf(name, file, options) {
    const words = ['--name', name, ...options];
    const whole = planOf(file, words, []);
    const least = whole.smallest_fast_bytes.without_slow_memory;
    const middle = Math.round(least * 1.25);
    const plans = [middle, least].map((bytes) => planOf(file, words, ['-m', String(bytes)]));
    const saved = plans[0].totals.fast_peak_bytes - least;
    return {
        name,
        file: basename(file),
        sha256: createHash('sha256').update(readFileSync(file)).digest('hex'),
        options: [...options, '-m', String(middle)],
        plans: [...plans, whole],
        curve: planOf(file, words, ['--effort', 'none', '--sweep']).sweep ?? [],
        remedies: [{ fast_bytes: least, saved_bytes: saved, text: 'the smallest plan' }],
        planner_input: inputOf(file, words),
    };
}

/** Writes the page of models, given as [name, file, options], and gives its path. */
export function pageOf(name, models) {
    const report = { schema_version: 2, tool: { version: '0' }, models: models.map((m) => modelOf(...m)) };
    const text = JSON.stringify(report).replaceAll('<', '\\u003c');
    const data = `<script type="application/octet-stream;base64" id="report-data" data-packing="none">${text}</script>`;
    const frame = readFileSync(join(root, 'build/web/report.bundle'), 'utf8');
    mkdirSync(folder, { recursive: true });
    const page = join(folder, `${name}.html`);
    writeFileSync(page, frame.replace('<!-- REPORT DATA -->', () => data));
    return page;
}

/** A model of so many operators. */
export function manyOperators(count) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `many_${count}.onnx`);
    const made = spawnSync(join(root, 'tests/web/many_operators.py'), [String(count), file]);
    if (made.status !== 0) throw new Error(made.stderr.toString());
    return file;
}
