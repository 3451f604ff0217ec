// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The command lines that the page runs, and what they say.

/** What the page lets a user choose, as the words of a command. */
export function optionWords({ fast, slow, backend, edges, more }) {
    const words = [];
    if (fast) words.push('-m', fast);
    if (slow) words.push(...(fast ? [] : ['-m', '1T']), '-m', slow);
    if (backend) words.push('--backend', backend);
    if (edges) words.push('--edges', edges);
    return [...words, ...more.split(/\s+/).filter(Boolean)];
}

/** The model among files that were dropped together: the one that is no data of another. */
export function modelAmong(names) {
    return names.find((name) => name.toLowerCase().endsWith('.onnx')) ?? (names.length === 1 ? names[0] : undefined);
}

export function headerOf(model) {
    return model.replace(/\.onnx$/i, '') + '.hpp';
}

/** The sentence of a command that failed, as the tool says it. */
export function sentenceOf({ status, stderr }) {
    const said = stderr.match(/^onnx2hpp: error: (.*)$/m)?.[1];
    return said ?? (stderr.trim() || `onnx2hpp ended with ${status}`);
}

/** Remarks, one each. */
export function notesOf({ stderr }) {
    return [...stderr.matchAll(/^onnx2hpp: note: (.*)$/gm)].map((found) => found[1]);
}
