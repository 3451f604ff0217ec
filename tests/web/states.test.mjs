// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the report's page says where a plan is unusual: several memories, none, or a budget that is too small.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { load } from './bundled.mjs';
import { hasBrowser, launch, open, violations } from './browser.mjs';
import { fileOf, models, root } from './native.mjs';
import { pageOf, pageWith, smallModel } from './pages.mjs';
import { planOf } from './plans.mjs';

const reason = hasBrowser ? models().length === 0 && 'there are no models' : 'there is no Chromium';

const { isOfBudget } = await load('data/remedies.ts');
const { Links } = await load('data/links.ts');
const { schemaVersion } = await load('data/schema.ts');
const { layoutOf, railsOf } = await load('graph/rails.ts');
const { nthOf, numbersOf, spellTick, ticksOf } = await load('map/ticks.ts');
const { shortenAll, spellBytes, spellPercent } = await load('ui/format.ts');

let browser;
before(async () => {
    if (!reason) browser = await launch();
});
after(() => browser?.close());

/** A test of a page; it fails, too, where the console has something to say. */
function testPage(name, makePage, check, options = {}) {
    test(name, { skip: reason, timeout: 120_000 }, async () => {
        const { page, messages } = await open(browser, makePage(), options);
        try {
            await check(page);
            assert.deepEqual(messages, []);
        } finally {
            await page.context().close();
        }
    });
}

const boardPage = () => {
    const options = ['--backend', 'arm_dsp', '--board', 'stm32h743', '--effort', 'none'];
    return pageOf('board', [fileOf('resnet8_float')], options);
};
const addsPage = () => pageOf('adds', [smallModel('adds')], []);

describe('side by side', () => {
    testPage('draws each fast memory', boardPage, async (page) => {
        const painted = await page.evaluate(() => {
            const canvas = document.querySelector('#compare canvas');
            const third = Math.round(canvas.height / 3);
            const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, third);
            return data.some((value, i) => i % 4 === 3 && value > 0);
        });
        assert.ok(painted, 'the second memory lies above the first');
    });

    testPage('has one scale for both maps', addsPage, async (page) => {
        const scales = () =>
            page.evaluate(() => [...document.querySelectorAll('#compare canvas')].map((c) => c.ariaLabel.match(/addresses .*?;/)[0]));
        const [left, right] = await scales();
        assert.match(left, /^addresses from 0 to [\d.]+ KB;$/);
        assert.equal(left, right);
    });

    testPage('says where a plan takes no fast memory', addsPage, async (page) => {
        const select = page.locator('#compare select').nth(1);
        const texts = await select.locator('option').allTextContents();
        await select.selectOption({ index: texts.findIndex((t) => t.includes('budget 0 bytes')) });
        await page.locator('#compare .nothing').nth(1).waitFor({ state: 'visible' });
        assert.equal(await page.locator('#compare .nothing').nth(0).isVisible(), false);
    });
});

/** Sets a budget, and waits until the page has an answer from one of these sources. */
async function setBudget(page, text, sources) {
    await page.fill('#budget-bytes', text);
    await page.press('#budget-bytes', 'Enter');
    for (const source of sources) await page.waitForSelector(`#budget[data-source="${source}"]`);
}

const keywords = () =>
    pageOf('keywords', [fileOf('kws_ref_int8')], ['--board', 'stm32f746', '--effort', 'normal', '-m', '16K']);
const verdict = (page) => page.textContent('#summary .verdict');

const unspaced = (text) => text.replace(/(\d)\u202f(?=\d)/g, '$1');

