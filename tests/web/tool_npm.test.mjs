// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// npm's package, installed from its file without a network: the native tool's bytes, sentences and exit codes.
// TIGRIS_NODE names another Node for it.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync,
         writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, test } from 'node:test';

import { fileOf, models, root, run } from './native.mjs';

const node = process.env.TIGRIS_NODE ?? process.execPath;
const place = mkdtempSync(join(tmpdir(), 'tigris-npm-'));
after(() => rmSync(place, { recursive: true }));

const packages = join(root, 'build/packages');
const [file] = readdirSync(packages).filter((name) => /^onnx2hpp-.*\.tgz$/.test(name));
const installed = spawnSync('npm', ['install', '--offline', '--no-audit', '--no-fund', join(packages, file)], {
    cwd: place,
    encoding: 'utf8',
});
const package_ = join(place, 'node_modules/onnx2hpp');
const example = join(root, 'examples/fashion/fashion_int8.onnx');

function packed(words, options) {
    const made = spawnSync(node, [join(package_, 'cli.cjs'), ...words], { encoding: 'utf8', maxBuffer: 1 << 28, ...options });
    return { status: made.status, stdout: made.stdout, stderr: made.stderr };
}

/** What the words give in a folder that has the file's neighbors: texts, and all files that are new. */
function outcome(command, words, model, options) {
    const folder = mkdtempSync(join(tmpdir(), 'tigris-npm-'));
    try {
        const before = readdirSync(dirname(model));
        for (const name of before) symlinkSync(join(dirname(model), name), join(folder, name));
        const { status, stdout, stderr } = command(words(folder), { cwd: folder, ...options });
        const names = readdirSync(folder, { recursive: true }).filter(
            (name) => !before.includes(name.split('/')[0]) && statSync(join(folder, name)).isFile(),
        );
        const files = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]);
        return { status, stdout: stdout.replaceAll(folder, '.'), stderr: stderr.replaceAll(folder, '.'), files };
    } finally {
        rmSync(folder, { recursive: true });
    }
}

function compare(words, model = example, options = {}) {
    const of = typeof words === 'function' ? words : () => words;
    const there = outcome(run, of, model, options);
    assert.deepEqual(outcome(packed, of, model, options), there, `${of('')}`);
    return there;
}

test('it is installed without a network, with a command', () => {
    assert.equal(installed.status, 0, installed.stderr);
    const named = spawnSync(join(place, 'node_modules/.bin/onnx2hpp'), ['--version'], { encoding: 'utf8' });
    assert.equal(named.stdout, run(['--version']).stdout);
    assert.ok(existsSync(join(package_, 'include/tigris/core.hpp')));
});

for (const model of models().slice(0, process.env.TIGRIS_MODELS ?? 12)) {
    test(`${model}: the same header`, () => {
        const there = compare([fileOf(model), '-o', 'made.hpp'], fileOf(model));
        assert.equal(there.files.length, there.status === 0 ? 1 : 0);
    });
}

test('all subcommands give the same', () => {
    const model = 'fashion_int8.onnx';
    assert.equal(compare(['analyze', model, '--sweep']).status, 0);
    assert.equal(compare(['analyze', model, '--json', '--svg', 'map.svg', '--trace', 'run.json']).files.length, 2);
    assert.equal(compare(['tensors', model]).status, 0);
    assert.equal(compare(['analyze', '--help']).status, 0);
    assert.equal(compare([model, '-o', 'a.hpp', '--weights', 'object', '--c']).files.length, 5);
});

test('a report is written, with the interactive page', () => {
    const made = outcome(packed, () => ['report', 'fashion_int8.onnx', '-o', 'page.html', '--docs', 'docs'], example);
    assert.equal(made.status, 0, made.stderr);
    const [, page] = made.files.find(([name]) => name === 'page.html');
    assert.ok(page.length > 300_000);
    assert.ok(made.files.length > 1);
});

test('exit codes and sentences are the same where something is wrong', () => {
    const codes = [
        ['fashion_int8.onnx', '-o', 'a.hpp', '-m', '1K'],
        ['nowhere.onnx', '-o', 'a.hpp'],
        ['fashion_int8.onnx', '-o', 'nowhere/a.hpp'],
        ['fashion_int8.onnx', '--no-such-option'],
        [],
    ].map((words) => compare(words).status);
    assert.deepEqual(codes, [2, 1, 1, 1, 1]);
});

test('absolute paths, folders above and standard output lead where they do natively', () => {
    compare((folder) => [join(folder, 'fashion_int8.onnx'), '-o', join(folder, 'b.hpp')]);
    const { files } = compare(['fashion_int8.onnx', '-o', 'net.hpp']);
    assert.equal(packed([example, '-o', '/dev/stdout', '--name', 'net']).stdout, files[0][1]);
    mkdirSync(join(place, 'deep'));
    const made = packed(['--quiet', example, '-o', '../above.hpp'], { cwd: join(place, 'deep') });
    assert.equal(made.status, 0, made.stderr);
    assert.ok(existsSync(join(place, 'above.hpp')));
});

test('files get the rights that others get, and keep those that they had', () => {
    const written = join(place, 'rights.hpp');
    writeFileSync(written, '');
    const usual = statSync(written).mode;
    rmSync(written);
    assert.equal(packed(['--quiet', example, '-o', written]).status, 0);
    assert.equal(statSync(written).mode, usual);
    chmodSync(written, 0o640);
    assert.equal(packed(['--quiet', example, '-o', written]).status, 0);
    assert.equal(statSync(written).mode & 0o777, 0o640);
});

test('a project of CMake finds it, and builds no tool', () => {
    for (const name of ['CMakeLists.txt', 'main.cpp']) copyFileSync(join(root, 'tests/consumer', name), join(place, name));
    const build = join(place, 'build');
    const cmake = (...words) => spawnSync('cmake', words, { cwd: place, encoding: 'utf8' });
    const model = `-DMODEL=${join(root, 'tests/models/conv_int8/model.onnx')}`;
    const made = cmake('-G', 'Ninja', '-S', place, '-B', build, `-DTIGRIS_SOURCE=${root}`, model);
    assert.equal(made.status, 0, made.stderr);
    assert.equal(cmake('--build', build).status, 0);
    assert.match(readFileSync(join(build, 'build.ninja'), 'utf8'), /node_modules\/[.]bin\/onnx2hpp/);
    assert.equal(spawnSync(join(build, 'consumer')).status, 0);
});

test("paths of Windows are the tool's", () => {
    const { portable } = createRequire(import.meta.url)(join(package_, 'cli.cjs'));
    assert.equal(portable('C:\\models\\net.onnx', 'win32'), '/C:/models/net.onnx');
    assert.equal(portable('..\\net.onnx', 'win32'), '../net.onnx');
    assert.equal(portable('sr=D:/sr.pb', 'win32'), 'sr=/D:/sr.pb');
    assert.equal(portable('lz4,GROUP=16K', 'win32'), 'lz4,GROUP=16K');
    assert.equal(portable('a\\b', 'linux'), 'a\\b');
});
