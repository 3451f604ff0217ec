// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// How long a page may take. Other programs may have the processors: times are compared with those of a piece of work
// that never changes, done by the same browser in the same minutes. As a plan it goes to a worker, comes back, becomes
// elements, and is drawn.

import assert from 'node:assert/strict';

/** Of the worker's numbers. */
const sorts = 6;
/** Milliseconds of a piece where nothing else runs, on cores that the limits were set for (AMD EPYC). */
const usual = 90;

export const median = (numbers) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1];

/** Runs in the page: a worker that sorts 2^17 numbers as often as it is told. */
function prepare() {
    const sort = ({ data: times }) => {
        for (let n = 0; n < times; ++n) {
            const numbers = new Uint32Array(1 << 17);
            for (let i = 0, x = 1; i < numbers.length; ++i) numbers[i] = x = (Math.imul(x, 1664525) + 1013904223) >>> 0;
            numbers.sort();
        }
        self.postMessage(0);
    };
    window.sorter = new Worker(URL.createObjectURL(new Blob([`onmessage = ${sort}`], { type: 'text/javascript' })));
}

/** Runs in the page, too: the milliseconds of a piece of work. */
async function work(sorts) {
    const begin = performance.now();
    await new Promise((resolve) => {
        window.sorter.onmessage = resolve;
        window.sorter.postMessage(sorts);
    });
    const rows = Array.from({ length: 150 }, (_, row) => {
        const line = document.createElement('tr');
        line.append(...Array.from({ length: 12 }, (_, i) => Object.assign(document.createElement('td'), { textContent: `${row} ${i}` })));
        return line;
    });
    const table = document.createElement('table');
    table.append(...rows);
    document.body.replaceChildren(table);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    return performance.now() - begin;
}

/** A clock that goes slower where the browser does. It is looked at while the page under test has nothing to do. */
export async function openClock(browser) {
    const page = await browser.newPage();
    await page.evaluate(prepare);
    /** How many times slower than alone the browser is now, at least 1. */
    const look = async () => Math.max((await page.evaluate(work, sorts)) / usual, 1);
    for (let i = 0; i < 5; ++i) await look(); // by then it is compiled
    return { look, close: () => page.close() };
}

/** Less than the largest tenth of them. */
const mostOf = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(0.9 * (numbers.length - 1))];

/** 65 steps and fewer: the plan without a search is drawn within 200 ms (median), and the search's within 3 s (9 of 10). */
export function checkPace({ none, normal }) {
    const [first, search] = [median(none), mostOf(normal)];
    assert.ok(first <= 200, `the plan without a search was drawn after ${first.toFixed(0)} ms (median)`);
    assert.ok(search <= 3000, `the plan of the search was drawn after ${search.toFixed(0)} ms`);
}
