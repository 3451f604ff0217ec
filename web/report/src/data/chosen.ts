// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a selection means: a step stands for what it makes, a tensor for who makes and reads it.

import type { Selection } from "../ui/store";
import type { Run } from "./run";

export interface Chosen {
    buffers: Set<number>;
    steps: Set<string>;
    tensors: Set<string>;
}

function chooseTensor(run: Run, name: string, chosen: Chosen): void {
    chosen.tensors.add(name);
    const buffer = run.bufferOf(name);
    if (buffer >= 0) chosen.buffers.add(buffer);
}

/// Nothing is chosen where the plan has no such step or tensor.
export function chosenOf(run: Run, selection: Selection | null): Chosen {
    const chosen: Chosen = { buffers: new Set(), steps: new Set(), tensors: new Set() };
    if (selection?.kind === "step") {
        const step = run.steps.get(selection.name);
        if (step) chosen.steps.add(step.name);
        for (const name of step?.outputs ?? []) chooseTensor(run, name, chosen);
    } else if (selection && run.tensors.has(selection.name)) {
        chooseTensor(run, selection.name, chosen);
        const producer = run.producerOf(selection.name);
        if (producer) chosen.steps.add(producer.name);
    }
    return chosen;
}

/// The first call that makes something of what is chosen, or -1.
export function firstCallOf(run: Run, chosen: Chosen): number {
    const { calls, plan } = run.replay;
    return calls.findIndex((c) => chosen.buffers.has(plan.tasks[c.task].output));
}
