// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Commands in a worker. A new one ends the one before, which a user no longer waits for.

/** `address` is that of worker.js. */
export function createTool(address) {
    let worker = new Worker(address);
    let running; // resolves the promise of the command that runs

    function restart() {
        worker.terminate();
        worker = new Worker(address);
        running(undefined);
    }

    return {
        /** Resolves to what command.cjs gives, or to nothing where another command took its place. */
        run(command) {
            if (running) restart();
            return new Promise((resolve) => {
                running = resolve;
                const end = (made) => {
                    running = undefined;
                    resolve(made);
                };
                worker.onmessage = ({ data }) => end(data);
                worker.onerror = ({ message }) => end({ status: 1, stdout: '', stderr: message, files: [] });
                worker.postMessage(command);
            });
        },
    };
}
