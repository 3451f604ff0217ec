// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Where rows of a buffer lie, as include/tigris/execution/memory/memory.hpp and planning/plan/plan.hpp say.

import type { Buffer } from "../data/plan";

const remainder = (a: number, b: number): number => ((a % b) + b) % b;

/// Whether a buffer holds a window whose newest rows come in parts.
export const isKeptWindow = (b: Buffer): boolean => b.newest_rows > 0;

/// Slots that may hold a row: those of the ring, and those of a kept window's newest rows.
export const slotCount = (b: Buffer): number => b.rows + b.newest_rows;

export const isRing = (b: Buffer): boolean => b.rows !== b.height || isKeptWindow(b);

/// The slot of image row y. Bottom-up the ring is mirrored, so that rows always ascend.
export function slotOf(b: Buffer, y: number, bottomUp: boolean): number {
    if (isKeptWindow(b)) return keptSlot(b, y);
    if (b.rows === b.height) return y;
    if (!bottomUp) return y % b.rows;
    return b.rows - 1 - ((b.height - 1 - y) % b.rows);
}

const sharedRows = (b: Buffer): number => b.rows + b.newest_rows - b.window_stride;

/// The number of row y among those that are new under a window that is kept.
function newRow(b: Buffer, y: number): number {
    return remainder(y + b.rows_above - sharedRows(b), b.window_stride);
}

/// The slot of a row that a window that is kept finds whole.
function keptSlot(b: Buffer, y: number): number {
    const shared = sharedRows(b);
    return y + b.rows_above < shared ? y + b.rows_above : shared + newRow(b, y);
}

/// The slot, after those of whole rows, where columns of row y wait.
export function newestSlot(b: Buffer, y: number): number {
    return b.rows + newRow(b, y) - (b.window_stride - b.newest_rows);
}

/// Bytes from the start of the buffer's memory to a slot.
export function addressOfSlot(b: Buffer, slot: number): number {
    const newest = Math.max(slot - b.rows, 0);
    return b.offset + Math.min(slot, b.rows) * b.row_bytes + newest * b.part_bytes;
}

export function bytesOfSlot(b: Buffer, slot: number): number {
    return slot < b.rows ? b.row_bytes : b.part_bytes;
}
