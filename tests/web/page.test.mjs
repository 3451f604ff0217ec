// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The report's page in Chromium: what it shows, for whom, and how quickly.

import assert from 'node:assert/strict';
import { statSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';

import { hasBrowser, launch, open, violations, walkByKeyboard } from './browser.mjs';
import { budgets, everything, fileOf, models, run } from './native.mjs';
import { checkPace, median, openClock } from './pace.mjs';
import { manyOperators, pageOf } from './pages.mjs';
import { optionsOf } from './plans.mjs';

const few = ['vww_96_int8', 'mobilenet_v2_224_int8'];
const others = ['kws_ref_int8', 'resnet8_int8', 'micro_speech_int8', 'mnist_cntk_float'];
const shown = everything ? [...few, ...others] : few;
const sections = ['summary', 'budget', 'map', 'peak', 'graph', 'tables', 'compare'];
const sliderMoves = 30;
const searches = everything ? sliderMoves : 2;
const reason = hasBrowser ? models().length === 0 && 'there are no models' : 'there is no Chromium';

let browser;
before(async () => {
    if (!reason) browser = await launch();
});
after(() => browser?.close());

/** Asks for a budget, and gives what the page shows when it has drawn the plan, and after how long. */
function askFor(page, bytes, sources) {
    return page.evaluate(
        ([bytes, sources]) =>
            new Promise((resolve) => {
                const section = document.getElementById('budget');
                const input = document.getElementById('budget-bytes');
                const begin = performance.now();
                const watch = new MutationObserver(() => {
                    const { budget, source, peak } = section.dataset;
                    if (budget !== String(bytes) || ![...sources, 'failed'].includes(source)) return;
                    watch.disconnect();
                    requestAnimationFrame(() =>
                        setTimeout(() => {
                            const calls = Number(document.getElementById('call').max) + 1;
                            resolve({
                                source,
                                peak: Number(peak),
                                calls,
                                milliseconds: performance.now() - begin,
                            });
                        }),
                    );
                });
                section.removeAttribute('data-source');
                watch.observe(section, { attributes: true });
                input.value = String(bytes);
                input.dispatchEvent(new Event('change'));
            }),
        [bytes, sources],
    );
}

/** The tool's plan, and its sentence where the model does not fit. */
function nativePlan(name, file, options, bytes, effort) {
    const words = ['analyze', file, '--name', name, ...options, '--json', '--calls', '--effort', effort];
    words.push('-m', String(bytes));
    const { stdout, error } = run(words);
    return { ...JSON.parse(stdout), error };
}

/** The page shows the same plan as the tool makes. */
function compare(answer, native) {
    assert.equal(answer.peak, native.totals.fast_peak_bytes);
    if (!native.calls_cut && !native.tasks.some((t) => t.contract === 'accumulate'))
        assert.equal(answer.calls, native.calls.length);
}

/** The page has the sentences of the tool, and of a compiler, which never searches. */
async function compareRefusal(page, answer, native, quick) {
    assert.equal(answer.source, 'refused');
    const text = await page.textContent('.refusal');
    assert.ok(text.includes(native.error), text);
    assert.ok(text.includes(`fits_in_bytes<${quick.smallest_fast_bytes.without_slow_memory}>`), text);
}

/** From now on the page makes plans without a search only. */
function holdSearches(page) {
    return page.evaluate(() => {
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (request) {
            if (request.effort !== 2) post.call(this, request);
        };
    });
}

/**
 * Milliseconds until plans for random budgets were drawn, without a search and with one, as they were if the browser
 * were alone; `elapsed` as they are.
 */
async function moveSlider(page, name, file, options) {
    const free = JSON.parse(run(['analyze', file, ...options, '--json']).stdout);
    const clock = await openClock(browser);
    const times = { none: [], normal: [], elapsed: [] };
    for (const [i, bytes] of budgets(name, free, sliderMoves).entries()) {
        const quick = nativePlan(name, file, options, bytes, 'none');
        if (i === searches) await holdSearches(page);
        const slowness = await clock.look();
        const first = await askFor(page, bytes, ['compiler', 'searching']);
        times.none.push(first.milliseconds / slowness);
        times.elapsed.push(first.milliseconds);
        if (quick.fits) compare(first, quick);
        else assert.equal(first.source, 'searching');
        if (i >= searches) continue;
        const searched = nativePlan(name, file, options, bytes, 'normal');
        const before = await clock.look();
        const second = await askFor(page, bytes, ['search', 'refused']);
        times.normal.push((second.milliseconds * 2) / (before + (await clock.look())));
        if (searched.fits) compare(second, searched);
        else await compareRefusal(page, second, searched, quick);
    }
    await clock.close();
    return times;
}

/** A budget for which the plan streams. */
function middle(file, options) {
    const free = JSON.parse(run(['analyze', file, ...options, '--json']).stdout);
    return Math.round(free.smallest_fast_bytes.without_slow_memory * 1.25);
}

const stepsOf = (file) => JSON.parse(run(['analyze', file, '--json', '--effort', 'none']).stdout).steps.length;
const stepsOfLimits = 65;

function describePage(name, makeFile, options) {
    describe(name, { skip: reason }, () => {
        let file, path;
        before(() => {
            file = makeFile();
            path = pageOf(name, [file], ['--name', name, ...options, '-m', String(middle(file, options))]);
        });

        for (const colorScheme of ['light', 'dark'])
            test(`is complete and accessible, ${colorScheme}`, async () => {
                const { page, messages } = await open(browser, path, { colorScheme });
                for (const id of sections) assert.ok(await page.$(`section#${id} h2`), id);
                assert.deepEqual(await violations(page, colorScheme === 'dark' && ['color-contrast']), []);
                assert.deepEqual(messages, []);
                await page.context().close();
            });

        test('is as wide as a narrow screen', async () => {
            const { page } = await open(browser, path, { viewport: { width: 380, height: 800 } });
            assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 380);
            for (const id of ['tensors', 'constants', 'placement', 'ranges']) {
                await page.click(`#tab-${id}`);
                assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 380, id);
            }
            await page.context().close();
        });

        test('is reached by the keyboard', async () => {
            const { page, messages } = await open(browser, path);
            const { all, reached } = await walkByKeyboard(page);
            assert.equal(reached, all);
            await page.focus('#call');
            const call = Number(await page.inputValue('#call'));
            await page.keyboard.press('ArrowLeft');
            assert.equal(Number(await page.inputValue('#call')), Math.max(call - 1, 0));
            assert.deepEqual(messages, []);
            await page.context().close();
        });

        test('plans for any budget', { timeout: 240_000 }, async () => {
            const { page, messages } = await open(browser, path);
            const times = await moveSlider(page, name, file, options);
            const [first, search] = [median(times.none), Math.max(0, ...times.normal)];
            const elapsed = median(times.elapsed);
            console.log(
                `${name}: drawn after ${first.toFixed(0)} ms (median; ${elapsed.toFixed(0)} ms beside other programs), ` +
                    `the search's after ${search.toFixed(0)} ms at most`,
            );
            if (stepsOf(file) <= stepsOfLimits) checkPace(times);
            assert.deepEqual(messages, []);
            await page.context().close();
        });
    });
}