describe('what would change the peak', () => {
    testPage('is compared with the plan that is shown', keywords, async (page) => {
        await setBudget(page, '8192', ['search']);
        const peak = Number(await page.getAttribute('#budget', 'data-peak'));
        const lines = await page.locator('#peak .remedies li').all();
        const texts = await Promise.all(lines.map((l) => l.textContent()));
        for (const text of texts.map(unspaced)) {
            const [, bytes, difference, word] = text.match(/(\d+) bytes \((\d+) (less|more)\)/);
            assert.equal(Number(bytes) + (word === 'less' ? 1 : -1) * Number(difference), peak);
        }
        for (const [i, line] of lines.entries())
            assert.equal(await line.locator('button').count(), texts[i].includes('--input') ? 0 : 1, texts[i]);
        assert.match(unspaced(await page.textContent('#summary .facts')), /Budget now8192 bytes of fast memory/);
    });

    test('can be set alone where the board has the slow memory', { skip: reason }, () => {
        const smallest_fast_bytes = { without_slow_memory: 2000, with_slow_memory: 1000 };
        const planWith = (slow_bytes) => ({ target: { slow_bytes }, smallest_fast_bytes });
        const remedy = (text) => ({ fast_bytes: 1000, saved_bytes: 0, text });
        assert.ok(isOfBudget(remedy('1000 bytes (1 less): with slow memory'), planWith(8192)));
        assert.ok(!isOfBudget(remedy('1000 bytes (1 less): with slow memory'), planWith(0)));
        assert.ok(!isOfBudget(remedy('1000 bytes (1 less): --input rows'), planWith(8192)));
    });
});

describe('the summary', () => {
    testPage('says which tensors are inputs, and how sure milliseconds are', keywords, async (page) => {
        assert.deepEqual(await page.locator('#summary .edges .soft').allTextContents(), ['input', 'output']);
        assert.match(await page.textContent('#summary .figures'), /\d ms at 216 MHz by a model of ±15 %/);
    });

    test('does not round a share down to nothing', () => {
        assert.equal(spellPercent(1, 10_000), '<0.1 %');
        assert.equal(spellPercent(0, 10_000), '0 %');
        assert.equal(spellPercent(12, 10_000), '0.1 %');
    });
});

describe('a budget', () => {
    testPage('that is too small does not leave another plan under "Fits."', keywords, async (page) => {
        assert.match(await verdict(page), /^Fits\./);
        await setBudget(page, '2000', ['refused']);
        assert.match(await verdict(page), /^Does not fit in 2.000 bytes\. The pictures show the plan for 16.384 bytes\./);
        for (const id of ['map', 'peak', 'graph', 'tables', 'compare'])
            assert.match(await page.textContent(`#${id} .stale-note`), /^Does not fit in 2.000 bytes/, id);
        const opacity = await page.evaluate(() => getComputedStyle(document.querySelector('#map canvas')).opacity);
        assert.ok(Number(opacity) < 1, 'pictures are dimmed');
        assert.deepEqual(await violations(page), []);
        await setBudget(page, '16384', ['search']);
        assert.match(await verdict(page), /^Fits\./);
        assert.equal(await page.isVisible('#map .stale-note'), false);
    });

    testPage('for which only the search finds a plan is not refused before', keywords, async (page) => {
        const said = page.evaluate(
            () =>
                new Promise((resolve) => {
                    const texts = [];
                    const section = document.getElementById('budget');
                    new MutationObserver(() => {
                        const status = section.querySelector('.status').textContent;
                        if (texts[texts.length - 1] !== status) texts.push(status);
                        if (section.dataset.source === 'search') setTimeout(() => resolve(texts));
                    }).observe(section, { attributes: true, subtree: true, childList: true });
                }),
        );
        await setBudget(page, '5051', ['search']);
        const [first, ...others] = await said;
        assert.match([first, ...others].join('\n'), /Without a search no plan fits in 5.051 bytes\. The search is under way\./);
        for (const text of [first, ...others]) assert.doesNotMatch(text, /^No plan fits/);
        assert.equal(await page.isVisible('#budget .refusal'), false);
        assert.match(await verdict(page), /^Fits\./);
    });

    testPage('is a whole number', keywords, async (page) => {
        const before = await verdict(page);
        for (const text of ['', '-5', '0.5']) {
            await page.fill('#budget-bytes', text);
            await page.dispatchEvent('#budget-bytes', 'change');
            assert.equal(await page.textContent('#budget .status'), 'A budget is a whole number of bytes, 0 or more.', text);
            assert.equal(await page.inputValue('#budget-bytes'), text);
        }
        assert.equal(await verdict(page), before);
        await setBudget(page, '1', ['refused']);
        assert.match(await verdict(page), /^Does not fit in 1 byte\./);
    });
});

