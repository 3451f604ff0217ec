// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What the page shows: one state, and who is told when a part of it changes.

import type { Model, Plan } from "../data/plan";

export interface Selection {
    kind: "step" | "tensor";
    number: number; // of the plan's steps, or of its tensors
}

/// Where the plan that is shown comes from.
export type Source = "report" | "compiler" | "search";

/// A budget that has no plan: the one that is shown is of another budget.
export interface Refused {
    bytes: number;
    why: "searching" | "too small" | "failed"; // searching: there is none without a search
}

export interface State {
    model: Model;
    plan: Plan;
    source: Source;
    refused: Refused | null;
    call: number;
    selection: Selection | null;
}

type Key = keyof State;
type Listener = (state: State) => void;

export class Store {
    private listeners: { keys: Key[]; tell: Listener }[] = [];

    constructor(public state: State) {}

    /// Tells `listener` of each change of one of `keys`, and of how it is now.
    watch(keys: Key[], listener: Listener): void {
        this.listeners.push({ keys, tell: listener });
        listener(this.state);
    }

    set(change: Partial<State>): void {
        const before = this.state;
        this.state = { ...before, ...change };
        const changed = (Object.keys(change) as Key[]).filter((k) => before[k] !== this.state[k]);
        for (const { keys, tell } of this.listeners)
            if (keys.some((k) => changed.includes(k))) tell(this.state);
    }

    /// Selects, or lets go of what was selected.
    select(selection: Selection): void {
        const { selection: now } = this.state;
        const isSame = now?.kind === selection.kind && now.number === selection.number;
        this.set({ selection: isSame ? null : selection });
    }
}
