// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the views ask of a plan, found once: its replay, who makes and reads a tensor, and where
// buffers lie.

import { replayOf, type Replay } from "../replay/replay";
import { scratchSpans, type ScratchSpan } from "../replay/scratch";
import { Links } from "./links";
import type { Buffer, Plan } from "./plan";

/// A memory of the map: a region, or what is the caller's.
export interface Memory {
    name: string;
    limit: number | null;
    peak: number;
    isCallers: boolean;
    isSlow: boolean;
}

/// Where a buffer begins.
export interface Place {
    memory: number;
    base: number; // what is added to addresses of the buffer
}

const moved: Record<string, string> = {
    receive: "received",
    send: "sent",
    spill: "spilled",
    reload: "reloaded",
};

/// Slow memories come after fast ones, and their bytes are those of all slow memory.
function slowRegions({ regions, totals }: Plan): Set<string> {
    const slow = new Set(["slow"]);
    let rest = totals.slow_peak_bytes;
    for (let i = regions.length - 1; i >= 0 && rest > 0; --i) {
        if (regions[i].peak_bytes === 0) continue;
        slow.add(regions[i].name);
        rest -= regions[i].peak_bytes;
    }
    return slow;
}

export class Run {
    readonly replay: Replay;
    readonly scratch: ScratchSpan[];
    readonly memories: Memory[] = [];
    readonly places: (Place | null)[];
    readonly links: Links;

    constructor(readonly plan: Plan) {
        this.replay = replayOf(plan);
        this.scratch = scratchSpans(this.replay);
        this.links = new Links(plan);
        this.places = this.findPlaces();
    }

    /// Fast memories that hold something, by their numbers in `memories`.
    fastMemories(): number[] {
        return this.memories.flatMap((m, i) => (m.isCallers || m.isSlow ? [] : [i]));
    }
    /// A short name: of the step that makes it, or its own; and what moved it here.
    labelOf(buffer: number): string {
        const does = this.plan.tasks.find((t) => t.output === buffer)?.does ?? "compute";
        const producer = this.links.producers[this.links.tensorIn(buffer)] ?? -1;
        const name = this.plan.steps[producer]?.name ?? this.plan.buffers[buffer].tensor;
        return moved[does] ? `${name} ${moved[does]}` : name;
    }

    private findPlaces(): (Place | null)[] {
        const numbers = new Map<string, number>();
        const slow = slowRegions(this.plan);
        const kind = { isCallers: false, isSlow: false };
        for (const { name, bytes: limit, peak_bytes: peak } of this.plan.regions)
            if (peak > 0)
                numbers.set(
                    name,
                    this.addMemory({ ...kind, name, limit, peak, isSlow: slow.has(name) }),
                );
        const yours = { ...kind, name: "yours", limit: null, peak: 0, isCallers: true };
        const callers = this.addMemory(yours);
        const taken = new Map<string, number>();
        const places = this.plan.buffers.map((b): Place | null => {
            if (b.home === "nowhere") return null;
            const memory = numbers.get(b.region);
            if (b.home === "arena") return memory === undefined ? null : { memory, base: 0 };
            return { memory: callers, base: this.placeOfEdge(b, callers, taken) };
        });
        if (this.memories[callers].peak === 0) this.memories.pop();
        return places;
    }
    /// Inputs and outputs lie one after the other in the caller's memory.
    private placeOfEdge(b: Buffer, memory: number, taken: Map<string, number>): number {
        const edge = `${b.home} ${b.index}`;
        const base = taken.get(edge) ?? this.memories[memory].peak;
        taken.set(edge, base);
        this.memories[memory].peak = Math.max(this.memories[memory].peak, base + b.bytes);
        return base - b.offset;
    }
    private addMemory(memory: Memory): number {
        return this.memories.push(memory) - 1;
    }
}

const runs = new WeakMap<Plan, Run>();

export function runOf(plan: Plan): Run {
    let run = runs.get(plan);
    if (!run) runs.set(plan, (run = new Run(plan)));
    return run;
}
