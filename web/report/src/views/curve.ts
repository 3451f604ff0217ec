// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What budgets of fast memory cost, as a picture and as a table.

import type { CurvePoint, Model, Plan } from "../data/plan";
import { modelMacs } from "../data/work";
import { h, s } from "../ui/dom";
import { dash, plural, spellBytes, spellCount, spellLarge, spellPercent } from "../ui/format";
import { scrolling } from "../ui/scroll";

export interface Metric {
    id: string;
    title: string;
    value: (p: CurvePoint) => number | null;
    spell: (n: number, plan: Plan) => string;
}

export const metrics: Metric[] = [
    {
        id: "instructions",
        title: "Instructions",
        value: (p) => p.instructions ?? null,
        spell: spellLarge,
    },
    {
        id: "recomputed",
        title: "Multiply-accumulates computed twice",
        value: (p) => p.recomputed_macs ?? null,
        spell: (n, plan) => spellPercent(n, modelMacs(plan)),
    },
    { id: "calls", title: "Calls of kernels", value: (p) => p.calls ?? null, spell: spellCount },
    {
        id: "moved",
        title: "Bytes moved from and to slow memory",
        value: (p) => p.slow_traffic_bytes ?? null,
        spell: spellBytes,
    },
];

/// Those that differ between budgets.
export function metricsOf(model: Model): Metric[] {
    const fitting = fittingOf(model);
    return metrics.filter(
        (m) => new Set(fitting.map(m.value)).size > 1 && fitting.every((p) => m.value(p) !== null),
    );
}

/// Budgets as places from 0 to 1, each doubling as wide as any other. What is less than `least` is at
/// 0, for no logarithm has a place for no bytes.
export class BudgetScale {
    constructor(
        readonly least: number,
        readonly most: number,
        readonly hasZero: boolean,
    ) {}

    placeOf(bytes: number): number {
        if (bytes <= this.least) return 0;
        return Math.log(bytes / this.least) / Math.log(this.most / this.least);
    }
    bytesAt(place: number): number {
        if (place <= 0 && this.hasZero) return 0;
        return Math.round(this.least * Math.pow(this.most / this.least, place));
    }
}

const fittingOf = ({ curve }: Model): CurvePoint[] =>
    curve.filter((p) => p.fits).sort((a, b) => a.fast_bytes - b.fast_bytes);

/// Budgets at which plans begin to hold, in ascending order.
function budgetsOf(model: Model): number[] {
    const peaks = model.plans.filter((p) => p.fits).map((p) => p.totals.fast_peak_bytes);
    const least = model.plans[0].smallest_fast_bytes.without_slow_memory;
    const all = [...fittingOf(model).map((p) => p.fast_bytes), ...peaks, least];
    return [...new Set(all)].sort((a, b) => a - b);
}

/// Of all budgets; null where each gives the same plan.
export function scaleOf(model: Model): BudgetScale | null {
    const budgets = budgetsOf(model);
    const points = fittingOf(model);
    const isFlat = points.length === 1 && budgets.every((b) => b === points[0].fast_bytes);
    const positive = budgets.filter((n) => n > 0);
    if (isFlat || positive.length === 0) return null;
    const hasZero = budgets[0] === 0;
    const [least, most] = [positive[0], positive[positive.length - 1]];
    const first = least * (hasZero ? 0.5 : 0.8);
    return new BudgetScale(Math.max(first, 1), Math.max(most * 1.15, least * 1.3, 2), hasZero);
}

/// The sentence that stands for a curve that would say nothing.
export function whyNoCurve(model: Model): string {
    const points = fittingOf(model);
    if (points.length === 0) return "This page has no curve of this model's budgets.";
    const [{ fast_bytes: least }] = points;
    const from = plural(least, "byte");
    if (least === 0 && scaleOf(model) === null)
        return "All budgets give the same plan: it takes no fast memory.";
    if (scaleOf(model) !== null) return `All plans from ${from} on cost the same.`;
    return `All budgets from ${from} give the same plan.`;
}

const top = 22;
const bottom = 22;

interface Plot {
    width: number;
    height: number;
    xOf: (bytes: number) => number;
    yOf: (value: number) => number;
}

function plotOf(scale: BudgetScale, points: CurvePoint[], metric: Metric, width: number): Plot {
    const height = 170;
    const most = Math.max(...points.map((p) => metric.value(p) ?? 0), 1);
    return {
        width,
        height,
        xOf: (bytes) => scale.placeOf(bytes) * width,
        yOf: (value) => height - bottom - (value / most) * (height - top - bottom),
    };
}

/// A plan is good for all budgets up to that of the next one.
function pathOf(points: CurvePoint[], metric: Metric, plot: Plot): string {
    const at = (p: CurvePoint) =>
        `${plot.xOf(p.fast_bytes).toFixed(1)} ${plot.yOf(metric.value(p) ?? 0).toFixed(1)}`;
    const [first, ...others] = points;
    const steps = others.map(
        (p) => `H${plot.xOf(p.fast_bytes).toFixed(1)}V${plot.yOf(metric.value(p) ?? 0).toFixed(1)}`,
    );
    return `M${at(first)}${steps.join("")}H${plot.width}`;
}

