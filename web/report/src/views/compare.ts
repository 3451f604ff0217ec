// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section that sets two plans, or plans of two models, side by side.

import { nothingChosen } from "../data/chosen";
import type { Plan, Report } from "../data/plan";
import { macsDoneAgain, modelMacs } from "../data/work";
import { baseOf } from "../data/peak";
import { runOf, type Run } from "../data/run";
import { AddressScale } from "../map/address_scale";
import { afterNextFrame, makeCanvas, prepare, watchSize } from "../map/canvas";
import { cellsOf } from "../map/cells";
import { paintCells, strokeLine, useFont, write, writeOnPlate, type View } from "../map/paint";
import { spellTick, ticksOf } from "../map/ticks";
import { TimeScale } from "../map/time_scale";
import { palette } from "../theme/palette";
import { watchTheme } from "../theme/theme";
import { h, section, setVariable } from "../ui/dom";
import { dash, spellBytes, spellCount, spellLarge } from "../ui/format";
import { scrolling } from "../ui/scroll";
import type { Store } from "../ui/store";
import { titlesOf } from "./header";

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

const placeOf = (address: number, bytes: number): number =>
    mapHeight - (address / bytes) * (mapHeight - top);

/// A scale of fast memories, in which `bytes` are as high as the picture. Others lie outside.
function scaleOf(run: Run, bytes: number): AddressScale {
    const fast = run.fastMemories();
    const yOf = (address: number) => placeOf(address, bytes);
    const outside = { from: 0, to: 1, top: mapHeight + 9, bottom: mapHeight + 9 };
    const bandOf = (memory: number) => {
        const [base, { peak }] = [baseOf(run, memory), run.memories[memory]];
        return { from: 0, to: peak, top: yOf(base + peak), bottom: yOf(base) };
    };
    const bands = run.memories.map((_, m) => [fast.includes(m) ? bandOf(m) : outside]);
    return new AddressScale(bands, mapHeight);
}

interface Tick {
    y: number;
    text: string;
}

/// Addresses of each fast memory, at the same distances in both pictures. The only one has them up to
/// the top of the picture.
function ticksIn(run: Run, bytes: number): Tick[] {
    const { step, ticks } = ticksOf(bytes, mapHeight);
    const fast = run.fastMemories();
    return fast.flatMap((memory) => {
        const end = fast.length === 1 ? bytes : run.memories[memory].peak;
        const base = baseOf(run, memory);
        const own = ticks.filter((tick) => tick <= end);
        return own.map((tick) => ({ y: placeOf(base + tick, bytes), text: spellTick(tick, step) }));
    });
}

const betweenNumberAndAxis = 5;

/// As wide as the widest number of either picture.
function gutterOf(context: CanvasRenderingContext2D, bytes: number): number {
    useFont(context, 10.5);
    const { step, ticks } = ticksOf(bytes, mapHeight);
    const widths = ticks.map((tick) => context.measureText(spellTick(tick, step)).width);
    return Math.ceil(Math.max(...widths) + betweenNumberAndAxis);
}

function drawScale(view: View, ticks: Tick[], left: number, width: number): void {
    const { context } = view;
    const { line, soft } = palette();
    useFont(context, 10.5);
    context.textAlign = "right";
    for (const { y, text } of ticks) {
        strokeLine(view, left, y, width, y, line);
        const baseline = Math.min(Math.max(y + 4, 9), mapHeight - 2);
        write(context, text, left - betweenNumberAndAxis, baseline, soft);
    }
    context.textAlign = "left";
}

/// Where there are several memories: a line between them, and their names.
function drawNames(view: View, run: Run, left: number, width: number): void {
    const fast = run.fastMemories();
    if (fast.length < 2) return;
    useFont(view.context, 11, 600);
    for (const memory of fast) {
        const { top, bottom } = view.addresses.rangeOf(memory);
        if (bottom < mapHeight) strokeLine(view, left, bottom, width, bottom, palette().soft);
        const { name } = run.memories[memory];
        if (bottom - top > 14) writeOnPlate(view.context, name, left + 4, top + 13);
    }
}

/// A small map of fast memory.
function drawMap(canvas: HTMLCanvasElement, plan: Plan, bytes: number): void {
    const picture = prepare(canvas, mapHeight);
    const run = runOf(plan);
    if (!picture) return;
    const times = new TimeScale(run, "steps");
    const left = gutterOf(picture.context, bytes);
    const xOf = (call: number) => left + times.placeOf(call) * (picture.width - left);
    const view = { context: picture.context, addresses: scaleOf(run, bytes), xOf };
    const fast = run.fastMemories();
    drawScale(view, ticksIn(run, bytes), left, picture.width);
    const cells = cellsOf(run).filter((c) => fast.includes(c.memory));
    paintCells(view, cells, nothingChosen());
    drawNames(view, run, left, picture.width);
}

class Side {
    readonly canvas: HTMLCanvasElement;
    readonly select: HTMLSelectElement;
    private readonly nothing = h("p", { class: "nothing" }, "This plan takes no fast memory.");
    readonly element: HTMLElement;

    constructor(
        private readonly title: string,
        private readonly all: Candidate[],
        chosen: number,
        change: () => void,
    ) {
        this.canvas = makeCanvas("");
        const options = all.map((c, i) =>
            h("option", { value: i, selected: i === chosen }, c.title),
        );
        this.select = h("select", { "aria-label": `${title} plan`, onchange: change }, ...options);
        const picture = h("div", { class: "picture" }, this.canvas, this.nothing);
        this.element = h("div", { class: "side" }, this.select, picture);
    }

    draw(bytes: number): void {
        drawMap(this.canvas, this.plan, bytes);
        const scale = `addresses from 0 to ${spellBytes(bytes)}`;
        this.canvas.ariaLabel = `Map of the ${this.title.toLowerCase()} plan, ${scale}; the table has its numbers`;
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
        "Maps of fast memory: time runs to the right, addresses upwards. Both have the same scale of addresses.",
        sides,
        table,
    );
}
