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
    memory: number; // of the run's memories
    from: number; // bytes from the start of its memory
    at: number; // the same, with all fast memories in one row
    bytes: number;
    why: string;
}

export interface Peak {
    call: number;
    step: number;
    holders: Holder[]; // by memory and address
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

/// Where a fast memory begins when each one lies after those before it.
export function baseOf(run: Run, memory: number): number {
    const before = run.fastMemories().filter((m) => m < memory);
    return before.reduce((sum, m) => sum + run.memories[m].peak, 0);
}

type Block = Pick<Holder, "buffer" | "label" | "from" | "bytes" | "why">;

const holderIn = (run: Run, memory: number, block: Block): Holder => ({
    ...block,
    memory,
    at: baseOf(run, memory) + block.from,
});

function holderOf(run: Run, buffer: number, memory: number): Holder {
    const b = run.plan.buffers[buffer];
    return holderIn(run, memory, {
        buffer,
        label: run.labelOf(buffer),
        from: b.offset,
        bytes: aligned(run, b.bytes),
        why: isRing(b) ? whyRing(run, buffer, b) : whyWhole(run, buffer, b),
    });
}

function scratchOf(run: Run, task: number): Holder[] {
    const t = run.plan.tasks[task];
    const memory = run.memories.findIndex((m) => m.name === t.scratch_region);
    if (memory < 0) return [];
    const holder = holderIn(run, memory, {
        buffer: -1,
        label: "working memory",
        from: t.scratch_offset,
        bytes: t.scratch_bytes,
        why: `working memory of ${t.step ?? t.does}`,
    });
    return [holder];
}

function scratchAt(run: Run, call: number): Holder[] {
    const there = run.scratch.filter((s) => s.begin <= call && call < s.end);
    return there.flatMap(({ task }) => scratchOf(run, task));
}

/// Whether two blocks have bytes in common. Bytes of different memories are never the same.
export function share(a: Holder, b: Holder): boolean {
    return a.memory === b.memory && a.from < b.from + b.bytes && b.from < a.from + a.bytes;
}

/// Bytes under all holders; those that two share count once.
function unionOf(holders: Holder[]): number {
    let sum = 0;
    let end = 0;
    holders.forEach(({ memory, from, bytes }, i) => {
        if (memory !== holders[i - 1]?.memory) end = 0;
        sum += Math.max(from + bytes - Math.max(from, end), 0);
        end = Math.max(end, from + bytes);
    });
    return sum;
}

/// The fast memory that a buffer lies in, or -1: slow memory holds nothing of the peak.
function fastMemoryOf(run: Run, buffer: number): number {
    if (run.plan.buffers[buffer].home !== "arena") return -1;
    const memory = run.places[buffer]?.memory ?? -1;
    return run.fastMemories().includes(memory) ? memory : -1;
}

function holdersAt(run: Run, call: number): Holder[] {
    const { segment } = run.replay.calls[call];
    const there = run.plan.buffers.flatMap((b, n) => {
        const memory = fastMemoryOf(run, n);
        const isThere = b.first_segment <= segment && segment <= b.last_segment;
        return memory >= 0 && isThere && isLive(run, n, call) ? [holderOf(run, n, memory)] : [];
    });
    return [...there, ...scratchAt(run, call)].sort((a, b) => a.at - b.at);
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
    const { steps } = run.plan;
    const step = steps.reduce((a, b, i) => (b.live_bytes > steps[a].live_bytes ? i : a), 0);
    let most: Peak = { call: 0, step, holders: [], bytes: -1 };
    for (const call of callsOfPeak(run, steps[step])) {
        const holders = holdersAt(run, call);
        const bytes = unionOf(holders);
        if (bytes > most.bytes) most = { call, step, holders, bytes };
    }
    return most;
}
