// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The tool's own planner, as WebAssembly in a worker.

import { createPlanner, type Planner as Worker } from "../../../planner/planner.mjs";
import { bytesOfBase64 } from "../data/decode";
import type { Model, Plan } from "../data/plan";
import { whyNotRead } from "../data/schema";
import type { Planner, Refusal } from "./planner";

async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
    const packed = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream();
    const unpacked = packed.pipeThrough(new DecompressionStream("deflate-raw"));
    return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

/// Two workers, for all models: plans of the compiler never wait for a search.
interface Workers {
    quick: Worker;
    thorough: Worker;
}

let workers: Promise<Workers> | null = null;

/// Compiled once: each search that is dropped takes its worker with it.
async function start(element: HTMLElement): Promise<Workers> {
    const wasm = await inflate(bytesOfBase64(element.textContent ?? ""));
    const module = await WebAssembly.compile(wasm as Uint8Array<ArrayBuffer>);
    return { quick: createPlanner(module), thorough: createPlanner(module) };
}

/// A second memory is slow memory, unless a board names its memories.
function slowBytes({ plans }: Model): number | undefined {
    const [{ regions, target }] = plans;
    return regions[1]?.name === "slow" && target.slow_bytes ? target.slow_bytes : undefined;
}

/// A planner for a model whose report has its input, or null. `element` holds the WebAssembly.
export function livePlanner(model: Model, element: HTMLElement | null): Planner | null {
    if (!element || !model.planner_input || typeof WebAssembly === "undefined") return null;
    const input = bytesOfBase64(model.planner_input);
    const slow_bytes = slowBytes(model);
    workers ??= start(element);
    const ready = workers;
    return {
        isLive: true,
        plan: async (fast_bytes, effort) => {
            const { quick, thorough } = await ready;
            const planner = effort === "none" ? quick : thorough;
            const answer = await planner.plan({ input, fast_bytes, slow_bytes, effort });
            const wrong = whyNotRead("its plan", answer);
            if (wrong) throw new Error(wrong);
            return answer as unknown as Plan | Refusal;
        },
        cancel: () => void ready.then(({ thorough }) => thorough.cancel()),
    };
}
