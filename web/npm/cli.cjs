#!/usr/bin/env node
// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// onnx2hpp in Node: the tool as WebAssembly, with this machine's files.
'use strict';

const { readFileSync, readdirSync, readlinkSync, realpathSync, statSync, writeSync } = require('node:fs');
const { join } = require('node:path');

const make = require('./onnx2hpp.js');

/** Writes bytes to a file of this process when a line ends, or many are there. */
function lineWriter(descriptor) {
    let bytes = [];
    function flush() {
        let rest = Uint8Array.from(bytes);
        bytes = [];
        while (rest.length > 0) {
            try {
                rest = rest.subarray(writeSync(descriptor, rest));
            } catch (error) {
                if (error.code === 'EPIPE') return; // nobody reads any more
                if (error.code !== 'EAGAIN') throw error;
            }
        }
    }
    return {
        write(byte) {
            bytes.push(byte & 0xff);
            if (byte === 10 || bytes.length >= 1 << 16) flush();
        },
        flush,
    };
}

/** The bytes of standard input, one each call; null at its end. */
function inputReader() {
    let bytes;
    let next = 0;
    return () => {
        bytes ??= readFileSync(0);
        return next < bytes.length ? bytes[next++] : null;
    };
}

/** A path of Windows as the tool reads it: C:\models\net.onnx is /C:/models/net.onnx. */
function portable(word, platform = process.platform) {
    if (platform !== 'win32') return word;
    return word.replace(/\\/g, '/').replace(/(^|=)([A-Za-z]:\/)/g, '$1/$2');
}

function isFolder(path) {
    try {
        return statSync(path).isDirectory();
    } catch {
        return false;
    }
}

/** [path in the tool, folder of this machine]: together all folders but those of devices. */
function folders() {
    if (process.platform === 'win32') {
        const drives = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((letter) => `${letter}:\\`);
        return drives.filter(isFolder).map((drive) => [`/${drive.slice(0, 2)}`, drive]);
    }
    const own = ['dev', 'proc']; // of Emscripten, which has standard output there
    const names = readdirSync('/').filter((name) => !own.includes(name) && isFolder(`/${name}`));
    return names.map((name) => [`/${name}`, realpathSync(`/${name}`)]);
}

/** Links lead where they lead on this machine: Emscripten's own lead into the folder that is mounted. */
function followLinks({ ErrnoError, filesystems: { NODEFS } }) {
    NODEFS.node_ops.readlink = (node) => {
        try {
            return portable(readlinkSync(NODEFS.realPath(node)));
        } catch (error) {
            if (!error.code) throw error;
            throw new ErrnoError(NODEFS.convertNodeCode(error));
        }
    };
}

function useThisMachine({ FS, _umask }) {
    followLinks(FS);
    _umask(process.umask());
    FS.writeFile('/report.bundle', readFileSync(join(__dirname, 'report.bundle')), { canOwn: true });
    for (const [path, root] of folders()) {
        FS.mkdirTree(path);
        FS.mount(FS.filesystems.NODEFS, { root }, path);
    }
    FS.chdir(portable(process.cwd()));
}

/** The exit code of `onnx2hpp words...`. */
async function run(words) {
    const stdout = lineWriter(1);
    const stderr = lineWriter(2);
    const listeners = process.listeners('uncaughtException');
    const tool = await make({
        thisProgram: 'onnx2hpp',
        wasmBinary: readFileSync(join(__dirname, 'onnx2hpp.wasm')),
        preRun: [(made) => made.FS.init(inputReader(), stdout.write, stderr.write)],
        quit(_, end) {
            throw end;
        },
    });
    for (const added of process.listeners('uncaughtException'))
        if (!listeners.includes(added)) process.off('uncaughtException', added);
    useThisMachine(tool);
    try {
        return tool.callMain(words.map((word) => portable(word)));
    } finally {
        stdout.flush();
        stderr.flush();
    }
}

/** The stack and the memory of WebAssembly end in errors of JavaScript. */
function complain(error) {
    const why = error instanceof RangeError ? 'the model is nested too deep for Node' : String(error?.message ?? error);
    process.stderr.write(`onnx2hpp: error: ${why}\n`);
    return 1;
}

if (require.main === module)
    run(process.argv.slice(2))
        .catch(complain)
        .then((status) => (process.exitCode = status));

module.exports = { portable };
