// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One command of the tool as WebAssembly: files and words in, files and texts out.

/* exported runCommand */

/** Collects what is written byte by byte. */
function textCollector() {
    const bytes = [];
    return {
        write: (byte) => bytes.push(byte & 0xff),
        text: () => new TextDecoder().decode(Uint8Array.from(bytes)),
    };
}

/**
 * Runs `onnx2hpp words...` where `files` lie: [{ name, bytes }]. `make` is Emscripten's function, `module` the
 * compiled WebAssembly. Resolves to { status, stdout, stderr, files }: of `outputs`, those that were written.
 */
async function runCommand({ make, module, words, files, outputs = [] }) {
    const stdout = textCollector();
    const stderr = textCollector();
    const tool = await make({
        thisProgram: 'onnx2hpp',
        instantiateWasm(imports, use) {
            const instance = new WebAssembly.Instance(module, imports);
            use(instance, module);
            return instance.exports;
        },
        preRun: [(made) => made.FS.init(() => null, stdout.write, stderr.write)],
        quit(_, end) {
            throw end;
        },
    });
    const { FS } = tool;
    FS.ignorePermissions = true; // Emscripten's umask leaves none
    const folder = '/model';
    FS.mkdir(folder);
    FS.chdir(folder);
    for (const { name, bytes } of files) {
        const path = name.startsWith('/') ? name : `${folder}/${name}`;
        FS.mkdirTree(path.slice(0, path.lastIndexOf('/')) || '/');
        FS.writeFile(path, bytes, { canOwn: true });
    }
    const status = tool.callMain(words);
    const written = outputs.filter((name) => FS.analyzePath(name).exists);
    return {
        status,
        stdout: stdout.text(),
        stderr: stderr.text(),
        files: written.map((name) => ({ name, bytes: FS.readFile(name) })),
    };
}

if (typeof module !== 'undefined') module.exports = { runCommand };
