// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The page follows a run as the executor makes it: the calls are the tool's, each row that a call
// reads is there, and none is overwritten before its last read.

import assert from 'node:assert/strict';
import test from 'node:test';
import { load } from './bundled.mjs';
import { missingRows, overwrittenRows, wrongCounts } from './laws.mjs';
import { everything, models } from './native.mjs';
import { plansOf, planOf } from './plans.mjs';

const { Moment, addressOf, addsUp, peakOf, readsOf, replayOf, runOf } = await load('replay/main.ts');

const skip = models().length === 0 && 'there are no models';

/** Up to three of them, which are enough to see what is wrong. */
const few = (sentences) => sentences.slice(0, 3);

const asList = ({ task, rows }) => [task, rows.first, rows.last - rows.first];

/** Calls of one task that add up rows in a row are one call in the tool's list. */
function joined(plan, calls) {
    const all = [];
    for (const call of calls.map(asList)) {
        const last = all[all.length - 1];
        if (last?.[0] !== call[0] || !addsUp(plan, call[0])) all.push(call);
        else {
            last[1] = Math.min(last[1], call[1]);
            last[2] += call[2];
        }
    }
    return all;
}

function check(plan) {
    const replay = replayOf(plan);
    const own = joined(plan, replay.calls);
    assert.deepEqual(plan.calls_cut ? own.slice(0, plan.calls.length) : own, plan.calls);
    assert.deepEqual(few(wrongCounts(replay, addsUp)), []);
    assert.deepEqual(few(missingRows(replay, readsOf)), []);
    assert.deepEqual(few(overwrittenRows(replay, readsOf, addressOf)), []);
}

/** The largest take a third of the time. */
const followed = models().filter((name) => everything || !/mcunetv2|mobilenet|float/.test(name));

for (const model of followed)
    test(model, () => {
        for (const { kind, plan } of plansOf(model)) {
            check(plan);
            // What the page shows at the peak takes as many bytes as the plan says are live.
            const most = Math.max(...plan.steps.map((step) => step.live_bytes));
            const { bytes } = peakOf(runOf(plan));
            assert.equal(bytes, most, `${kind}: what the peak's table shows`);
        }
    });

/** The rows in a state, in ascending order. */
const rowsIn = (slots, state) =>
    slots
        .filter((slot) => slot.state === state)
        .map((slot) => slot.row)
        .sort((a, b) => a - b);

test('slots show what each call reads', { skip }, () => {
    const run = runOf(planOf('vww_96_int8', ['-m', '16K']));
    run.replay.calls.forEach((call, number) => {
        const moment = new Moment(run, number);
        for (const { buffer, rows } of readsOf(run.plan, call)) {
            const all = Array.from({ length: rows.last - rows.first }, (_, i) => rows.first + i);
            assert.deepEqual(rowsIn(moment.slotsOf(buffer), 'read'), all);
        }
    });
});

test('a ring that is too small is found', { skip }, () => {
    const plan = planOf('vww_96_int8', ['-m', '12K']);
    const ring = plan.buffers.find((b) => b.rows === 3 && b.height > 3);
    ring.rows = 2;
    const replay = replayOf(plan);
    assert.notEqual(missingRows(replay, readsOf).length, 0);
});

test('a block that moves over another is found', { skip }, () => {
    const plan = planOf('vww_96_int8', ['-m', '12K']);
    const [ring, other] = plan.buffers.filter((b) => b.rows === 3 && b.height > 3);
    ring.offset = other.offset;
    const replay = replayOf(plan);
    assert.notEqual(overwrittenRows(replay, readsOf, addressOf).length, 0);
});

test('blocks of different memories share nothing at the peak', { skip }, () => {
    const plan = planOf('resnet8_float', ['--board', 'stm32h743', '--effort', 'none']);
    const run = runOf(plan);
    const { holders, bytes } = peakOf(run);
    assert.ok(new Set(holders.map((h) => h.memory)).size > 1, 'the plan takes two memories');
    assert.equal(bytes, Math.max(...plan.steps.map((step) => step.live_bytes)));
    for (const [i, a] of holders.entries())
        for (const b of holders.slice(i + 1))
            if (a.memory !== b.memory) assert.ok(a.at + a.bytes <= b.at, `${a.label} and ${b.label}`);
});

test('the memory of a board that a plan spills to is slow', { skip }, () => {
    const words = ['--board', 'apollo510', '-m', '40K', '--effort', 'none'];
    const run = runOf(planOf('mobilenet_v2_224_int8', words));
    const fast = run.fastMemories().map((m) => run.memories[m].name);
    assert.ok(run.plan.totals.slow_peak_bytes > 0);
    assert.deepEqual(fast, ['DTCM']);
});
