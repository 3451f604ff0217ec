// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section that sets two plans, or plans of two models, side by side.

import type { Plan, Report } from "../data/plan";
import { macsDoneAgain, modelMacs } from "../data/work";
import { baseOf } from "../data/peak";
import { runOf, type Run } from "../data/run";
import { AddressScale } from "../map/address_scale";
import { afterNextFrame, makeCanvas, prepare, watchSize } from "../map/canvas";
import { cellsOf } from "../map/cells";
import { paintCells, strokeLine, useFont, writeOnPlate, type View } from "../map/paint";
import { TimeScale } from "../map/time_scale";
import { palette } from "../theme/palette";
import { watchTheme } from "../theme/theme";
import { h, section, setVariable } from "../ui/dom";
import { dash, spellBytes, spellCount, spellLarge } from "../ui/format";
import type { Store } from "../ui/store";
import { titlesOf } from "./header";
import { scrolling } from "../ui/scroll";

interface Candidate {
    title: string;
    plan: () => Plan;
}

function titleOf(model: string, plan: Plan): string {
    const budget = plan.target.fast_bytes;
    const fits = plan.fits ? "" : ", does not fit";
    return `${model}, ${budget === null ? "no budget" : `budget ${spellBytes(budget)}`}${fits}`;
}

/// What may be compared: the plan that is shown, and all of the report.
function candidates(store: Store, report: Report): Candidate[] {
    const shown = { title: "The plan above", plan: () => store.state.plan };
    const names = titlesOf(report.models);
    const all = report.models.flatMap((m, i) =>
        m.plans.map((plan) => ({ title: titleOf(names[i], plan), plan: () => plan })),
    );
    return [shown, ...all];
}

interface Measure {
    title: string;
    value: (p: Plan) => number | null | undefined;
    spell: (n: number) => string;
}

const instructions = "Instructions (estimate)";

const measures: Measure[] = [
    { title: "Fast memory", value: (p) => p.totals.fast_peak_bytes, spell: spellBytes },
    { title: "Slow memory", value: (p) => p.totals.slow_peak_bytes, spell: spellBytes },
    { title: "Flash, without code", value: (p) => p.totals.flash_bytes, spell: spellBytes },
    { title: "Inputs and outputs, yours", value: (p) => p.totals.caller_bytes, spell: spellBytes },
    { title: "Multiply-accumulates", value: modelMacs, spell: spellLarge },
    { title: "Of these, done again", value: macsDoneAgain, spell: spellLarge },
    { title: instructions, value: (p) => p.totals.instructions, spell: spellLarge },
    { title: "Moved in a run", value: (p) => p.totals.slow_traffic_bytes, spell: spellBytes },
    { title: "Calls of kernels", value: (p) => p.totals.calls, spell: spellCount },
    { title: "Segments", value: (p) => p.segments.length, spell: spellCount },
];

function spellDifference(a: number | null | undefined, b: number | null | undefined): string {
    if (typeof a !== "number" || typeof b !== "number") return dash;
    if (a === b) return "same";
    if (a === 0) return "new";
    const percent = (100 * (b - a)) / a;
    return `${percent > 0 ? "+" : "−"}${Math.abs(percent).toFixed(Math.abs(percent) < 10 ? 1 : 0)} %`;
}

function rowOf({ title, value, spell }: Measure, a: Plan, b: Plan): HTMLElement {
    const [x, y] = [value(a), value(b)];
    const text = (n: typeof x) => (typeof n === "number" ? spell(n) : dash);
    const number = { class: "number" };
    return h(
        "tr",
        {},
        h("th", { scope: "row" }, title),
        h("td", number, text(x)),
        h("td", number, text(y)),
        h("td", number, spellDifference(x, y)),
    );
}

function tableOf(a: Plan, b: Plan): HTMLElement {
    const titles = ["", "Left", "Right", "Difference"];
    const head = h(
        "thead",
        {},
        h(
            "tr",
            {},
            ...titles.map((t, i) =>
                i === 0 ? h("td") : h("th", { scope: "col", class: "number" }, t),
            ),
        ),
    );
    const isKnown = (m: Measure) => typeof (m.value(a) ?? m.value(b)) === "number";
    const body = h("tbody", {}, ...measures.filter(isKnown).map((m) => rowOf(m, a, b)));
    const title = "Two plans in numbers";
    const table = h("table", {}, h("caption", { class: "unseen" }, title), head, body);
    return h("div", {}, scrolling(title, table), footOf(a, b));
}

