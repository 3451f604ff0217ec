// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Addresses of several memories as places from the top of a picture to its bottom, one memory below
// the other.

import type { Run } from "../data/run";
import { isRing, slotCount } from "../replay/slots";

/// Bytes [from, to) of a memory, drawn from `top` to `bottom` (pixels).
interface Band {
    from: number;
    to: number;
    top: number;
    bottom: number;
}

/// Address 0 is at the bottom of its memory, as in most drawings of an arena.
export class AddressScale {
    constructor(
        readonly bands: Band[][], // of each memory, by address
        readonly height: number,
    ) {}

    /// Pixels from the top.
    placeOf(memory: number, address: number): number {
        const bands = this.bands[memory];
        const band = bands.find((b) => address < b.to) ?? bands[bands.length - 1];
        const part = (address - band.from) / (band.to - band.from || 1);
        return band.bottom - Math.min(Math.max(part, 0), 1) * (band.bottom - band.top);
    }

    /// The memory and the address at so many pixels from the top.
    at(y: number): { memory: number; address: number } | null {
        for (let memory = 0; memory < this.bands.length; ++memory)
            for (const b of this.bands[memory])
                if (y >= b.top && y <= b.bottom)
                    return {
                        memory,
                        address:
                            b.from + ((b.bottom - y) / (b.bottom - b.top || 1)) * (b.to - b.from),
                    };
        return null;
    }

    rangeOf(memory: number): { top: number; bottom: number } {
        const bands = this.bands[memory];
        return { top: bands[bands.length - 1].top, bottom: bands[0].bottom };
    }
}

export const gapOfMemories = 26;

/// The part of a budget that is worth drawing.
export function bytesDrawn(run: Run, memory: number): number {
    const { limit, peak } = run.memories[memory];
    return limit !== null && limit < peak * 1.5 ? Math.max(limit, peak) : peak * 1.04;
}

const endOfPicture = 8;

function heightsOf(run: Run, height: number): number[] {
    const weights = run.memories.map((m) => (m.isCallers ? 0.22 : m.isSlow ? 0.5 : 1));
    const sum = weights.reduce((a, b) => a + b, 0);
    return weights.map((w) => ((height - endOfPicture - gapOfMemories * weights.length) * w) / sum);
}

/// As many pixels for a byte as for any other of the same memory. The first memory begins so many
/// pixels from the top.
export function evenScale(run: Run, height: number, begin: number): AddressScale {
    let top = begin;
    const bands = heightsOf(run, height - begin).map((pixels, memory) => {
        top += gapOfMemories;
        const band = { from: 0, to: bytesDrawn(run, memory), top, bottom: top + pixels };
        top += pixels;
        return [band];
    });
    return new AddressScale(bands, height);
}

// The close-up gives small blocks more room than their bytes would: what it shows is rows.

interface Block {
    memory: number;
    from: number;
    to: number;
    pixels: number; // that it would like to have
}

function blockOfBuffer(run: Run, number: number): Block | null {
    const b = run.plan.buffers[number];
    const place = run.places[number];
    if (!place || b.bytes === 0) return null;
    const from = place.base + b.offset;
    const pixels = isRing(b) ? Math.min(slotCount(b), 12) * 18 : Math.min(30 + b.rows * 3, 110);
    return { memory: place.memory, from, to: from + b.bytes, pixels };
}

function blockOfScratch(run: Run, task: number): Block | null {
    const t = run.plan.tasks[task];
    const memory = run.memories.findIndex((m) => m.name === t.scratch_region);
    if (memory < 0 || t.scratch_bytes === 0) return null;
    return { memory, from: t.scratch_offset, to: t.scratch_offset + t.scratch_bytes, pixels: 20 };
}

function blocksOf(run: Run, segment: number): Block[] {
    const { first_task, task_count } = run.plan.segments[segment];
    const buffers = buffersOf(run, segment).map((number) => blockOfBuffer(run, number));
    const scratch = Array.from({ length: task_count }, (_, i) =>
        blockOfScratch(run, first_task + i),
    );
    return [...buffers, ...scratch].filter((b): b is Block => b !== null);
}

/// The buffers that a segment reads or makes, and those that lie beside.
export function buffersOf(run: Run, segment: number): number[] {
    const { first_task, task_count } = run.plan.segments[segment];
    const used = new Set<number>();
    for (const t of run.plan.tasks.slice(first_task, first_task + task_count)) {
        used.add(t.output);
        for (const read of t.reads) used.add(read.buffer);
    }
    return run.plan.buffers.flatMap((b, number) => {
        const isThere = b.first_segment <= segment && segment <= b.last_segment;
        return used.has(number) || (b.home === "arena" && isThere) ? [number] : [];
    });
}

const idlePixels = 5;

function pixelsBetween(blocks: Block[], from: number, to: number): number {
    const wanted = blocks
        .filter((b) => b.from < to && from < b.to)
        .map((b) => (b.pixels * (to - from)) / (b.to - b.from));
    return Math.max(idlePixels, ...wanted);
}

function bandsOf(
    run: Run,
    memory: number,
    blocks: Block[],
): { from: number; to: number; pixels: number }[] {
    const own = blocks.filter((b) => b.memory === memory);
    const edges = [0, run.memories[memory].peak, ...own.flatMap((b) => [b.from, b.to])];
    const sorted = [...new Set(edges)].sort((a, b) => a - b);
    return sorted
        .slice(1)
        .map((to, i) => ({ from: sorted[i], to, pixels: pixelsBetween(own, sorted[i], to) }));
}

/// A scale for what is there while a segment runs, of at most `most` pixels.
export function closeScale(run: Run, segment: number, most: number): AddressScale {
    const blocks = blocksOf(run, segment);
    const all = run.memories.map((_, memory) => bandsOf(run, memory, blocks));
    const wanted = all.flat().reduce((sum, b) => sum + b.pixels, 0);
    const room = most - gapOfMemories * all.length;
    const factor = room / Math.max(wanted, 1);
    let top = 0;
    const bands = all.map((of) => {
        top += gapOfMemories + of.reduce((sum, b) => sum + b.pixels, 0) * factor;
        let bottom = top;
        return of.map(({ from, to, pixels }) => {
            const band = { from, to, top: bottom - pixels * factor, bottom };
            bottom = band.top;
            return band;
        });
    });
    return new AddressScale(bands, most);
}
