// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The bar that says what is selected, with ways to where it is shown.

import { chosenOf, firstCallOf, nameOf } from "../data/chosen";
import type { Step, Tensor } from "../data/plan";
import { runOf, type Run } from "../data/run";
import { h } from "../ui/dom";
import { shorten, spellBytes, spellCount, spellLarge, spellShape } from "../ui/format";
import type { Selection, State, Store } from "../ui/store";

function tellStep(run: Run, step: Step): string {
    const segment =
        step.segment < 0
            ? ""
            : `segment ${step.segment} (${run.plan.segments[step.segment].strategy}), `;
    const macs = step.macs > 0 ? `, ${spellLarge(step.macs)} MACs` : "";
    return `${step.operator ?? "step"} to ${spellShape(step.output_shape)}, ${segment}${spellBytes(step.live_bytes)} live${macs}`;
}

function tellTensor(run: Run, number: number): string {
    const t: Tensor = run.plan.tensors[number];
    const b = run.plan.buffers[t.buffer];
    const rows = b && b.rows < b.height ? `ring of ${b.rows} of ${b.height} rows` : "whole";
    const where =
        t.home === "arena" ? `${t.region} memory at ${spellCount(t.offset ?? 0)}` : "your memory";
    const { steps } = run.plan;
    const readers = run.links.readers[number].map((step) => shorten(steps[step].name, 24));
    return `${spellShape(t.shape)}, ${spellBytes(t.bytes)}, ${rows}, ${where}${readers.length > 0 ? `, read by ${readers.slice(0, 3).join(", ")}` : ""}`;
}

function tell(run: Run, { kind, number }: Selection): string {
    return kind === "step" ? tellStep(run, run.plan.steps[number]) : tellTensor(run, number);
}

function goToMap(store: Store): void {
    const run = runOf(store.state.plan);
    const call = firstCallOf(run, chosenOf(run, store.state.selection));
    if (call >= 0) store.set({ call });
    document.getElementById("map")?.scrollIntoView();
}

function goToGraph(): void {
    document.getElementById("graph")?.scrollIntoView();
    document.querySelector("#graph li.chosen")?.scrollIntoView({ block: "nearest" });
}

export function inspector(store: Store): HTMLElement {
    const text = h("p", { role: "status" });
    const tool = (label: string, act: () => void) =>
        h("button", { type: "button", class: "tool", onclick: act }, label);
    const bar = h(
        "aside",
        { class: "inspector", "aria-label": "Selection", hidden: true },
        text,
        tool("Map", () => goToMap(store)),
        tool("Graph", goToGraph),
        tool("Clear", () => store.set({ selection: null })),
    );
    store.watch(["selection", "plan"], ({ selection, plan }: State) => {
        bar.hidden = selection === null;
        if (!selection) return;
        const name = nameOf(plan, selection);
        text.replaceChildren(
            h("b", { title: name }, shorten(name, 56)),
            ` ${tell(runOf(plan), selection)}`,
        );
    });
    window.addEventListener("keydown", (event) => {
        if (event.key === "Escape") store.set({ selection: null });
    });
    return bar;
}