/// Why instructions are a dash, or are left out.
function footOf(a: Plan, b: Plan): HTMLElement | null {
    const missing = [a, b].find((p) => typeof p.totals.instructions !== "number");
    if (!missing) return null;
    const reason = missing.totals.instructions_reason ?? "not known";
    return h("p", { class: "foot" }, `No instructions: ${reason}.`);
}

const mapHeight = 220;

const top = 2;

/// Bytes of all fast memories that hold something, which are drawn one above the other.
function bytesDrawn(run: Run): number {
    return run.fastMemories().reduce((sum, m) => sum + run.memories[m].peak, 0);
}

/// A scale of fast memories, in which `bytes` are as high as the picture. Others lie outside.
function scaleOf(run: Run, bytes: number): AddressScale {
    const fast = run.fastMemories();
    const yOf = (address: number) => mapHeight - (address / bytes) * (mapHeight - top);
    const outside = { from: 0, to: 1, top: mapHeight + 9, bottom: mapHeight + 9 };
    const bandOf = (memory: number) => {
        const [base, { peak }] = [baseOf(run, memory), run.memories[memory]];
        return { from: 0, to: peak, top: yOf(base + peak), bottom: yOf(base) };
    };
    const bands = run.memories.map((_, m) => [fast.includes(m) ? bandOf(m) : outside]);
    return new AddressScale(bands, mapHeight);
}

/// Where there are several memories: a line between them, and their names.
function drawNames(view: View, run: Run, width: number): void {
    const fast = run.fastMemories();
    if (fast.length < 2) return;
    useFont(view.context, 11, 600);
    for (const memory of fast) {
        const { top, bottom } = view.addresses.rangeOf(memory);
        if (bottom < mapHeight) strokeLine(view, 0, bottom, width, bottom, palette().soft);
        if (bottom - top > 14) writeOnPlate(view.context, run.memories[memory].name, 4, top + 13);
    }
}

/// A small map of fast memory.
function drawMap(canvas: HTMLCanvasElement, plan: Plan, bytes: number): void {
    const picture = prepare(canvas, mapHeight);
    const run = runOf(plan);
    if (!picture) return;
    const times = new TimeScale(run, "steps");
    const xOf = (call: number) => times.placeOf(call) * picture.width;
    const view = { context: picture.context, addresses: scaleOf(run, bytes), xOf };
    const fast = run.fastMemories();
    const cells = cellsOf(run).filter((c) => fast.includes(c.memory));
    paintCells(view, cells, { buffers: new Set(), steps: new Set(), tensors: new Set() });
    drawNames(view, run, picture.width);
}

class Side {
    readonly canvas: HTMLCanvasElement;
    readonly select: HTMLSelectElement;
    private readonly nothing = h("p", { class: "nothing" }, "This plan takes no fast memory.");
    readonly element: HTMLElement;

    constructor(
        title: string,
        private readonly all: Candidate[],
        chosen: number,
        change: () => void,
    ) {
        this.canvas = makeCanvas(
            `Map of the ${title.toLowerCase()} plan; the table has its numbers`,
        );
        const options = all.map((c, i) =>
            h("option", { value: i, selected: i === chosen }, c.title),
        );
        this.select = h("select", { "aria-label": `${title} plan`, onchange: change }, ...options);
        const picture = h("div", { class: "picture" }, this.canvas, this.nothing);
        this.element = h("div", { class: "side" }, this.select, picture);
    }

    draw(bytes: number): void {
        drawMap(this.canvas, this.plan, bytes);
        this.nothing.hidden = bytesDrawn(runOf(this.plan)) > 0;
    }

    get plan(): Plan {
        return this.all[Number(this.select.value)].plan();
    }
}

export function compareView(store: Store, report: Report): HTMLElement {
    const all = candidates(store, report);
    const table = h("div");
    const redraw = afterNextFrame(() => {
        const [a, b] = [left.plan, right.plan];
        const bytes = Math.max(bytesDrawn(runOf(a)), bytesDrawn(runOf(b)), 1);
        left.draw(bytes);
        right.draw(bytes);
        table.replaceChildren(tableOf(a, b));
    });
    const left = new Side("Left", all, 0, redraw);
    const right = new Side("Right", all, all.length - 1, redraw);
    const sides = h("div", { class: "sides" }, left.element, right.element);
    setVariable(sides, "height", `${mapHeight}px`);
    store.watch(["plan"], redraw);
    watchTheme(redraw);
    watchSize(sides, redraw);
    return section(
        "compare",
        "Side by side",
        "Maps of fast memory: time runs to the right, addresses upwards. A byte is as high in one as in the other.",
        sides,
        table,
    );
}
