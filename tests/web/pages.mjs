// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Pages of models for tests, as `onnx2hpp report` writes them.

import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { root, run } from './native.mjs';

const folder = join(root, 'build/web/tests');

function made(what, { status, stderr }) {
    if (status !== 0) throw new Error(`${what}: ${stderr}`);
}

/** A tool without the bundle writes static pages. */
const hasBundle = (page) => readFileSync(page, 'utf8').includes('id="planner-wasm"');

/** Builds the tool with the bundle that scripts/web has made; only a few bytes are compiled. */
function giveBundle() {
    const options = { cwd: root, encoding: 'utf8' };
    const bundle = '-DTIGRIS_REPORT_BUNDLE=build/web/report.bundle';
    made('cmake', spawnSync('cmake', ['--preset', 'host-gcc', bundle], options));
    made('cmake', spawnSync('cmake', ['--build', '--preset', 'host-gcc', '--target', 'onnx2hpp'], options));
}

/** Writes the page of models' files, and gives its path. */
export function pageOf(name, files, options) {
    mkdirSync(folder, { recursive: true });
    const page = join(folder, `${name}.html`);
    const write = () => made('report', run(['report', ...files, ...options, '-o', page]));
    write();
    if (!hasBundle(page)) (giveBundle(), write());
    return page;
}

/** A block of LZ4 that repeats nothing: the length of 15 or more literals goes on in further bytes. */
function asLiterals(bytes) {
    const rest = bytes.length - 15;
    const lengths = [...new Uint8Array(Math.floor(rest / 255)).fill(255), rest % 255];
    return Buffer.concat([Uint8Array.of(0xf0, ...lengths), bytes]);
}

/** A page with other data than the tool has given it, and gives its path. */
export function pageWith(page, name, data) {
    const bytes = Buffer.from(JSON.stringify(data));
    const element = /(id="report-data" data-bytes=")\d+(">)[^<]*/;
    const packed = asLiterals(bytes).toString('base64');
    const path = join(folder, `${name}.html`);
    const text = readFileSync(page, 'utf8').replace(element, (_, before, after) => `${before}${bytes.length}${after}${packed}`);
    writeFileSync(path, text);
    return path;
}

/** What a program of this folder writes of a word. */
function modelOf(program, word, name) {
    mkdirSync(folder, { recursive: true });
    const file = join(folder, `${name}.onnx`);
    const path = join(root, 'tests/web', program);
    made(path, spawnSync(path, [word, file], { encoding: 'utf8' }));
    return file;
}

/** A model of so many operators. */
export const manyOperators = (count) => modelOf('many_operators.py', String(count), `many_${count}`);

/** A model of small_models.py. */
export const smallModel = (kind) => modelOf('small_models.py', kind, kind);