for (const name of shown) describePage(name, () => fileOf(name), optionsOf(name));
describePage('many', () => manyOperators(300), []);

test('a page that draws too slowly is found', { skip: reason }, async () => {
    const name = 'kws_ref_int8';
    const { page } = await open(browser, pageOf('kws', [fileOf(name)], optionsOf(name)));
    await page.evaluate(() => {
        const frame = window.requestAnimationFrame;
        const wait = (end) => {
            while (performance.now() < end);
        };
        window.requestAnimationFrame = (draw) => frame((now) => (wait(performance.now() + 100), draw(now)));
    });
    const clock = await openClock(browser);
    await holdSearches(page);
    const none = [];
    for (const bytes of [8192, 9216, 10240, 11264, 12288]) {
        const slowness = await clock.look();
        none.push((await askFor(page, bytes, ['compiler'])).milliseconds / slowness);
    }
    console.log(`drawn too slowly, after ${median(none).toFixed(0)} ms`);
    assert.throws(() => checkPace({ none, normal: [1] }), /without a search was drawn after \d+ ms/);
    assert.throws(() => checkPace({ none: [1], normal: [1, 3001, 3001] }), /of the search was drawn after 3001 ms/);
    checkPace({ none: [1, 200, 999], normal: [3000] });
    await clock.close();
    await page.context().close();
});

test('several models are in one page', { skip: reason }, async () => {
    const names = ['kws_ref_int8', 'resnet8_int8'];
    const page = pageOf('several', names.map(fileOf), optionsOf(names[0]));
    const { page: shown, messages } = await open(browser, page);
    const facts = () => shown.textContent('#summary .facts');
    const first = await facts();
    await shown.selectOption('header select', '1');
    assert.notEqual(await facts(), first);
    await shown.selectOption('#compare .side:nth-child(2) select', '1');
    assert.deepEqual(messages, []);
    await shown.context().close();
});

for (const width of [1280, 390])
    test(`each link leads to its heading, ${width} pixels`, { skip: reason }, async () => {
        const names = ['kws_ref_int8', 'resnet8_int8'];
        const path = pageOf('several', names.map(fileOf), optionsOf(names[0]));
        const { page } = await open(browser, path, { viewport: { width, height: 844 }, reducedMotion: 'reduce' });
        const links = await page.locator('nav a').all();
        assert.equal(links.length, sections.length);
        for (const link of links) {
            const { x, width: own } = await link.boundingBox();
            assert.ok(x >= 0 && x + own <= width, await link.textContent());
            await link.click();
            await page.waitForTimeout(100);  // sections are laid out when they are seen
            const id = (await link.getAttribute('href')).slice(1);
            const [head, title] = await page.evaluate(
                (id) => ['header', `#${id} h2`].map((s) => document.querySelector(s).getBoundingClientRect().toJSON()),
                id,
            );
            assert.ok(title.top >= head.bottom && title.bottom <= 844, `${id}: ${title.top} below ${head.bottom}`);
        }
        await page.context().close();
    });

