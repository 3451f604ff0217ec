// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Who lives in fast memory when most of it is in use, and why.

import type { Buffer, Step } from "./plan";
import type { Run } from "./run";
import { isRing } from "../replay/slots";
import { plural, spellCount } from "../ui/format";

export interface Holder {
    buffer: number; // -1: working memory
    label: string;
    from: number;
    bytes: number;
    why: string;
}

export interface Peak {
    call: number;
    step: string;
    holders: Holder[]; // by address
    bytes: number; // that they take together: bytes that two share count once
}

const isLive = (run: Run, buffer: number, call: number): boolean =>
    run.replay.bySlot[buffer].some((lane) =>
        lane.some((s) => s.begin <= call && call <= Math.max(s.lastRead, s.begin)),
    );

function readersOf(run: Run, buffer: number): string[] {
    return run.plan.tasks.flatMap((t) =>
        t.step && t.reads.some((r) => r.buffer === buffer) ? [t.step] : [],
    );
}

function whyRing(run: Run, buffer: number, b: Buffer): string {
    const [reader] = readersOf(run, buffer);
    const task = run.plan.tasks.find((t) => t.step === reader);
    const read = task?.reads.find((r) => r.buffer === buffer);
    const window = read && read.rows.stride > 0 ? read.rows.last - read.rows.first + 1 : 0;
    const kept = `ring of ${plural(b.rows, "row")} of ${spellCount(b.height)}`;
    if (reader && window > 1 && window <= b.rows)
        return `${kept}: ${reader} reads ${window} rows at a time`;
    return reader ? `${kept}, read by ${reader}` : kept;
}

function whyWhole(run: Run, buffer: number, b: Buffer): string {
    const readers = readersOf(run, buffer);
    const last = readers[readers.length - 1];
    if (b.alive_after && last) return `whole: a later segment reads it, last ${last}`;
    const made = run.plan.tasks.some((t) => t.output === buffer);
    if (!made) return `an input in the arena, read by ${last ?? "nobody"}`;
    return last ? `whole, until ${last} has read it` : "whole, an output";
}

/// Padding for the alignment counts with its tensor.
function aligned(run: Run, bytes: number): number {
    const { alignment } = run.plan.target;
    return Math.ceil(bytes / alignment) * alignment;
}

function holderOf(run: Run, buffer: number): Holder {
    const b = run.plan.buffers[buffer];
    const why = isRing(b) ? whyRing(run, buffer, b) : whyWhole(run, buffer, b);
    return {
        buffer,
        label: run.labelOf(buffer),
        from: b.offset,
        bytes: aligned(run, b.bytes),
        why,
    };
}

function scratchOf(run: Run, task: number): Holder {
    const { scratch_offset: from, scratch_bytes: bytes, step, does } = run.plan.tasks[task];
    return {
        buffer: -1,
        label: "working memory",
        from,
        bytes,
        why: `working memory of ${step ?? does}`,
    };
}

function scratchAt(run: Run, call: number): Holder[] {
    const there = run.scratch.filter((s) => s.begin <= call && call < s.end);
    return there.map(({ task }) => scratchOf(run, task));
}

/// Bytes under all holders; those that two share count once.
function unionOf(holders: Holder[]): number {
    let sum = 0;
    let end = 0;
    for (const { from, bytes } of holders) {
        sum += Math.max(from + bytes - Math.max(from, end), 0);
        end = Math.max(end, from + bytes);
    }
    return sum;
}

/// Slow memory holds nothing of the peak.
function isFast(run: Run, b: Buffer): boolean {
    return (
        b.lives === "arena" &&
        b.region !== "slow" &&
        run.plan.regions.some((r) => r.name === b.region)
    );
}

function holdersAt(run: Run, call: number): Holder[] {
    const { segment } = run.replay.calls[call];
    const there = run.plan.buffers.flatMap((b, n) =>
        isFast(run, b) &&
        b.first_segment <= segment &&
        segment <= b.last_segment &&
        isLive(run, n, call)
            ? [holderOf(run, n)]
            : [],
    );
    return [...there, ...scratchAt(run, call)].sort((a, b) => a.from - b.from);
}

/// The calls of the step at which most bytes are live.
function callsOfPeak(run: Run, step: Step): number[] {
    return run.replay.calls.flatMap((c, i) => (c.task === step.task ? [i] : []));
}

const cache = new WeakMap<Run, Peak>();

/// The step whose calls find most live bytes, and the call that does.
export function peakOf(run: Run): Peak {
    let peak = cache.get(run);
    if (!peak) cache.set(run, (peak = findPeak(run)));
    return peak;
}

function findPeak(run: Run): Peak {
    const step = run.plan.steps.reduce((a, b) => (b.live_bytes > a.live_bytes ? b : a));
    let most: Peak = { call: 0, step: step.name, holders: [], bytes: -1 };
    for (const call of callsOfPeak(run, step)) {
        const holders = holdersAt(run, call);
        const bytes = unionOf(holders);
        if (bytes > most.bytes) most = { call, step: step.name, holders, bytes };
    }
    return most;
}
