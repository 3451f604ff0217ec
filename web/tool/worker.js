// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The worker behind the page: scripts/web puts Emscripten's onnx2hpp.js and command.cjs before this.

/* global onnx2hpp, runCommand */

async function bytesAt(name) {
    const answer = await fetch(name);
    if (!answer.ok) throw new Error(`${name} is missing on this server`);
    return answer.arrayBuffer();
}

const compiled = bytesAt('onnx2hpp.wasm').then((bytes) => WebAssembly.compile(bytes));
const page = bytesAt('report.bundle').then((bytes) => new Uint8Array(bytes));
compiled.catch(() => {}); // a command says so
page.catch(() => {});

async function answer({ words, files, outputs }) {
    const module = await compiled;
    const given = words[0] === 'report' ? [...files, { name: '/report.bundle', bytes: await page }] : files;
    return runCommand({ make: onnx2hpp, module, words, files: given, outputs });
}

self.onmessage = async ({ data }) => {
    try {
        const made = await answer(data);
        self.postMessage({ number: data.number, ...made }, made.files.map(({ bytes }) => bytes.buffer));
    } catch (error) {
        const reason = String(error?.message ?? error);
        self.postMessage({ number: data.number, status: 1, stdout: '', stderr: `onnx2hpp: error: ${reason}\n`, files: [] });
    }
};
