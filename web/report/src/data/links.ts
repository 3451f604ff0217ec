// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Which tensors the steps of a plan read and make, all by their numbers in the plan: several tensors
// may have the same name, as before and after a step that only changes the shape.

import type { Plan, Step, Tensor } from "./plan";

/// Whether it lies in a buffer, which constants do not.
export const isActivation = ({ kind }: Tensor): boolean => kind !== "constant";

function add<Key>(map: Map<Key, number[]>, key: Key, number: number): void {
    const known = map.get(key);
    if (known) known.push(number);
    else map.set(key, [number]);
}

export class Links {
    readonly inputs: number[][]; // of each step
    readonly outputs: number[][];
    readonly producers: number[]; // of each tensor, -1: it is given, or nobody makes it
    readonly readers: number[][]; // of each tensor
    private readonly named = new Map<string, number[]>();
    private readonly inBuffer = new Map<number, number[]>();

    constructor(private readonly plan: Plan) {
        plan.tensors.forEach((tensor, number) => {
            if (!isActivation(tensor)) return;
            add(this.named, tensor.name, number);
            add(this.inBuffer, tensor.buffer, number);
        });
        this.outputs = plan.steps.map((step, s) => this.madeBy(step, s));
        this.inputs = plan.steps.map((step, s) => this.readBy(step, s));
        this.producers = plan.tensors.map(() => -1);
        this.readers = plan.tensors.map(() => []);
        this.outputs.forEach((all, s) => all.forEach((t) => (this.producers[t] = s)));
        this.inputs.forEach((all, s) => all.forEach((t) => this.readers[t].push(s)));
    }

    /// The tensor that a buffer holds, or -1.
    tensorIn(buffer: number): number {
        const { tensor: name } = this.plan.buffers[buffer];
        const there = this.inBuffer.get(buffer) ?? this.named.get(name) ?? [];
        return there.find((t) => this.plan.tensors[t].name === name) ?? there[0] ?? -1;
    }

    /// A state is given, and a step may write it anew.
    private madeBy({ outputs }: Step, step: number): number[] {
        return this.find(outputs, (all) => {
            const made = all.find((t) => this.plan.tensors[t].first_step === step);
            return made ?? all[0];
        });
    }
    /// Of tensors of one name, the one that was made last before the step.
    private readBy({ inputs }: Step, step: number): number[] {
        return this.find(inputs, (all) => {
            const before = all.filter((t) => this.plan.tensors[t].first_step < step);
            return before[before.length - 1] ?? all[0];
        });
    }
    private find(names: string[] | undefined, choose: (all: number[]) => number): number[] {
        const found = [...new Set(names)].flatMap((name) => {
            const all = this.named.get(name);
            return all ? [choose(all)] : [];
        });
        return found;
    }
}
