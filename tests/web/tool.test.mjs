// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The whole tool as WebAssembly writes and says the same as the native one, byte for byte.

import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';

import { everything, fileOf, models, randomOf, root, run, shared, wasmOf } from './native.mjs';

const require = createRequire(import.meta.url);
const make = require(join(root, 'build/web/wasm/onnx2hpp.js'));
const { runCommand } = require(join(root, 'web/tool/command.cjs'));
const module = wasmOf('onnx2hpp');
process.setMaxListeners(0); // each run of the module listens for errors of the process

/** The native tool in a folder of its own, where the file of the model lies, and files beside it. */
function native(file, words, outputs) {
    const folder = mkdtempSync(join(tmpdir(), 'tigris-web-'));
    try {
        for (const name of readdirSync(dirname(file))) symlinkSync(join(dirname(file), name), join(folder, name));
        const made = run(words, { cwd: folder });
        const files = outputs.filter((name) => existsSync(join(folder, name)));
        return { ...made, files: files.map((name) => ({ name, bytes: readFileSync(join(folder, name)) })) };
    } finally {
        rmSync(folder, { recursive: true });
    }
}

/** The model and what may be its data. */
function filesBeside(file) {
    const names = readdirSync(dirname(file), { withFileTypes: true }).filter((entry) => entry.isFile());
    return names.map(({ name }) => ({ name, bytes: readFileSync(join(dirname(file), name)) }));
}

async function compare(file, options) {
    const words = [basename(file), '-o', 'made.hpp', ...options];
    const there = native(file, words, ['made.hpp']);
    const here = await runCommand({ make, module, words, files: filesBeside(file), outputs: ['made.hpp'] });
    const of = `${file} ${options.join(' ')}`;
    assert.equal(here.stderr, there.stderr, of);
    assert.equal(here.stdout, there.stdout, of);
    assert.equal(here.status, there.status, of);
    assert.equal(here.files.length, there.files.length, of);
    if (there.files.length > 0) assert.ok(there.files[0].bytes.equals(here.files[0].bytes), `the header of ${of}`);
    return there.status;
}

const forSmallCores = ['--backend', 'arm_dsp', '--edges', 'quantized', '-m', '256K', '--compress'];

for (const model of models()) {
    test(`${model}: the same header`, async () => {
        await compare(fileOf(model), []);
        await compare(fileOf(model), forSmallCores);
    });
}

/** Some of the cases of ONNX, other ones for each number of all of them. */
function cases(count) {
    const folder = join(shared, 'onnx-tests/dev');
    if (!existsSync(folder)) return [];
    const random = randomOf('cases');
    const all = readdirSync(folder).map((name) => join(folder, name, 'model.onnx')).filter(existsSync);
    return all.map((file) => [random(), file]).sort((a, b) => a[0] - b[0]).slice(0, count).map(([, file]) => file);
}

const drawn = cases(everything ? 200 : 60);
const skip = drawn.length === 0 && 'there are no cases';

test('conformance cases: the same headers and sentences', { skip }, async () => {
    const outcomes = {};
    for (const file of drawn) {
        const status = await compare(file, []);
        outcomes[status] = (outcomes[status] ?? 0) + 1;
    }
    console.log(`cases by exit code: ${JSON.stringify(outcomes)}`);
});

test('a file that is no model is refused in the same words', async () => {
    const files = [{ name: 'broken.onnx', bytes: Buffer.from('no model') }];
    const made = await runCommand({ make, module, words: ['broken.onnx', '-o', 'x.hpp'], files, outputs: ['x.hpp'] });
    assert.equal(made.status, 1);
    assert.match(made.stderr, /^onnx2hpp: error: .*broken\.onnx/);
    assert.equal(made.files.length, 0);
});