describe('the curve', () => {
    const pair = () => pageOf('pair', [smallModel('adds'), smallModel('relu')], []);

    testPage('begins at no bytes, with a slider that reaches them', addsPage, async (page) => {
        assert.equal(await page.textContent('#budget .plot-title span'), 'Calls of kernels');
        for (const circle of await page.locator('#budget circle').all())
            assert.ok(Number.isFinite(Number(await circle.getAttribute('cx'))));
        await page.focus('#budget-slider');
        await page.keyboard.press('Home');
        await page.waitForSelector('#budget[data-source="search"][data-peak="0"]');
        assert.equal(await page.inputValue('#budget-bytes'), '0');
    });

    testPage('is a sentence where each budget gives the same plan', pair, async (page) => {
        assert.equal(await page.locator('#budget .curve').count(), 1);
        await page.selectOption('header select', '1');
        assert.equal(await page.locator('#budget .curve').count(), 0);
        assert.match(await page.textContent('#budget .plot'), /^All budgets give the same plan/);
        assert.equal(await page.isVisible('#budget-slider'), false);
        await page.selectOption('header select', '0');
        assert.equal(await page.locator('#budget .curve').count(), 1);
    });
});

describe('names', () => {
    test('are shortened, and none becomes that of another', () => {
        const layers = Array.from({ length: 30 }, (_, i) => `model/activation_${i}/Relu;model/batch_normalization_${i}/FusedBatchNorm`);
        const twins = ['a'.repeat(30) + 'x' + 'b'.repeat(30), 'a'.repeat(30) + 'y' + 'b'.repeat(30)];
        for (const names of [layers, twins, [...layers, ...twins, 'short']]) {
            const short = shortenAll(names, 24);
            assert.equal(new Set(short.values()).size, names.length);
            for (const made of short.values()) assert.ok(made.length <= 24 + 3, made);
        }
        assert.equal(shortenAll(['short', ...layers], 24).get('short'), 'short');
    });

    for (const width of [1280, 390])
        testPage(`are told apart in each table, ${width} pixels`, keywords, async (page) => {
            for (const id of ['tensors', 'constants', 'placement', 'ranges']) {
                await page.click(`#tab-${id}`);
                const names = await page.evaluate(() =>
                    [...document.querySelectorAll('[role=tabpanel]:not([hidden]) tbody th')].map((cell) => ({
                        whole: cell.title,
                        shown: cell.innerText,
                        read: (cell.querySelector('.whole') ?? cell).textContent,
                        isCut: cell.scrollWidth > cell.clientWidth,
                    })),
                );
                assert.ok(names.some(({ whole }) => whole.length > 60), 'there are long names');
                const wholes = new Set(names.map((n) => n.whole));
                assert.equal(new Set(names.map((n) => n.shown)).size, wholes.size, id);
                for (const { whole, read, isCut } of names) {
                    assert.equal(read, whole);
                    assert.ok(!isCut, `${id}: ${whole}`);
                }
            }
        }, { viewport: { width, height: 800 } });
});

describe('the tables', () => {
    const small = () =>
        pageOf('small', [fileOf('kws_ref_int8')], ['--board', 'stm32f746', '--effort', 'none', '-m', '8K']);
    const cellsOf = (page) =>
        page.evaluate(() =>
            [...document.querySelectorAll('#tables [role=tabpanel]:not([hidden]) tbody tr')].map((tr) =>
                [...tr.children].map((c) => c.textContent.replaceAll('\u202f', '')),
            ),
        );

    testPage('say how many bytes a ring takes, not its tensor', small, async (page) => {
        await page.click('#tab-tensors');
        const whole = new Map((await cellsOf(page)).map(([name, , , , , , bytes]) => [name, Number(bytes)]));
        await page.click('#tab-placement');
        const rings = (await cellsOf(page)).filter(([, , , , kept, rows]) => Number(kept) < Number(rows));
        assert.notEqual(rings.length, 0);
        for (const [name, , , bytes, kept, rows] of rings)
            assert.ok(Number(bytes) <= (whole.get(name) * kept) / rows + 64, `${name}: ${bytes}`);
    });

    testPage('of the memory now have working memory', keywords, async (page) => {
        assert.match(await page.textContent('#peak tbody'), /working memory/);
        await page.click('#peak .tool');
        await page.waitForSelector('#map .now th:has-text("working memory")');
    });

    testPage('have a reason for what is not known', addsPage, async (page) => {
        const titles = await page.locator('#tables thead th').allTextContents();
        assert.ok(!titles.includes('Instructions'));
        assert.match(await page.textContent('#tables .foot'), /No instructions: --core or --board names the core/);
        assert.match(await page.textContent('#compare .foot'), /No instructions: --core/);
    });
});

