// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The calls of a run in their order: the pull schedule that include/tigris/execution/steps/pull.hpp
// runs, followed without computing anything.

import type { Plan, Rate, Read } from "../data/plan";
import { SegmentTasks } from "./columns";
import {
    countOf,
    isOneByOne,
    mirrored,
    rowsBeforeNewest,
    rowsNeeded,
    rowsUntil,
    type Range,
} from "./rates";

/// One call. `rows` are rows of the image that it makes; of a task that adds up, rows of its input
/// that it adds. `columns` are undefined where it makes whole rows.
export interface Call {
    segment: number;
    task: number;
    rows: Range;
    columns?: Range;
    part?: number;
    strip?: number;
}

export const addsUp = (plan: Plan, k: number): boolean =>
    plan.tasks[k].contract === "accumulate" && !plan.tasks[k].whole;

/// Rows are counted in the segment's direction, as its tasks' counters do, until they are told.
class SegmentRun {
    private made = new Map<number, number>();
    private strip = -1;
    private stripColumns = new Map<number, Range>();
    private readonly tasks: SegmentTasks;

    constructor(
        private readonly plan: Plan,
        private readonly number: number,
        private readonly calls: Call[],
    ) {
        this.tasks = new SegmentTasks(plan, plan.segments[number]);
    }

    run(): void {
        const last = this.tasks.end - 1;
        if (this.isOneCall()) this.tell(last, { first: 0, last: this.tasks.height(last) });
        else if (this.segment.strips > 1) this.runStrips(last);
        else this.pullAll(last);
    }

    private get segment() {
        return this.plan.segments[this.number];
    }
    private get bottomUp(): boolean {
        return this.segment.direction === "bottom-up";
    }
    private madeOf(k: number): number {
        return this.made.get(k) ?? 0;
    }

    private isOneCall(): boolean {
        const last = this.tasks.end - 1;
        const { tile } = this.tasks.task(last);
        return (
            this.segment.strips <= 1 &&
            this.segment.task_count === 1 &&
            !addsUp(this.plan, last) &&
            tile >= this.tasks.height(last)
        );
    }

    private runStrips(last: number): void {
        for (this.strip = 0; this.strip < this.segment.strips; ++this.strip) {
            this.made.clear();
            this.stripColumns = this.tasks.columnsOfStrip(this.strip);
            this.need(last, this.tasks.height(last));
        }
    }

    private pullAll(last: number): void {
        const rows = this.tasks.height(last);
        const { tile } = this.tasks.task(last);
        const sinks = this.otherSinks();
        for (let q = 0; q < rows; ) {
            q = Math.min(q + tile, rows);
            for (const k of sinks) this.need(k, Math.ceil((q * this.tasks.height(k)) / rows));
            this.need(last, q);
        }
        for (let k = this.tasks.begin; k < this.tasks.end; ++k)
            if (this.tasks.task(k).does === "receive") this.need(k, this.tasks.height(k));
    }

    /// The tasks before the last whose tensors outlive the segment.
    private otherSinks(): number[] {
        const sinks: number[] = [];
        for (let k = this.tasks.begin; k < this.tasks.end - 1; ++k)
            if (this.plan.buffers[this.tasks.task(k).output].alive_after) sinks.push(k);
        return sinks;
    }

    private need(k: number, rows: number): void {
        while (this.madeOf(k) < rows)
            if (addsUp(this.plan, k)) this.addUp(k);
            else this.makeRows(k);
    }

    private rateOf(k: number, read: Read): Rate {
        const rowsIn = this.plan.buffers[read.buffer].height;
        return this.bottomUp ? mirrored(read.rows, rowsIn, this.tasks.height(k)) : read.rows;
    }

    private needInputs(k: number, until: number): void {
        const { reads } = this.tasks.task(k);
        for (const read of reads)
            if (this.tasks.producerInParts(read) < 0) this.needInput(k, read, until);
        for (const read of reads)
            if (this.tasks.producerInParts(read) >= 0) this.needPassed(k, read, until);
    }

