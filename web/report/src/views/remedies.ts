// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What would change the peak: plans that the planner has made.

import type { Model, Plan, Remedy } from "../data/plan";
import { isOfBudget, savedBytes, spellRemedy } from "../data/remedies";
import { h, setVariable, wordsOf } from "../ui/dom";
import { plural } from "../ui/format";

/// Sets the budget.
export type Show = (bytes: number) => void;

function budgetButton({ fast_bytes }: Remedy, show: Show): HTMLElement {
    const attributes = { type: "button", class: "tool", onclick: () => show(fast_bytes) };
    return h("button", attributes, `Set ${plural(fast_bytes, "byte")}`);
}

/// What has to be given to the tool for a plan that a budget alone does not bring.
function needOf({ text }: Remedy): HTMLElement {
    const option = /--[\w-]+(?: rows)?/.exec(text);
    return h(
        "span",
        { class: "soft" },
        ...wordsOf(option ? `needs ${option[0]}` : "needs slow memory"),
    );
}

function lineOf(remedy: Remedy, shown: Plan, show: Show): HTMLElement {
    const saved = savedBytes(remedy, shown);
    const bar = h("span", { class: "bar" });
    setVariable(bar, "part", Math.max(saved, 0) / Math.max(shown.totals.fast_peak_bytes, 1));
    const end = !isOfBudget(remedy, shown)
        ? needOf(remedy)
        : saved === 0
          ? null
          : budgetButton(remedy, show);
    const text = h("span", {}, ...wordsOf(spellRemedy(remedy, shown)));
    return h("li", {}, h("span", { class: "meter" }, bar), text, end);
}

export function remediesOf({ remedies }: Model, shown: Plan, show: Show): HTMLElement | null {
    if (remedies.length === 0) return null;
    const hint =
        "The planner has made each of these plans. A bar is the share of the fast memory above that the plan saves.";
    const list = h("ul", { class: "remedies" }, ...remedies.map((r) => lineOf(r, shown, show)));
    return h("div", {}, h("h3", {}, "What would change it"), h("p", { class: "hint" }, hint), list);
}