describe('the graph', () => {
    testPage('has no rails of inputs before their first reader', addsPage, async (page) => {
        await page.locator('#graph').scrollIntoViewIfNeeded();
        await page.waitForSelector('#graph .rails'); // drawn where somebody sees them
        const { rails, graph } = await page.evaluate(() => ({
            rails: document.querySelector('#graph .rails').getBoundingClientRect().width,
            graph: document.querySelector('#graph .graph').clientWidth,
        }));
        assert.ok(rails < 60, `rails of ${rails} pixels`);
        assert.ok(rails < graph * 0.3);
    });

    test('has no more rails than its share of the picture', { skip: reason }, () => {
        const rails = { rails: [], laneOf: [], lanes: 200 };
        assert.ok(layoutOf(rails, 360, () => 0).width <= 360);
    });

    test('has two rails of a cache that is given and written anew', { skip: reason }, () => {
        const step = (name, inputs, outputs) => ({ name, inputs, outputs });
        const steps = [step('a', ['cache'], ['x']), step('b', ['x'], ['cache']), step('c', ['cache'], ['y'])];
        const made = { cache: -1, x: 0, y: 2 };
        const tensors = Object.entries(made).map(([name, first_step], buffer) => ({ name, first_step, buffer }));
        const { rails, lanes } = railsOf({ links: new Links({ steps, tensors }) });
        const ways = rails.filter((r) => r.tensor === 0).map(({ from, isGiven, to }) => [from, isGiven, to]);
        assert.deepEqual(ways, [[0, true, [0]], [1, false, [2]]]);
        assert.equal(lanes, 1);
    });

    test('tells tensors of one name apart', () => {
        const steps = [
            { name: 'mean', inputs: ['x'], outputs: ['y'] },
            { name: 'flat', inputs: ['y'], outputs: ['y'] },
            { name: 'gemm', inputs: ['y'], outputs: ['z'] },
        ];
        const made = [['x', -1], ['y', 0], ['y', 1], ['z', 2]];
        const tensors = made.map(([name, first_step], i) => ({ name, first_step, buffer: Math.min(i, 1) }));
        const { inputs, outputs, producers, readers } = new Links({ steps, tensors });
        assert.deepEqual(inputs, [[0], [1], [2]]);
        assert.deepEqual(outputs, [[1], [2], [3]]);
        assert.deepEqual(producers, [-1, 0, 1, 2]);
        assert.deepEqual(readers, [[0], [1], [2], []]);
    });

    const small = ['kws_ref_int8', ['-m', '8K', '--effort', 'none']];
    const wide = () => pageOf('live', [fileOf(small[0])], ['--backend', 'arm_dsp', '--edges', 'quantized', ...small[1]]);

    testPage('has the live bytes of steps, and of each segment the most of them', wide, async (page) => {
        const { steps, segments, totals } = planOf(...small);
        const live = (some) => Math.max(...some.map((step) => step.live_bytes));
        assert.ok(
            segments.some((s, i) => s.peak_bytes > live(steps.filter((step) => step.segment === i))),
            'the end of the highest block is another number',
        );
        const cells = (kind) => page.locator(`#graph ${kind}`).allTextContents();
        const running = steps.filter((step) => step.segment >= 0);
        assert.deepEqual(await cells('.step .live'), running.map((step) => `${spellBytes(step.live_bytes)} live`));
        const expected = segments.map((_, i) => `up to ${spellBytes(live(steps.filter((step) => step.segment === i)))}`);
        assert.deepEqual(await cells('.band-title .most'), expected);
        const sentence = await page.textContent('#peak p:not(.stale-note)');
        assert.ok(sentence.startsWith(`The peak is ${spellBytes(totals.fast_peak_bytes)}, `), sentence);
        assert.ok(sentence.includes(`: ${spellBytes(live(steps))}`), sentence);
    });
});

