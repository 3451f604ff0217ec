// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a call reads and makes.

import type { Buffer, Plan, Read } from "../data/plan";
import { rowsNeeded, type Range } from "./rates";
import { addsUp, type Call } from "./schedule";

/// Rows of a buffer, and the columns of them where they are not all.
export interface RowsOf {
    buffer: number;
    rows: Range;
    columns?: Range;
}

function rowsReadBy(plan: Plan, call: Call, read: Read, b: Buffer): RowsOf {
    if (addsUp(plan, call.task)) return { buffer: read.buffer, rows: call.rows };
    const rows = rowsNeeded(read.rows, call.rows, b.height);
    if (!call.columns) return { buffer: read.buffer, rows };
    return {
        buffer: read.buffer,
        rows,
        columns: rowsNeeded(read.columns, call.columns, b.columns),
    };
}

/// The rows that a call reads of each buffer; constants are none.
export function readsOf(plan: Plan, call: Call): RowsOf[] {
    return plan.tasks[call.task].reads
        .filter((read) => read.buffer >= 0)
        .map((read) => rowsReadBy(plan, call, read, plan.buffers[read.buffer]));
}

/// The rows of its output that a call makes. A task that adds up makes its one row with its last
/// call.
export function writesOf(plan: Plan, call: Call): RowsOf {
    const { output, reads } = plan.tasks[call.task];
    if (!addsUp(plan, call.task)) return { buffer: output, rows: call.rows, columns: call.columns };
    const { height } = plan.buffers[reads[0].buffer];
    const bottomUp = plan.segments[call.segment].direction === "bottom-up";
    const isLast = bottomUp ? call.rows.first === 0 : call.rows.last === height;
    return { buffer: output, rows: { first: 0, last: isLast ? 1 : 0 } };
}