function ticks(scale: BudgetScale, plot: Plot): SVGElement[] {
    const marks: SVGElement[] = [];
    let free = 0;
    if (scale.hasZero) {
        marks.push(s("text", { x: 0, y: plot.height - 6 }, spellBytes(0)));
        free = 56;
    }
    for (let bytes = 64; bytes < scale.most; bytes *= 2) {
        const x = plot.xOf(bytes);
        if (bytes < scale.least || x < free + 20 || x > plot.width - 24) continue;
        free = x + 30;
        marks.push(s("line", { class: "tick", x1: x, x2: x, y1: top, y2: plot.height - bottom }));
        marks.push(
            s("text", { x, y: plot.height - 6, "text-anchor": "middle" }, spellBytes(bytes)),
        );
    }
    return marks;
}

function belowSmallest(first: CurvePoint, plot: Plot): SVGElement[] {
    const width = Math.max(plot.xOf(first.fast_bytes), 0);
    return [
        s("rect", { class: "refused", x: 0, y: top, width, height: plot.height - top - bottom }),
        width > 150
            ? s(
                  "text",
                  { class: "soft", x: width / 2, y: plot.height / 2, "text-anchor": "middle" },
                  "no plan without a search",
              )
            : s("g"),
    ];
}

/// Values where they change, as far as there is room.
function levels(points: CurvePoint[], metric: Metric, plot: Plot, plan: Plan): SVGElement[] {
    let free = 0;
    let before: number | null = null;
    return points.flatMap((p) => {
        const value = metric.value(p) ?? 0;
        const x = plot.xOf(p.fast_bytes);
        if (value === before || x < free) return [];
        before = value;
        const text = metric.spell(value, plan);
        free = x + text.length * 7 + 10;
        return [s("text", { x: x + 5, y: plot.yOf(value) - 6 }, text)];
    });
}

/// `now` is the budget that is set.
export function drawCurve(
    model: Model,
    metric: Metric,
    scale: BudgetScale,
    width: number,
    now: number,
): SVGSVGElement {
    const points = fittingOf(model);
    const plot = plotOf(scale, points, metric, width);
    const x = Math.min(Math.max(plot.xOf(now), 0), width);
    const path = pathOf(points, metric, plot);
    const dots = points.map((p) =>
        s("circle", { cx: plot.xOf(p.fast_bytes), cy: plot.yOf(metric.value(p) ?? 0), r: 2.6 }),
    );
    const area = `${path}V${plot.height - bottom}H${plot.xOf(points[0].fast_bytes)}Z`;
    return s(
        "svg",
        {
            class: "curve",
            viewBox: `0 0 ${width} ${plot.height}`,
            width,
            height: plot.height,
            role: "img",
            "aria-label": `${metric.title} by budget of fast memory; the table below has the numbers`,
        },
        ...belowSmallest(points[0], plot),
        ...ticks(scale, plot),
        s("path", { class: "area", d: area }),
        s("path", { class: "line", d: path }),
        ...dots,
        ...levels(points, metric, plot, model.plans[0]),
        s("line", { class: "now", x1: x, x2: x, y1: 0, y2: plot.height - bottom }),
    );
}

/// What the signs of the curve mean.
export function curveLegend(model: Model, scale: BudgetScale): HTMLElement {
    const [first] = fittingOf(model);
    const keys: [string, string][] = [
        ["dot", "a plan: it holds up to the next dot"],
        ["now", "the budget that is set"],
    ];
    if (scale.placeOf(first.fast_bytes) > 0)
        keys.push(["refused", "without a search no plan fits; a search may find one"]);
    const items = keys.map(([key, text]) =>
        h("li", {}, h("span", { class: `key curve-${key}` }), text),
    );
    return h("ul", { class: "legend", "aria-label": "Signs of the curve" }, ...items);
}

function cell(text: string): HTMLElement {
    return h("td", { class: "number" }, text);
}

function rowOf(model: Model, p: CurvePoint, known: Metric[]): HTMLElement {
    const texts = known.map((m) => {
        const value = p.fits ? m.value(p) : null;
        return value === null ? dash : m.spell(value, model.plans[0]);
    });
    const title = h("th", { scope: "row", class: "number" }, spellCount(p.fast_bytes));
    return h(
        "tr",
        {},
        title,
        h("td", {}, p.fits ? "yes" : "no"),
        cell(p.fits ? spellCount(p.fast_peak_bytes ?? 0) : dash),
        ...texts.map(cell),
    );
}

/// Why the table has no instructions.
function footOf({ plans }: Model, known: Metric[]): HTMLElement | null {
    if (known.some((m) => m.id === "instructions")) return null;
    const reason = plans[0].totals.instructions_reason;
    return reason ? h("p", { class: "foot" }, `No instructions: ${reason}.`) : null;
}

export function curveTable(model: Model): HTMLElement {
    const known = metrics.filter((m) => model.curve.some((p) => p.fits && m.value(p) !== null));
    const titles = ["Budget", "Fits", "Peak", ...known.map((m) => m.title)];
    const head = h(
        "thead",
        {},
        h(
            "tr",
            {},
            ...titles.map((t, i) => h("th", { scope: "col", class: i === 1 ? "" : "number" }, t)),
        ),
    );
    const table = h(
        "table",
        {},
        h("caption", { class: "unseen" }, "Budgets of fast memory"),
        head,
        h("tbody", {}, ...model.curve.map((p) => rowOf(model, p, known))),
    );
    const scroll = scrolling("Budgets of fast memory", table);
    return h("details", {}, h("summary", {}, "The curve as a table"), scroll, footOf(model, known));
}