describe('the map', () => {
    test('has ticks that say where they are', () => {
        const spelled = (bytes, pixels) => {
            const { step, ticks } = ticksOf(bytes, pixels);
            return ticks.map((tick) => spellTick(tick, step));
        };
        assert.deepEqual(spelled(16, 120), ['0', '4', '8', '12', '16']);
        assert.deepEqual(spelled(1024, 120), ['0', '0.25 K', '0.50 K', '0.75 K', '1.00 K']);
        assert.deepEqual(spelled(65536, 120), ['0', '16 K', '32 K', '48 K', '64 K']);
    });

    test('numbers as many segments as have room', () => {
        assert.equal(nthOf(10, 1000), 1);
        assert.equal(nthOf(300, 1000), 20);
    });

    test('has whole numbers of segments, of which none runs into another', () => {
        const widthOf = (text) => text.length * 7;
        for (const [count, pixels] of [[1, 300], [12, 300], [142, 300], [142, 1150], [400, 1150]]) {
            const segments = Array.from({ length: count }, () => ({ strategy: 'chain' }));
            const edges = Array.from({ length: count + 1 }, (_, i) => 60 + (i * pixels) / count);
            const numbers = numbersOf(segments, edges, widthOf);
            assert.ok(numbers.length > Math.min(count, 4) - 1, `${count} in ${pixels}`);
            const ends = numbers.map(({ segment, text }) => edges[segment] + 4 + widthOf(text));
            numbers.forEach(({ segment, text }, i) => {
                assert.equal(Number.parseInt(text), segment);
                assert.ok(ends[i] <= (i + 1 < numbers.length ? edges[numbers[i + 1].segment] : 60 + pixels), text);
            });
        }
    });

    testPage('counts calls from 0, and plays from the first after the last', keywords, async (page) => {
        const sentence = () => page.textContent('#map .call');
        await page.focus('#call');
        await page.keyboard.press('Home');
        assert.match(await sentence(), /^Call 0 of /);
        await page.keyboard.press('End');
        const [, last, all] = (await sentence()).match(/^Call (\d+) of (\d+)/);
        assert.equal(Number(last) + 1, Number(all));
        await page.click('#map button[aria-label=Play]');
        await page.waitForSelector('#map button[aria-label=Pause]');
        assert.match(await sentence(), /^Call \d of /);
    });
});

describe('a page of another version', () => {
    test('knows the names of this tool', () => {
        const header = readFileSync(join(root, 'tools/onnx2hpp/show/schema_version.hpp'), 'utf8');
        assert.equal(schemaVersion, Number(header.match(/schema_version = (\d+)/)[1]));
    });

    test('says so instead of showing wrong numbers', { skip: reason }, async () => {
        const data = { schema_version: schemaVersion + 1, tool: { version: '9' }, models: [] };
        const { page, messages } = await open(browser, pageWith(keywords(), 'later', data), {}, 'h1');
        assert.equal(await page.textContent('h1'), 'No report');
        assert.match(await page.textContent('main'), /schema_version 4, this page reads 3: .*scripts\/web/);
        assert.deepEqual(messages, []);
        await page.context().close();
    });

    testPage('says so of a planner that is older', keywords, async (page) => {
        await page.evaluate(() => {
            const parse = JSON.parse;
            JSON.parse = (text) => ({ ...parse(text), schema_version: 1 });
        });
        await setBudget(page, '8192', ['failed']);
        const said = await page.textContent('#budget .status');
        assert.match(said, /^The planner failed: its plan has schema_version 1, this page reads 3/);
    });
});
