// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool's own planner, as WebAssembly in a worker.

import { createPlanner, type Planner as Worker } from "../../../planner/planner.mjs";
import { bytesOfBase64 } from "../data/decode";
import type { Model, Plan } from "../data/plan";
import type { Planner, Refusal } from "./planner";

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
    const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    const unpacked = packed.pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

let worker: Promise<Worker> | null = null;

/// One worker for all models, begun when it is needed first.
function workerOf(element: HTMLElement): Promise<Worker> {
    worker ??= inflate(bytesOfBase64(element.textContent ?? "")).then(createPlanner);
    return worker;
}

/// A second memory is slow memory, unless a board names its memories.
function slowBytes({ plans }: Model): number | undefined {
    const [{ regions, target }] = plans;
    return regions[1]?.name === "slow" && target.slow_bytes ? target.slow_bytes : undefined;
}

/// A planner for a model whose report has its input, or null. `element` holds the WebAssembly.
export function livePlanner(model: Model, element: HTMLElement | null): Planner | null {
    const input = model.planner_input;
    if (!element || !input || typeof WebAssembly === "undefined") return null;
    const slow_bytes = slowBytes(model);
    return {
        isLive: true,
        plan: async (fast_bytes, effort) => {
            const planner = await workerOf(element);
            const answer = await planner.plan({ input, fast_bytes, slow_bytes, effort });
            return answer as unknown as Plan | Refusal;
        },
        cancel: () => void worker?.then((planner) => planner.cancel()),
    };
}
