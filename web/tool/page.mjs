// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool's page: takes a model, shows its report, gives its header. All of it happens in this browser.

import { headerOf, modelAmong, notesOf, optionWords, sentenceOf } from './commands.mjs';
import { createTool } from './tool.mjs';

const of = (id) => document.getElementById(id);
const tool = createTool('worker.js');
let model; // { name, files }
let shown; // the address of the page in the frame

function choices() {
    const { fast, slow, backend, edges, more } = of('options').elements;
    return optionWords({
        fast: fast.value.trim(),
        slow: slow.value.trim(),
        backend: backend.value,
        edges: edges.value,
        more: more.value,
    });
}

function say(text) {
    of('status').textContent = text;
}

function complain(sentence) {
    of('error').hidden = !sentence;
    of('sentence').textContent = sentence ?? '';
}

function list(notes) {
    of('notes').hidden = notes.length === 0;
    of('notes-count').textContent = notes.length === 1 ? '1 remark of the tool' : `${notes.length} remarks of the tool`;
    of('notes-list').replaceChildren(
        ...notes.map((note) => Object.assign(document.createElement('li'), { textContent: note })),
    );
}

function showCommand() {
    const words = ['onnx2hpp', model.name, '-o', headerOf(model.name), ...choices()];
    of('command').textContent = words.map((word) => (/^[\w./,=:+-]+$/.test(word) ? word : `'${word}'`)).join(' ');
}

function showPage(bytes) {
    const address = URL.createObjectURL(new Blob([bytes], { type: 'text/html' }));
    of('report').src = address;
    of('result').hidden = false;
    if (shown) URL.revokeObjectURL(shown);
    shown = address;
}

/** Runs a command on the model and says how long that took; nothing where another one followed or it failed. */
async function run(what, words, outputs) {
    const begin = performance.now();
    complain();
    say(`${what} …`);
    document.body.setAttribute('aria-busy', 'true');
    const made = await tool.run({ words, files: model.files, outputs });
    if (!made) return undefined;
    document.body.removeAttribute('aria-busy');
    list(notesOf(made));
    say(`${model.name}, ${((performance.now() - begin) / 1000).toFixed(1)} s`);
    if (made.status !== 0) complain(sentenceOf(made));
    return made.files.length === outputs.length ? made : undefined;
}

async function report() {
    if (!model) return;
    showCommand();
    const made = await run('Planning', ['report', model.name, '-o', 'report.html', ...choices()], ['report.html']);
    if (made) showPage(made.files[0].bytes);
    else if (!of('error').hidden) of('result').hidden = true;
    of('actions').hidden = false;
}

async function header() {
    const name = headerOf(model.name);
    const made = await run('Writing the header', [model.name, '-o', name, ...choices()], [name]);
    if (!made) return;
    const address = URL.createObjectURL(new Blob([made.files[0].bytes], { type: 'text/x-c++hdr' }));
    Object.assign(document.createElement('a'), { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    say(`${name}, ${made.files[0].bytes.length.toLocaleString('en')} bytes`);
}

async function take(files) {
    const name = modelAmong(files.map((file) => file.name));
    if (!name) {
        complain('none of these files ends with .onnx; drop the model, and beside it the file of its data');
        return;
    }
    model = { name, files };
    await report();
}

async function takeFiles(list) {
    if (list.length === 0) return;
    const read = async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) });
    await take(await Promise.all([...list].map(read)));
}

async function takeExample(file) {
    const answer = await fetch(`examples/${file}`);
    await take([{ name: file, bytes: new Uint8Array(await answer.arrayBuffer()) }]);
}

function isFileDrag(event) {
    return [...(event.dataTransfer?.types ?? [])].includes('Files');
}

document.addEventListener('dragover', (event) => {
    if (!isFileDrag(event)) return;
    event.preventDefault();
    document.body.classList.add('dragging');
});
document.addEventListener('dragleave', (event) => {
    if (!event.relatedTarget) document.body.classList.remove('dragging');
});
document.addEventListener('drop', (event) => {
    event.preventDefault();
    document.body.classList.remove('dragging');
    takeFiles(event.dataTransfer.files);
});
of('file').addEventListener('change', (event) => takeFiles(event.target.files));
for (const button of document.querySelectorAll('[data-example]'))
    button.addEventListener('click', () => takeExample(button.dataset.example));
of('options').addEventListener('change', report);
of('options').addEventListener('submit', (event) => {
    event.preventDefault();
    report();
});
of('header').addEventListener('click', header);
of('copy').addEventListener('click', () => navigator.clipboard.writeText(of('command').textContent));
