// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which rows of an input a row of an output needs (include/tigris/planning/rows/rates.hpp). Columns obey
// the same.

import type { Rate } from "../data/plan";

/// Rows (or columns) [first, last).
export interface Range {
    first: number;
    last: number;
}

export const countOf = (r: Range): number => r.last - r.first;

const within = (row: number, rows: number): number => Math.min(Math.max(row, 0), rows);

/// The first input row, of `rows`, that output row q needs.
export function firstRow(r: Rate, q: number, rows: number): number {
    return within(Math.floor((q * r.stride + r.first) / r.divisor), rows);
}

/// After the last input row, of `rows`, that output row q needs.
export function rowsUntil(r: Rate, q: number, rows: number): number {
    return within(Math.floor((q * r.stride + r.last) / r.divisor) + 1, rows);
}

/// The input rows from the first to the last that the output rows `made` need.
export function rowsNeeded(r: Rate, made: Range, rows: number): Range {
    return { first: firstRow(r, made.first, rows), last: rowsUntil(r, made.last - 1, rows) };
}

/// The same when both tensors count their rows from the bottom.
export function mirrored(r: Rate, rowsIn: number, rowsOut: number): Rate {
    const end = rowsIn * r.divisor - 1 - (rowsOut - 1) * r.stride;
    return { stride: r.stride, first: end - r.last, last: end - r.first, divisor: r.divisor };
}

/// After the rows under the window of output row q, but for the `newest` of them.
export function rowsBeforeNewest(r: Rate, q: number, newest: number, rows: number): number {
    return within(q * r.stride + r.last + 1 - newest, rows);
}

export function isOneByOne(r: Rate): boolean {
    return r.stride === 1 && r.first === 0 && r.last === 0 && r.divisor === 1;
}

/// Strip `index` of `strips` of a tensor of `width` columns.
export function stripOf(width: number, strips: number, index: number): Range {
    return {
        first: Math.floor((width * index) / strips),
        last: Math.floor((width * (index + 1)) / strips),
    };
}

export function cover(a: Range, b: Range): Range {
    if (countOf(b) <= 0) return a;
    if (countOf(a) <= 0) return b;
    return { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) };
}
