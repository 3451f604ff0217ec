// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool's page in Chromium: a model becomes a report and a header, and nothing is uploaded.

import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';

import { hasBrowser, launch, violations, walkByKeyboard } from './browser.mjs';
import { fileOf, models, root, run, shared } from './native.mjs';

const site = join(root, 'build/web/site');
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.wasm': 'application/wasm' };
const reason = !hasBrowser && 'there is no Chromium';

let server;
let browser;
const requests = [];

function serve({ method, url }, answer) {
    requests.push(method);
    const file = join(site, url === '/' ? 'index.html' : url.split('?')[0]);
    if (!existsSync(file)) return answer.writeHead(404).end();
    return answer.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' }).end(readFileSync(file));
}

before(async () => {
    if (reason) return;
    server = createServer(serve).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    browser = await launch();
});
after(async () => {
    await browser?.close();
    server?.close();
});

async function open(options = {}) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const messages = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    await page.goto(`http://127.0.0.1:${server.address().port}/`);
    return { page, messages };
}

/** Seconds until the report of dropped files is drawn. */
async function secondsToPicture(page, files) {
    const begin = performance.now();
    await page.setInputFiles('#file', files);
    await page.waitForSelector('#result:not([hidden]) #report', { timeout: 120_000 });
    const frame = await (await page.$('#report')).contentFrame();
    await frame.waitForSelector('#map svg, #map canvas', { timeout: 120_000 });
    return (performance.now() - begin) / 1000;
}

async function secondsToHeader(page) {
    const begin = performance.now();
    const waiting = page.waitForEvent('download', { timeout: 120_000 });
    await page.click('#header');
    const made = await waiting;
    return { seconds: (performance.now() - begin) / 1000, path: await made.path(), name: made.suggestedFilename() };
}

describe("the tool's page", { skip: reason }, () => {
    test('an example gives its report and its header', async () => {
        const { page, messages } = await open();
        await page.click('[data-example="fashion_int8.onnx"]');
        await page.waitForSelector('#result:not([hidden])', { timeout: 60_000 });
        const { path, name } = await secondsToHeader(page);
        assert.equal(name, 'fashion_int8.hpp');
        const native = join(tmpdir(), `${process.pid}.hpp`);
        run(['fashion_int8.onnx', '-o', native, '--name', 'fashion_int8'], { cwd: join(root, 'examples/fashion') });
        assert.ok(readFileSync(path).equals(readFileSync(native)));
        assert.deepEqual(messages, []);
        assert.ok(requests.every((method) => method === 'GET'), 'something was uploaded');
    });

    test('options change the plan, and what does not fit is said', async () => {
        const { page } = await open();
        await page.click('[data-example="fashion_int8.onnx"]');
        await page.waitForSelector('#result:not([hidden])', { timeout: 60_000 });
        await page.fill('[name=fast]', '1K');
        await page.click('text=Plan again');
        await page.click('#header');
        await page.waitForSelector('#error:not([hidden])', { timeout: 60_000 });
        assert.match(await page.textContent('#sentence'), /fits in \d+ bytes of fast memory and was given 1024/);
        assert.match(await page.textContent('#command'), /-m 1K/);
    });

    test("a broken model shows the tool's sentence", async () => {
        const { page } = await open();
        await page.setInputFiles('#file', { name: 'broken.onnx', mimeType: '', buffer: Buffer.from('no model') });
        await page.waitForSelector('#error:not([hidden])', { timeout: 60_000 });
        const file = join(tmpdir(), 'broken.onnx');
        writeFileSync(file, 'no model');
        const { error } = run(['report', 'broken.onnx', '-o', 'x.html'], { cwd: tmpdir() });
        assert.equal(await page.textContent('#sentence'), error);
    });

    test('everybody can use it, in light and in dark', async () => {
        for (const colorScheme of ['light', 'dark']) {
            const { page } = await open({ colorScheme });
            await page.click('[data-example="fashion_int8.onnx"]');
            await page.waitForSelector('#result:not([hidden])', { timeout: 60_000 });
            await page.evaluate(() => document.getElementById('report').remove());
            assert.deepEqual(await violations(page), []);
            const { all, reached } = await walkByKeyboard(page);
            assert.equal(reached, all);
        }
    });

    test('large models have a picture and a header', { skip: models().length === 0 && 'there are no models' }, async () => {
        const { page } = await open();
        for (const file of [fileOf('mobilenet_v2_224_int8'), join(shared, 'onnx-tests/light/light_densenet121.onnx')]) {
            const first = await secondsToPicture(page, file);
            const { seconds, path } = await secondsToHeader(page);
            console.log(`${file}: picture ${first.toFixed(1)} s, header ${seconds.toFixed(1)} s`);
            assert.match(readFileSync(path, 'utf8'), /namespace /);
            await page.reload();
        }
    });
});
