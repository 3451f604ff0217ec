// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool's planner in a page: the same C++ as WebAssembly, in a worker. planner.d.mts has the types.

/** The efforts of `onnx2hpp analyze`, by their numbers in the tool; "usual" is what it takes unless told. */
const efforts = { none: 0, fast: 1, normal: 2, max: 3, usual: 2 };

/** The tool with a memory of its own. It stands alone, because workers are made of its text. */
function startTool(module) {
    let memory;
    const done = () => 0;
    const imports = {
        env: { emscripten_notify_memory_growth: done },
        // The tool writes remarks and looks at the clock; here nobody reads them.
        wasi_snapshot_preview1: {
            clock_time_get: done,
            fd_close: done,
            fd_fdstat_get: done,
            fd_seek: done,
            fd_write: (file, vectors, count, written) => {
                const view = new DataView(memory.buffer);
                let bytes = 0;
                for (let i = 0; i < count; ++i) bytes += view.getUint32(vectors + 8 * i + 4, true);
                view.setUint32(written, bytes, true);
                return 0;
            },
            proc_exit: (code) => {
                throw new Error(`the planner ended with ${code}`);
            },
        },
    };
    const tool = new WebAssembly.Instance(module, imports).exports;
    memory = tool.memory;
    tool._initialize();
    return tool;
}

/** Asks a tool; it may be asked again, if it does not throw. It stands alone, too. */
function askTool(tool, input, fastBytes, slowBytes, effort) {
    const room = tool.tigris_room(input.length);
    new Uint8Array(tool.memory.buffer).set(input, room);
    tool.tigris_plan(room, input.length, fastBytes ?? -1, slowBytes ?? -1, effort);
    const text = (begin, bytes) => new TextDecoder().decode(new Uint8Array(tool.memory.buffer, begin, bytes));
    return {
        document: text(tool.tigris_document(), tool.tigris_document_bytes()),
        error: text(tool.tigris_error(), tool.tigris_error_bytes()),
    };
}

/**
 * Plans in this thread.
 * `document` is empty where nothing could be planned; `error` says why, or what does not fit.
 */
export function planHere(module, input, fastBytes, slowBytes, effort) {
    return askTool(startTool(module), input, fastBytes, slowBytes, effort);
}

/** Plans in this thread, one after the other with the same tool: it reads its tables of costs once. */
export function plannerHere(module) {
    const tool = startTool(module);
    return (input, fastBytes, slowBytes, effort) => askTool(tool, input, fastBytes, slowBytes, effort);
}

/**
 * What a worker does: takes the module that comes first, or compiles it, then answers requests in turn. A tool
 * that has thrown is not asked again.
 */
function work(start, ask) {
    let module;
    let tool = null;
    self.onmessage = ({ data }) => {
        if (data.wasm) {
            module = data.wasm instanceof WebAssembly.Module ? data.wasm : new WebAssembly.Module(data.wasm);
            return;
        }
        let answer;
        try {
            tool ??= start(module);
            answer = ask(tool, data.input, data.fastBytes, data.slowBytes, data.effort);
        } catch (error) {
            tool = null;
            answer = { document: '', error: String(error.message ?? error) };
        }
        self.postMessage({ number: data.number, ...answer });
    };
}

const workerSource = `(${work})(${startTool}, ${askTool})`;

export function bytesOf(base64) {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** What a plan resolves to: the document, with the tool's sentence where it does not fit. */
export function resultOf({ document, error }) {
    if (!document) throw new Error(error || 'nothing could be planned');
    const plan = JSON.parse(document);
    return error ? { ...plan, error } : plan;
}

/** A planner with a worker of its own; `wasm` are the bytes of planner.wasm, or what they were compiled to. */
export function createPlanner(wasm) {
    const address = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
    const waiting = new Map();
    let worker;
    let count = 0;

    function refuseAll(reason) {
        for (const { reject } of waiting.values()) reject(reason);
        waiting.clear();
    }
    function start() {
        worker = new Worker(address);
        worker.onmessage = ({ data }) => {
            const { resolve, reject } = waiting.get(data.number);
            waiting.delete(data.number);
            try {
                resolve(resultOf(data));
            } catch (error) {
                reject(error);
            }
        };
        worker.onerror = (event) => refuseAll(new Error(event.message));
        worker.postMessage({ wasm });
    }
    function stop(reason) {
        worker.terminate();
        refuseAll(new DOMException(reason, 'AbortError'));
    }

    start();
    return {
        plan({ input, fast_bytes, slow_bytes, effort }) {
            const number = ++count;
            return new Promise((resolve, reject) => {
                waiting.set(number, { resolve, reject });
                worker.postMessage({
                    number,
                    input: typeof input === 'string' ? bytesOf(input) : input,
                    fastBytes: fast_bytes,
                    slowBytes: slow_bytes,
                    effort: efforts[effort],
                });
            });
        },
        cancel() {
            if (waiting.size === 0) return;
            stop('another plan is wanted');
            start();
        },
        close() {
            stop('the planner is closed');
            URL.revokeObjectURL(address);
        },
    };
}
