// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The columns that tasks make at once, in a strip of their segment (planning/segments/strips.hpp) or in a
// part of a row (planning/segments/parts.hpp).

import type { Plan, Read, Segment, Task } from "../data/plan";
import { cover, rowsNeeded, stripOf, type Range } from "./rates";

/// The tasks of a segment that make and read its buffers.
export class SegmentTasks {
    readonly begin: number;
    readonly end: number;
    private readonly producers = new Map<number, number>();

    constructor(
        readonly plan: Plan,
        readonly segment: Segment,
    ) {
        this.begin = segment.first_task;
        this.end = this.begin + segment.task_count;
        for (let k = this.begin; k < this.end; ++k) this.producers.set(plan.tasks[k].output, k);
    }

    task(k: number): Task {
        return this.plan.tasks[k];
    }
    /// The task of the segment that makes a buffer, or -1.
    producerOf(buffer: number): number {
        return this.producers.get(buffer) ?? -1;
    }
    /// The task that makes what is read in turns with its reader, or -1.
    producerInParts(read: Read): number {
        const k = this.producerOf(read.buffer);
        return k >= 0 && this.task(k).parts > 1 ? k : -1;
    }
    /// In how many parts a task reads, 1 if it reads whole rows.
    partsRead(k: number): number {
        const producers = this.task(k).reads.map((r) => this.producerInParts(r));
        const last = producers.filter((p) => p >= 0).pop();
        return last === undefined ? 1 : this.task(last).parts;
    }
    height(k: number): number {
        return this.plan.buffers[this.task(k).output].height;
    }
    width(k: number): number {
        return this.plan.buffers[this.task(k).output].columns;
    }

    /// Columns of each task's output in a strip, by the tasks' numbers.
    columnsOfStrip(index: number): Map<number, Range> {
        const made = new Map<number, Range>();
        const last = this.end - 1;
        made.set(last, stripOf(this.width(last), this.segment.strips, index));
        for (let k = last; k >= this.begin; --k)
            for (const read of this.task(k).reads) this.coverRead(made, k, read);
        return made;
    }

    private coverRead(made: Map<number, Range>, k: number, read: Read): void {
        const producer = this.producerOf(read.buffer);
        if (producer < 0) return;
        const nothing = { first: 0, last: 0 };
        const needed = rowsNeeded(read.columns, made.get(k) ?? nothing, this.width(producer));
        made.set(producer, cover(made.get(producer) ?? nothing, needed));
    }

    /// Columns of task k's output that its reader reads in one part.
    columnsOfPart(k: number, parts: number, part: number): Range {
        const width = this.width(k);
        if (this.task(k).parts <= 1) return stripOf(width, Math.min(width, parts), part);
        const { reader, read } = this.readerOf(k);
        return rowsNeeded(read.columns, this.columnsOfPart(reader, parts, part), width);
    }

    /// Less those that the part before left under a window that is kept.
    columnsMadeInPart(k: number, parts: number, part: number): Range {
        const made = this.columnsOfPart(k, parts, part);
        if (part === 0 || this.plan.buffers[this.task(k).output].newest_rows === 0) return made;
        const before = this.columnsOfPart(k, parts, part - 1).last;
        return { first: Math.max(made.first, before), last: made.last };
    }

    /// The one task of the segment that reads what task k makes.
    readerOf(k: number): { reader: number; read: Read } {
        for (let reader = k + 1; reader < this.end; ++reader)
            for (const read of this.task(reader).reads)
                if (read.buffer === this.task(k).output) return { reader, read };
        throw new RangeError("nothing reads what passes in parts");
    }
}
