// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What lies in each slot of a buffer while a call runs.

import type { Run } from "../data/run";
import { readsOf, writesOf } from "../replay/reads";
import type { Span } from "../replay/replay";

/// written: by this call. read: by this call. live: a later call reads it. dead: nobody does.
/// overwritten: rows of another tensor lie over it. empty: nothing was written yet.
export type SlotState = "written" | "read" | "live" | "dead" | "overwritten" | "empty";

export interface Slot {
    row: number;
    state: SlotState;
}

/// What one call does.
export class Moment {
    private readonly read = new Map<number, { first: number; last: number }>();
    private readonly written: { buffer: number; first: number; last: number };

    constructor(
        readonly run: Run,
        readonly call: number,
    ) {
        const now = run.replay.calls[call];
        for (const r of readsOf(run.plan, now)) this.read.set(r.buffer, r.rows);
        const w = writesOf(run.plan, now);
        this.written = { buffer: w.buffer, ...w.rows };
    }

    slotsOf(buffer: number): Slot[] {
        return this.run.replay.bySlot[buffer].map((lane) => this.slotOf(buffer, this.spanIn(lane)));
    }

    /// The last span of a slot that has begun.
    private spanIn(lane: Span[]): Span | undefined {
        let found: Span | undefined;
        for (const span of lane) {
            if (span.begin > this.call) break;
            found = span;
        }
        return found;
    }

    private slotOf(buffer: number, span: Span | undefined): Slot {
        if (!span) return { row: -1, state: "empty" };
        return { row: span.row, state: this.stateOf(buffer, span) };
    }

    private stateOf(buffer: number, span: Span): SlotState {
        const { row } = span;
        const isIn = (r?: { first: number; last: number }) => r && r.first <= row && row < r.last;
        if (this.written.buffer === buffer && isIn(this.written)) return "written";
        if (isIn(this.read.get(buffer))) return "read";
        if (span.lastRead > this.call) return "live";
        return this.isCovered(span) ? "overwritten" : "dead";
    }

    /// Whether another tensor's row was written over it.
    private isCovered(span: Span): boolean {
        const b = this.run.plan.buffers[span.buffer];
        if (b.home !== "arena") return false;
        const from = b.offset + span.slot * b.row_bytes;
        return this.coverers(span.buffer).some((other) => {
            const newest = this.newestBetween(other, from, from + b.row_bytes);
            return newest > span.begin;
        });
    }
    private coverers(buffer: number): number[] {
        const b = this.run.plan.buffers[buffer];
        const segment = this.run.replay.calls[this.call].segment;
        return this.run.plan.buffers.flatMap((o, i) =>
            i !== buffer &&
            o.home === "arena" &&
            o.region === b.region &&
            o.first_segment <= segment &&
            segment <= o.last_segment &&
            o.first_segment >= b.first_segment &&
            o.offset < b.offset + b.bytes &&
            b.offset < o.offset + o.bytes
                ? [i]
                : [],
        );
    }
    /// When a buffer's newest row between two addresses was written, -1 if there is none.
    private newestBetween(buffer: number, from: number, to: number): number {
        const b = this.run.plan.buffers[buffer];
        const first = Math.max(Math.floor((from - b.offset) / b.row_bytes), 0);
        const last = Math.min(Math.ceil((to - b.offset) / b.row_bytes), b.rows);
        const lanes = this.run.replay.bySlot[buffer].slice(first, Math.max(last, first));
        return Math.max(-1, ...lanes.map((lane) => this.spanIn(lane)?.begin ?? -1));
    }
}

/// Slots [first, first + count) in the same state, whose rows follow each other.
export interface SlotGroup extends Slot {
    first: number;
    count: number;
}

const goesOn = (group: SlotGroup, slot: Slot): boolean =>
    slot.state === group.state && (slot.state === "empty" || slot.row === group.row + group.count);

/// Few slots one by one, many in groups.
export function groupSlots(slots: Slot[], most = 16): SlotGroup[] {
    const groups: SlotGroup[] = [];
    slots.forEach((slot, first) => {
        const last = groups[groups.length - 1];
        if (last && slots.length > most && goesOn(last, slot)) last.count += 1;
        else groups.push({ ...slot, first, count: 1 });
    });
    return groups;
}
