// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph as rails beside the list of steps: each tensor goes down its own rail, from the step
// that makes it to the last step that reads it.

import type { Run } from "../data/run";

/// A tensor's way. `from`: the step that makes it, -1 for what is given; `to`: those that read it.
export interface Rail {
    tensor: string;
    lane: number;
    from: number;
    to: number[];
}

export interface Rails {
    rails: Rail[];
    laneOf: number[]; // of each step's own node
    lanes: number;
}

class Lanes {
    private taken: (string | undefined)[] = [];
    most = 0;

    take(tensor: string): number {
        let lane = this.taken.findIndex((t) => t === undefined);
        if (lane < 0) lane = this.taken.length;
        this.taken[lane] = tensor;
        this.most = Math.max(this.most, lane + 1);
        return lane;
    }
    free(lane: number): void {
        this.taken[lane] = undefined;
    }
}

/// The numbers of the steps that read each tensor.
function readersOf(run: Run): Map<string, number[]> {
    const readers = new Map<string, number[]>();
    run.plan.steps.forEach((step, number) => {
        for (const name of new Set(step.inputs ?? []))
            if (run.tensors.has(name)) readers.set(name, [...(readers.get(name) ?? []), number]);
    });
    return readers;
}

/// Lays out the rails of a plan's steps.
export function railsOf(run: Run): Rails {
    const readers = readersOf(run);
    const lanes = new Lanes();
    const rails: Rail[] = [];
    const open = new Map<string, Rail>();
    const begin = (tensor: string, from: number): Rail => {
        const rail = { tensor, lane: lanes.take(tensor), from, to: readers.get(tensor) ?? [] };
        rails.push(rail);
        open.set(tensor, rail);
        return rail;
    };
    const end = (rail: Rail) => {
        lanes.free(rail.lane);
        open.delete(rail.tensor);
    };
    for (const t of run.tensors.values())
        if (t.first_step < 0 && readers.has(t.name)) begin(t.name, -1);
    const laneOf = run.plan.steps.map((step, number) => {
        for (const rail of [...open.values()])
            if (rail.to[rail.to.length - 1] === number) end(rail);
        const made = (step.outputs ?? []).map((name) => begin(name, number));
        const lane = made[0]?.lane ?? 0;
        for (const rail of made) if (rail.to.length === 0) end(rail);
        return lane;
    });
    return { rails, laneOf, lanes: lanes.most };
}
