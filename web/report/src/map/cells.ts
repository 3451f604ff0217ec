// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What is drawn of a run: rows in their slots, and working memory of kernels.

import type { Run } from "../data/run";
import type { Span } from "../replay/replay";
import type { ScratchSpan } from "../replay/scratch";
import { addressOfSlot, bytesOfSlot } from "../replay/slots";

/// A rectangle of calls and addresses. `dead`: the call from which on nobody needs it.
export interface Cell {
    memory: number;
    from: number; // address
    bytes: number;
    begin: number; // call
    dead: number;
    end: number;
    span: Span | null; // null: working memory
    task: number; // whose working memory it is, or -1
}

/// Bytes into a slot, and how many, of a row that may be a slice of a wider one.
function sliceOf(run: Run, span: Span): { from: number; bytes: number } {
    const b = run.plan.buffers[span.buffer];
    const slot = bytesOfSlot(b, span.slot);
    const from = b.pixel_bytes > 0 ? (b.slice_offset / b.pixel_bytes) * b.row_bytes : 0;
    return { from, bytes: Math.min(b.own_row_bytes, slot) };
}

function cellOfRow(run: Run, span: Span): Cell | null {
    const place = run.places[span.buffer];
    if (!place) return null;
    const b = run.plan.buffers[span.buffer];
    const slice = sliceOf(run, span);
    const until = run.replay.firstCall[b.last_segment + 1] ?? span.end;
    const end = Math.min(span.end, until);
    return {
        memory: place.memory,
        from: place.base + addressOfSlot(b, span.slot) + slice.from,
        bytes: slice.bytes,
        begin: Math.max(span.begin, 0),
        dead: Math.min(Math.max(span.lastRead + 1, span.begin + 1), end),
        end,
        span,
        task: -1,
    };
}

function cellOfScratch(run: Run, { task, begin, end }: ScratchSpan): Cell | null {
    const t = run.plan.tasks[task];
    const memory = run.memories.findIndex((m) => m.name === t.scratch_region);
    if (memory < 0) return null;
    const { scratch_offset: from, scratch_bytes: bytes } = t;
    return { memory, from, bytes, begin, dead: end, end, span: null, task };
}

const cache = new WeakMap<Run, Cell[]>();

/// In the order in which they were written: what comes later covers what was there.
export function cellsOf(run: Run): Cell[] {
    let cells = cache.get(run);
    if (cells) return cells;
    const all = [
        ...run.replay.spans.map((span) => cellOfRow(run, span)),
        ...run.scratch.map((span) => cellOfScratch(run, span)),
    ];
    cells = all.filter((c): c is Cell => c !== null && c.bytes > 0);
    cells.sort((a, b) => a.begin - b.begin);
    cache.set(run, cells);
    return cells;
}
