// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Numbers beside an axis of bytes, and of segments.

import { spellCount } from "../ui/format";

const pixelsBetween = 22;

/// Steps of an axis that are easy to read: powers of two.
export function ticksOf(bytes: number, pixels: number): { step: number; ticks: number[] } {
    let step = 1;
    while ((bytes / step) * pixelsBetween > pixels) step *= 2;
    const ticks = Array.from({ length: Math.floor(bytes / step) + 1 }, (_, i) => i * step);
    return { step, ticks };
}

/// As many decimals as the step between ticks needs; small steps are spelled in bytes.
export function spellTick(bytes: number, step: number): string {
    if (bytes === 0 || step < 128) return spellCount(bytes);
    const decimals = step >= 1024 ? 0 : Math.log2(1024 / step);
    const kilobytes = bytes / 1024;
    return `${decimals > 0 ? kilobytes.toFixed(decimals) : spellCount(kilobytes)} K`;
}

const steps = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000];
const pixelsOfNumber = 34;

/// Each n-th of so many things has room for its number.
export function nthOf(count: number, pixels: number): number {
    const each = pixels / Math.max(count, 1);
    return steps.find((n) => n * each >= pixelsOfNumber) ?? steps[steps.length - 1];
}

export interface SegmentNumber {
    segment: number;
    text: string;
}

export const beforeNumber = 4;
const afterNumber = 4;

/// Numbers of segments: those that their bands have room for, and each n-th where most bands have
/// none. None runs into the next one or out of the picture.
export function numbersOf(
    segments: { strategy: string }[],
    edges: number[],
    widthOf: (text: string) => number,
): SegmentNumber[] {
    const end = edges[segments.length];
    const nth = nthOf(segments.length, end - edges[0]);
    const roomOf = (text: string) => beforeNumber + widthOf(text) + afterNumber;
    let free = -Infinity;
    return segments.flatMap(({ strategy }, segment) => {
        const [x, width] = [edges[segment], edges[segment + 1] - edges[segment]];
        const both = `${segment}  ${strategy}`;
        const text = roomOf(both) <= width ? both : String(segment);
        const room = roomOf(text);
        if (room > width && segment % nth !== 0) return [];
        if (x < free || x + room > end + afterNumber) return [];
        free = x + room;
        return [{ segment, text }];
    });
}
