// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Debian's Chromium, driven by playwright-core.

import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

import { requireOfWeb } from './bundled.mjs';

const program = process.env.TIGRIS_CHROMIUM ?? '/usr/bin/chromium';
export const hasBrowser = existsSync(program);

export async function launch() {
    const { chromium } = requireOfWeb('playwright-core');
    return chromium.launch({ executablePath: program, args: ['--no-sandbox'] });
}

/** A page of a file that has drawn its last picture, and what it says on the console. */
export async function open(browser, file, options = {}, last = '#compare table') {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
    const page = await context.newPage();
    const messages = [];
    page.on('console', (message) => messages.push(message.text()));
    page.on('pageerror', (error) => messages.push(error.message));
    page.on('request', (request) => {
        if (!/^(file|blob|data):/.test(request.url())) messages.push(`fetches ${request.url()}`);
    });
    await page.goto(pathToFileURL(file).href);
    await page.waitForSelector(last);
    return { page, messages };
}

/** What axe-core finds, as sentences; by some of its rules only, if they are given. */
export async function violations(page, rules) {
    await page.evaluate(requireOfWeb('axe-core').source);
    const options = rules ? { runOnly: rules } : {};
    const { violations: found } = await page.evaluate((o) => window.axe.run(o), options);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map((n) => n.target.join(' ')).slice(0, 5)}`);
}

/** What the Tab key reaches, by numbers that the page's elements get, and what it should reach. */
export async function walkByKeyboard(page) {
    const all = await page.evaluate(() => {
        const able = 'a[href], button, input, select, summary, [tabindex="0"]';
        const isShown = (e) => e.checkVisibility() && !e.disabled && e.tabIndex >= 0;
        const isFirstOfGroup = (e) => e.type !== 'radio' || e.checked;
        const elements = [...document.querySelectorAll(able)].filter((e) => isShown(e) && isFirstOfGroup(e));
        elements.forEach((e, number) => (e.dataset.walk = String(number)));
        document.activeElement?.blur();
        return elements.length;
    });
    const reached = new Set();
    for (let i = 0; i < all + 5; ++i) {
        await page.keyboard.press('Tab');
        reached.add(await page.evaluate(() => document.activeElement?.dataset.walk));
    }
    return { all, reached: [...reached].filter((n) => n !== undefined).length };
}
