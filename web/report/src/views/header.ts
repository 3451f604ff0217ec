// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The head of the page: which model, where to go, which colors.

import { firstCall } from "../data/first_call";
import type { Model, Report } from "../data/plan";
import { themeSwitch } from "../theme/theme";
import { h, setVariable } from "../ui/dom";
import { shorten } from "../ui/format";
import type { Store } from "../ui/store";

const places: [string, string][] = [
    ["summary", "Summary"],
    ["budget", "Budget"],
    ["map", "Memory"],
    ["peak", "Peak"],
    ["graph", "Graph"],
    ["tables", "Tables"],
    ["compare", "Compare"],
];

/// Models' names; where two are the same, with their files.
export function titlesOf(models: Model[]): string[] {
    const isAlone = ({ name }: Model) => models.filter((m) => m.name === name).length === 1;
    return models.map((m) => (isAlone(m) ? m.name : `${m.name} (${shorten(m.file, 40)})`));
}

function modelChoice(store: Store, report: Report): HTMLElement | null {
    if (report.models.length < 2) return null;
    const names = titlesOf(report.models);
    const options = names.map((name, i) => h("option", { value: i }, name));
    const select = h("select", { "aria-label": "Model" }, ...options);
    select.addEventListener("change", () => {
        const model = report.models[Number(select.value)];
        const [plan] = model.plans;
        store.set({
            model,
            plan,
            source: "report",
            refused: null,
            call: firstCall(plan),
            selection: null,
        });
    });
    return select;
}

/// The style sheet keeps headings below the head, which is as high as its names need.
function watchHeight(head: HTMLElement, links: HTMLElement): void {
    const tell = () => {
        const [all, below] = [head.getBoundingClientRect(), links.getBoundingClientRect()];
        setVariable(document.documentElement, "header", `${all.height}px`);
        setVariable(document.documentElement, "above-links", `${below.top - all.top}px`);
    };
    new ResizeObserver(tell).observe(head);
}

export function header(store: Store, report: Report): HTMLElement {
    const title = h("h1");
    store.watch(["model"], ({ model }) => (title.textContent = model.name));
    const links = places.map(([id, text]) => h("a", { href: `#${id}` }, text));
    const top = h(
        "div",
        { class: "top" },
        h("p", { class: "brand" }, "TiGrIS"),
        title,
        modelChoice(store, report),
        themeSwitch(),
    );
    const nav = h("nav", { "aria-label": "Sections" }, ...links);
    const head = h("header", {}, top, nav);
    watchHeight(head, nav);
    return head;
}
