// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The graph as rails beside the list of steps: each tensor goes down its own rail, from the step
// that makes it to the last step that reads it.

import type { Links } from "../data/links";

/// A tensor's way. `from`: the step that makes it, or the first reader of what is given; `to`: those
/// that read it.
export interface Rail {
    tensor: number;
    lane: number;
    from: number;
    isGiven: boolean;
    to: number[];
}

export interface Rails {
    rails: Rail[];
    laneOf: number[]; // of each step's own node
    lanes: number;
}

/// What rails need of a run.
interface Linked {
    links: Pick<Links, "inputs" | "outputs">;
}

class Lanes {
    private taken: (number | undefined)[] = [];
    most = 0;

    take(tensor: number): number {
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

const byTensor = (tensorsOf: number[][]): Map<number, number[]> => {
    const steps = new Map<number, number[]>();
    tensorsOf.forEach((tensors, step) => {
        for (const tensor of tensors) steps.set(tensor, [...(steps.get(tensor) ?? []), step]);
    });
    return steps;
};

/// Who reads a tensor between two of its writes. A cache is given, and a later step may write it
/// anew: then it has two rails.
class Uses {
    private readonly readers: Map<number, number[]>;
    private readonly writers: Map<number, number[]>;

    constructor({ links }: Linked) {
        this.readers = byTensor(links.inputs);
        this.writers = byTensor(links.outputs);
    }

    /// The readers of what a step has written; -1: of what is given.
    readersOf(tensor: number, writer: number): number[] {
        const next = this.writers.get(tensor)?.find((w) => w > writer) ?? Infinity;
        return (this.readers.get(tensor) ?? []).filter((r) => r > writer && r <= next);
    }
    /// What is given, by the first step that reads it: before, its rail would only take a lane.
    given(): Map<number, number[]> {
        const given = new Map<number, number[]>();
        for (const tensor of this.readers.keys()) {
            const [first] = this.readersOf(tensor, -1);
            if (first !== undefined) given.set(first, [...(given.get(first) ?? []), tensor]);
        }
        return given;
    }
}

/// Lays out the rails of a plan's steps.
export function railsOf(run: Linked): Rails {
    const uses = new Uses(run);
    const lanes = new Lanes();
    const rails: Rail[] = [];
    const open = new Set<Rail>();
    const begin = (tensor: number, from: number, isGiven = false): Rail => {
        const to = uses.readersOf(tensor, isGiven ? -1 : from);
        const rail = { tensor, lane: lanes.take(tensor), from, isGiven, to };
        rails.push(rail);
        open.add(rail);
        return rail;
    };
    const end = (rail: Rail) => {
        lanes.free(rail.lane);
        open.delete(rail);
    };
    const given = uses.given();
    const laneOf = run.links.outputs.map((outputs, number) => {
        for (const tensor of given.get(number) ?? []) begin(tensor, number, true);
        for (const rail of [...open]) if (rail.to[rail.to.length - 1] === number) end(rail);
        const made = outputs.map((tensor) => begin(tensor, number));
        const lane = made[0]?.lane ?? 0;
        for (const rail of made) if (rail.to.length === 0) end(rail);
        return lane;
    });
    return { rails, laneOf, lanes: lanes.most };
}

const widestLane = 14;
const inset = 12;

/// Where lanes and steps are, in pixels.
export interface Layout {
    width: number;
    xOf: (lane: number) => number;
    yOf: (step: number) => number;
}

/// Lanes as wide as they may be in a picture of at most `most` pixels.
export function layoutOf({ lanes }: Rails, most: number, yOf: (step: number) => number): Layout {
    const room = Math.max(most - 2 * inset, 0);
    const lane = Math.min(widestLane, room / Math.max(lanes - 1, 1));
    const width = inset * 2 + Math.max(lanes - 1, 0) * lane;
    return { width, xOf: (number) => inset + number * lane, yOf };
}