    private needInput(k: number, read: Read, until: number): void {
        const producer = this.tasks.producerOf(read.buffer);
        if (producer < 0) return;
        const rows = this.tasks.height(producer);
        this.need(producer, rowsUntil(this.rateOf(k, read), until - 1, rows));
    }

    /// What comes in parts is made by the call of its reader; what its producer reads is needed now.
    private needPassed(k: number, read: Read, until: number): void {
        const producer = this.tasks.producerInParts(read);
        const rows = this.tasks.height(producer);
        const rate = this.rateOf(k, read);
        const end = rowsUntil(rate, until - 1, rows);
        const newest = this.plan.buffers[read.buffer].newest_rows;
        if (newest > 0) {
            this.need(producer, rowsBeforeNewest(rate, until - 1, newest, rows));
            this.made.set(producer, end);
        }
        this.needInputs(producer, end);
    }

    private makeRows(k: number): void {
        const rows = this.tasks.height(k);
        const q = this.madeOf(k);
        const until = Math.min(q + this.tasks.task(k).tile, rows);
        this.needInputs(k, until);
        const parts = this.strip < 0 ? this.tasks.partsRead(k) : 1;
        const made = this.inImage({ first: q, last: until }, rows);
        for (let part = 0; part < parts; ++part)
            if (parts > 1) this.makePart(k, made.first, parts, part);
        if (parts === 1) this.tell(k, made, this.stripColumns.get(k));
        this.made.set(k, until);
    }

    private makePart(k: number, y: number, parts: number, part: number): void {
        for (const read of this.tasks.task(k).reads) {
            const producer = this.tasks.producerInParts(read);
            if (producer >= 0) this.makePassed(producer, read.rows, y, parts, part);
        }
        this.tell(k, { first: y, last: y + 1 }, this.tasks.columnsOfPart(k, parts, part), part);
    }

    /// The columns of the rows that one row of the reader reads.
    private makePassed(k: number, rate: Rate, y: number, parts: number, part: number): void {
        const rows = this.tasks.height(k);
        if (this.plan.buffers[this.tasks.task(k).output].newest_rows > 0)
            return this.makeNewest(k, rate, y, parts, part);
        const one = { first: y, last: y + 1 };
        const needed = isOneByOne(rate) ? one : rowsNeeded(rate, one, rows);
        for (let row = needed.first; row < needed.last; ++row) this.makePart(k, row, parts, part);
    }

    private makeNewest(k: number, rate: Rate, y: number, parts: number, part: number): void {
        const columns = this.tasks.columnsMadeInPart(k, parts, part);
        if (countOf(columns) <= 0) return;
        const rows = this.tasks.height(k);
        const newest = this.plan.buffers[this.tasks.task(k).output].newest_rows;
        const until = rowsUntil(rate, y, rows);
        for (let row = rowsBeforeNewest(rate, y, newest, rows); row < until; ++row)
            this.tell(k, { first: row, last: row + 1 }, columns, part);
    }

    /// Adds up all input rows as they come.
    private addUp(k: number): void {
        const [read] = this.tasks.task(k).reads;
        const rows = this.plan.buffers[read.buffer].height;
        const producer = this.tasks.producerOf(read.buffer);
        for (let row = 0; row < rows; ) {
            if (producer >= 0) this.need(producer, row + 1);
            const until = producer >= 0 ? this.madeOf(producer) : rows;
            this.tell(k, this.inImage({ first: row, last: until }, rows));
            row = until;
        }
        this.made.set(k, 1);
    }

    private inImage(r: Range, rows: number): Range {
        return this.bottomUp ? { first: rows - r.last, last: rows - r.first } : r;
    }

    private tell(task: number, rows: Range, columns?: Range, part?: number): void {
        const call: Call = { segment: this.number, task, rows };
        if (columns) call.columns = columns;
        if (part !== undefined) call.part = part;
        if (this.strip >= 0) call.strip = this.strip;
        this.calls.push(call);
    }
}

/// All calls of a run.
export function scheduleOf(plan: Plan): Call[] {
    const calls: Call[] = [];
    plan.segments.forEach((_, number) => new SegmentRun(plan, number, calls).run());
    return calls;
}
