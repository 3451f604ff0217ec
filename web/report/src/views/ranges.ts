// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The real numbers that codes of a quantized tensor stand for.

import type { Tensor } from "../data/plan";
import { s } from "../ui/dom";

const codes: Record<string, [number, number]> = {
    int4: [-8, 7],
    uint4: [0, 15],
    int8: [-128, 127],
    uint8: [0, 255],
    int16: [-32768, 32767],
    uint16: [0, 65535],
};

export interface Reals {
    low: number;
    high: number;
}

const asList = (x: number | number[]): number[] => (Array.isArray(x) ? x : [x]);

/// The range of a tensor that is quantized; of all channels where each has its own scale.
export function rangeOf(t: Tensor): Reals | null {
    const code = codes[(t.type ?? "").replace(/_t$/, "")];
    if (!code || t.scale === null || t.scale === undefined) return null;
    const zeros = asList(t.zero_point ?? 0);
    const bounds = asList(t.scale).map((scale, i) => {
        const zero = zeros[i] ?? zeros[0];
        return { low: (code[0] - zero) * scale, high: (code[1] - zero) * scale };
    });
    return {
        low: Math.min(...bounds.map((b) => b.low)),
        high: Math.max(...bounds.map((b) => b.high)),
    };
}

/// Ranges differ by powers of ten, so the axis is logarithmic on both sides of zero.
function placeOf(x: number, largest: number): number {
    const part = Math.log1p((Math.abs(x) / largest) * 99) / Math.log(100);
    return 60 + Math.sign(x) * part * 58;
}

export function rangeBar(t: Tensor, largest: number): SVGElement {
    const range = rangeOf(t) ?? { low: 0, high: 0 };
    const from = placeOf(range.low, largest);
    const width = placeOf(range.high, largest) - from;
    return s(
        "svg",
        { class: "range", viewBox: "0 0 120 14", width: 120, height: 14, "aria-hidden": "true" },
        s("line", { x1: 60, x2: 60, y1: 0, y2: 14 }),
        s("rect", { x: from, y: 4, width: Math.max(width, 1), height: 6, rx: 2 }),
    );
}
