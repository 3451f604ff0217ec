// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Says that the pictures are of another budget than the one that was asked for.

import type { Plan } from "../data/plan";
import { h } from "../ui/dom";
import { plural } from "../ui/format";
import type { Refused, State, Store } from "../ui/store";

/// Which plan the pictures show, by its budget.
function spellShown(plan: Plan): string {
    if (!plan.fits) return `a plan that takes ${plural(plan.totals.fast_peak_bytes, "byte")}`;
    const budget = plan.target.fast_bytes;
    return budget === null ? "the plan without a budget" : `the plan for ${plural(budget, "byte")}`;
}

/// In two parts: what is wrong, and what the pictures show.
export function spellRefused({ bytes, why }: Refused, plan: Plan): [string, string] {
    const budget = plural(bytes, "byte");
    const wrong = {
        searching: `Without a search no plan fits in ${budget}.`,
        "too small": `Does not fit in ${budget}.`,
        failed: `The planner failed for ${budget}.`,
    }[why];
    const search = why === "searching" ? "The search is under way. " : "";
    return [wrong, `${search}The pictures show ${spellShown(plan)}.`];
}

function noteOf(): HTMLElement {
    return h("p", { class: "stale-note", hidden: true });
}

/// Below the titles of these sections, while there is no plan for the budget.
export function markStale(store: Store, main: HTMLElement, sections: HTMLElement[]): void {
    const notes = sections.map((section) => {
        const note = noteOf();
        section.querySelector("h2")?.after(note);
        return note;
    });
    store.watch(["refused", "plan"], ({ refused, plan }: State) => {
        main.classList.toggle("stale", refused !== null);
        for (const note of notes) {
            note.hidden = refused === null;
            if (refused) note.textContent = spellRefused(refused, plan).join(" ");
        }
    });
}
