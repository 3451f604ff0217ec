// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a selection means: a step stands for what it makes, a tensor for who makes and reads it.

import type { Selection } from "../ui/store";
import type { Plan } from "./plan";
import type { Run } from "./run";

/// All by their numbers in the plan.
export interface Chosen {
    buffers: Set<number>;
    steps: Set<number>;
    tensors: Set<number>;
}

export const nothingChosen = (): Chosen => ({
    buffers: new Set(),
    steps: new Set(),
    tensors: new Set(),
});

function chooseTensor(run: Run, tensor: number, chosen: Chosen): void {
    chosen.tensors.add(tensor);
    const { buffer } = run.plan.tensors[tensor];
    if (buffer >= 0) chosen.buffers.add(buffer);
}

export function chosenOf(run: Run, selection: Selection | null): Chosen {
    const chosen = nothingChosen();
    if (!selection) return chosen;
    const { kind, number } = selection;
    if (kind === "step") {
        chosen.steps.add(number);
        for (const tensor of run.links.outputs[number]) chooseTensor(run, tensor, chosen);
    } else {
        chooseTensor(run, number, chosen);
        const producer = run.links.producers[number];
        if (producer >= 0) chosen.steps.add(producer);
    }
    return chosen;
}

/// The first call that makes something of what is chosen, or -1.
export function firstCallOf(run: Run, chosen: Chosen): number {
    const { calls, plan } = run.replay;
    return calls.findIndex((c) => chosen.buffers.has(plan.tasks[c.task].output));
}

const listOf = (plan: Plan, { kind }: Selection): { name: string }[] =>
    kind === "step" ? plan.steps : plan.tensors;

export const nameOf = (plan: Plan, selection: Selection): string =>
    listOf(plan, selection)[selection.number].name;

/// What is selected, in another plan of its model: null where that has no such step or tensor. Plans
/// with second passes have more of them.
export function selectionIn(to: Plan, from: Plan, selection: Selection | null): Selection | null {
    if (!selection) return null;
    const name = nameOf(from, selection);
    const all = listOf(to, selection);
    if (all[selection.number]?.name === name) return selection;
    const number = all.findIndex((other) => other.name === name);
    return number < 0 ? null : { ...selection, number };
}
