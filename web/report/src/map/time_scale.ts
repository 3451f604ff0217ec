// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls of a run as places from 0 to 1: each call as wide as any other, or each step.

import type { Run } from "../data/run";

export type TimeUnit = "calls" | "steps";

export class TimeScale {
    private readonly edges: number[]; // of each segment, one more for the end
    private readonly first: number[];

    constructor(run: Run, unit: TimeUnit) {
        this.first = run.replay.firstCall;
        const weights = run.plan.segments.map((s, i) =>
            unit === "steps" ? s.task_count : this.first[i + 1] - this.first[i],
        );
        const sum = weights.reduce((a, b) => a + b, 0) || 1;
        this.edges = [0];
        for (const w of weights) this.edges.push(this.edges[this.edges.length - 1] + w / sum);
    }

    /// Where a call begins.
    placeOf(call: number): number {
        const s = this.segmentAt(call, this.first);
        const calls = this.first[s + 1] - this.first[s];
        const width = this.edges[s + 1] - this.edges[s];
        return this.edges[s] + (calls > 0 ? ((call - this.first[s]) / calls) * width : 0);
    }

    callAt(place: number): number {
        const s = this.segmentAt(place, this.edges);
        const width = this.edges[s + 1] - this.edges[s] || 1;
        const calls = this.first[s + 1] - this.first[s];
        const within = Math.floor(((place - this.edges[s]) / width) * calls);
        return this.first[s] + Math.min(Math.max(within, 0), Math.max(calls - 1, 0));
    }

    private segmentAt(value: number, edges: number[]): number {
        let low = 0;
        let high = edges.length - 2;
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (edges[middle] <= value) low = middle;
            else high = middle - 1;
        }
        return low;
    }
}
