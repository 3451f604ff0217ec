// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The lives of all rows in a run: which row lies in which slot from which call on, when it was read
// for the last time, and when its slot is taken.

import type { Buffer, Plan } from "../data/plan";
import { readsOf, writesOf } from "./reads";
import { scheduleOf, type Call } from "./schedule";
import { addressOfSlot, isKeptWindow, newestSlot, slotCount, slotOf } from "./slots";

/// A row in a slot. `begin`: the call that wrote it there first, -1 if it was there before the run.
/// `lastRead`: the last call that reads it, -1 if none does; as many as there are calls if it is
/// needed after the run. `end`: the call that takes the slot for another row.
export interface Span {
    buffer: number;
    row: number;
    slot: number;
    begin: number;
    lastRead: number;
    end: number;
    strip: number;
}

export interface Replay {
    plan: Plan;
    calls: Call[];
    spans: Span[];
    bySlot: Span[][][]; // of a buffer, of a slot, in order of time
    firstCall: number[]; // of each segment; one more for the end
}

class Recorder {
    readonly spans: Span[] = [];
    readonly bySlot: Span[][][];
    private now = -1;

    constructor(
        private readonly plan: Plan,
        private readonly calls: Call[],
    ) {
        this.bySlot = plan.buffers.map((b) => Array.from({ length: slotCount(b) }, () => []));
    }

    record(): void {
        this.fillGiven();
        this.calls.forEach((call, number) => {
            this.now = number;
            this.read(call);
            this.write(call);
        });
        this.keepOutputs();
    }

    /// Inputs and states are there before the first call.
    private fillGiven(): void {
        const made = new Set(this.plan.tasks.map((t) => t.output));
        this.plan.buffers.forEach((b, number) => {
            if (made.has(number) || b.home === "nowhere") return;
            for (let y = 0; y < b.height; ++y) this.put(number, y, y, -1);
        });
    }

    private read(call: Call): void {
        for (const { buffer, rows } of readsOf(this.plan, call)) {
            for (let y = rows.first; y < rows.last; ++y) {
                const span = this.find(buffer, y, call);
                if (span) span.lastRead = this.now;
            }
            if (isKeptWindow(this.plan.buffers[buffer])) this.moveWindow(call, buffer);
        }
    }

    private write(call: Call): void {
        const { buffer, rows } = writesOf(this.plan, call);
        const b = this.plan.buffers[buffer];
        if (b.home === "nowhere") return;
        for (let y = rows.first; y < rows.last; ++y)
            this.put(buffer, y, this.slotToWrite(b, y, call), call.strip ?? -1);
    }

    private slotToWrite(b: Buffer, y: number, call: Call): number {
        if (isKeptWindow(b) && call.part !== undefined) return newestSlot(b, y);
        return slotOf(b, y, this.isBottomUp(call));
    }
    private isBottomUp(call: Call): boolean {
        return this.plan.segments[call.segment].direction === "bottom-up";
    }

    private put(buffer: number, row: number, slot: number, strip: number): void {
        const lane = this.bySlot[buffer][slot];
        const last = lane[lane.length - 1];
        const isWhole = this.plan.buffers[buffer].rows === this.plan.buffers[buffer].height;
        if (last?.row === row && (last.strip === strip || isWhole)) return;
        if (last) last.end = this.now;
        const end = this.calls.length;
        const span = { buffer, row, slot, begin: this.now, lastRead: -1, end, strip };
        lane.push(span);
        this.spans.push(span);
    }

    /// The span in which a row is read now.
    private find(buffer: number, y: number, call: Call): Span | undefined {
        const b = this.plan.buffers[buffer];
        if (isKeptWindow(b)) return this.newestOf(buffer).find((span) => span?.row === y);
        const lane = this.bySlot[buffer][slotOf(b, y, this.isBottomUp(call))];
        const last = lane[lane.length - 1];
        return last?.row === y ? last : undefined;
    }
    private newestOf(buffer: number): (Span | undefined)[] {
        return this.bySlot[buffer].map((lane) => lane[lane.length - 1]);
    }

    /// After the last part of a reader's row, the rows of a kept window have moved up: they lie in
    /// image order from slot 0 on (execution/steps/parts_step.hpp, keep_window).
    private moveWindow(call: Call, buffer: number): void {
        const made = this.plan.buffers[this.plan.tasks[call.task].output];
        if (call.columns?.last !== made.columns) return;
        const b = this.plan.buffers[buffer];
        const top = call.rows.last * b.window_stride - b.rows_above;
        const found = this.newestOf(buffer);
        for (let slot = 0; slot < b.rows; ++slot) {
            const from = found.find((span) => span?.row === top + slot);
            if (from && from.slot !== slot) this.put(buffer, from.row, slot, from.strip);
        }
    }

    private keepOutputs(): void {
        const outputs = this.plan.tensors.filter((t) => t.kind === "output" || t.home === "output");
        const buffers = new Set(outputs.map((t) => t.buffer));
        for (const span of this.spans)
            if (buffers.has(span.buffer)) span.lastRead = this.calls.length;
    }
}

function firstCalls(plan: Plan, calls: Call[]): number[] {
    const first = plan.segments.map((_, s) => calls.findIndex((c) => c.segment === s));
    return [...first, calls.length];
}

/// Follows a run of the plan.
export function replayOf(plan: Plan): Replay {
    const calls = scheduleOf(plan);
    const recorder = new Recorder(plan, calls);
    recorder.record();
    const { spans, bySlot } = recorder;
    return { plan, calls, spans, bySlot, firstCall: firstCalls(plan, calls) };
}

/// Bytes from the start of its memory to a row.
export function addressOf(plan: Plan, span: Span): number {
    return addressOfSlot(plan.buffers[span.buffer], span.slot);
}