test('a table that goes on shows where', { skip: reason }, async () => {
    const path = pageOf('kws', [fileOf('kws_ref_int8')], optionsOf('kws_ref_int8'));
    const { page } = await open(browser, path, { viewport: { width: 390, height: 844 } });
    const region = page.locator('#tables .scroll').first();
    const sides = () => page.evaluate(() => document.querySelector('#tables .frame').className);
    await region.scrollIntoViewIfNeeded();
    await page.waitForSelector('#tables .frame.more-right:not(.more-left)');
    await region.evaluate((e) => e.scrollTo(1e6, 0));
    await page.waitForSelector('#tables .frame.more-left:not(.more-right)');
    assert.equal(await sides(), 'frame more-left');
    await page.setViewportSize({ width: 1600, height: 844 });
    await page.waitForSelector('#tables .frame:not(.more-left):not(.more-right)');
    await page.context().close();
});

test('a page of 150 operators and 8 budgets is small', { skip: reason }, () => {
    const budgets = ['--budgets', '24K,28K,32K,40K,44K,48K,52K,56K', '--effort', 'none'];
    const models = [manyOperators(150), manyOperators(149)];
    const bytes = [1, 2].map((count) => statSync(pageOf(`small_${count}`, models.slice(0, count), budgets)).size);
    assert.ok(bytes[0] <= 1_500_000, `${bytes[0]} bytes`);
    assert.ok(bytes[1] - bytes[0] <= 200_000, `${bytes[1] - bytes[0]} bytes more`);
});

test('one selection runs through map, graph and tables', { skip: reason }, async () => {
    const { page } = await open(browser, pageOf('kws', [fileOf('kws_ref_int8')], optionsOf('kws_ref_int8')));
    await page.click('#tables tbody tr:nth-child(3) button');
    const name = await page.textContent('#tables tbody tr.chosen button');
    assert.equal(await page.textContent('#graph li.chosen .name'), name);
    assert.ok((await page.textContent('.inspector')).includes(name));
    await page.click('.inspector button:has-text("Map")');
    assert.ok(await page.waitForSelector('#map tr.chosen'));
    await page.keyboard.press('Escape');
    assert.equal(await page.$('#graph li.chosen'), null);
    await page.context().close();
});

const tables = ['Steps', 'Tensors', 'Constants', 'Placement', 'Quantization ranges'];

test('prints what is hidden on a screen', { skip: reason }, async () => {
    const { page } = await open(browser, pageOf('kws', [fileOf('kws_ref_int8')], optionsOf('kws_ref_int8')));
    await page.click('header label:has-text("Dark")');
    const shown = () =>
        page.evaluate(() =>
            [...document.querySelectorAll('main table, main canvas, main svg')].filter((e) => e.checkVisibility()).length,
        );
    const onScreen = await shown();
    await page.emulateMedia({ media: 'print' });
    await page.waitForFunction((count) => document.querySelectorAll('#tables table').length === count, tables.length);
    for (const id of sections) assert.ok(await page.isVisible(`#${id} h2`), id);
    const captions = await page.evaluate(() =>
        [...document.querySelectorAll('#tables table')]
            .filter((table) => table.checkVisibility() && table.getBoundingClientRect().height > 50)
            .map((table) => table.caption.textContent),
    );
    assert.deepEqual(captions, tables);
    assert.ok(await page.isVisible('#budget details table'));
    assert.ok((await shown()) > onScreen);
    const names = await page.locator('#panel-tensors tbody th').allInnerTexts();
    assert.ok(names.some((name) => name.length > 60), 'names are whole');
    for (const hidden of ['header nav', '#tables .tabs', '#map .tools', '#tables .filter'])
        assert.equal(await page.isVisible(hidden), false, hidden);
    assert.equal(await page.isVisible('header h1'), true);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(ground, 'rgb(252, 251, 249)', 'prints are light');
    await page.setViewportSize({ width: 1032, height: 720 }); // A4 across, less its margins
    const wide = await page.evaluate(() => Math.max(...[...document.querySelectorAll('main *')].map((e) => e.getBoundingClientRect().right)));
    assert.ok(wide <= 1032, `${wide} pixels wide`);
    await page.emulateMedia({ media: 'screen' });
    await page.waitForFunction(() => document.querySelectorAll('#tables table').length === 1); // it hears of it a little later
    assert.equal(await page.locator('#tables table').count(), 1, 'the screen has the chosen table again');
    assert.equal(await page.isVisible('#budget details table'), false);
    const pages = (await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? [];
    assert.ok(pages.length > 3, `${pages.length} pages`);
    await page.context().close();
});
