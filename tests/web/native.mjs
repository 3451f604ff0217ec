// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the native tool says, which the tool as WebAssembly is compared with.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
export const shared = process.env.TIGRIS_SHARED ?? join(root, '../shared');
/** Without TIGRIS_DRAW everything is tested, as by scripts/test --all. */
export const everything = !process.env.TIGRIS_DRAW;

const host = join(root, 'build/host-gcc');
const tool = join(host, 'tools/onnx2hpp/onnx2hpp');
const most = { maxBuffer: 1 << 28 };

export function wasmOf(name) {
    return new WebAssembly.Module(readFileSync(join(root, 'build/web/wasm', `${name}.wasm`)));
}

export function fileOf(model) {
    const folder = join(shared, 'models', model);
    const file = readdirSync(folder).find((name) => name.endsWith('.onnx'));
    return file && join(folder, file);
}

/** Those that the tool takes. */
export function models() {
    const folder = join(shared, 'models');
    if (!existsSync(folder)) return [];
    return readdirSync(folder).filter((name) => !name.includes('.') && fileOf(name));
}

/** The error is that of the last line on stderr, if it ended with one. */
export function run(words, options = {}) {
    const made = spawnSync(tool, words, { ...most, encoding: 'utf8', ...options });
    const error = made.stderr.match(/^onnx2hpp: error: (.*)$/m)?.[1] ?? '';
    return { status: made.status, stdout: made.stdout, stderr: made.stderr, error };
}

export function analyze(model, words) {
    return run(['analyze', fileOf(model), '--json', '--calls', ...words]);
}

export function inputOf(model) {
    const made = spawnSync(join(host, 'tests/web/planner_input'), ['analyze', fileOf(model)], most);
    if (made.status !== 0) throw new Error(made.stderr.toString());
    return made.stdout;
}

/** Numbers that are the same in each run, from 0 to 1. */
export function randomOf(seed) {
    let state = [...seed].reduce((sum, c) => (Math.imul(sum, 31) + c.charCodeAt(0)) | 0, 7);
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        return (state >>> 0) / 2 ** 32;
    };
}

/** Budgets from a tenth less than the smallest plan takes to what the cheapest one does. */
export function budgets(model, free, count) {
    const random = randomOf(model);
    const least = 0.9 * free.smallest_fast_bytes.without_slow_memory;
    const most = 1.05 * free.totals.fast_peak_bytes;
    return Array.from({ length: count }, () => Math.round(least + random() * (most - least)));
}
