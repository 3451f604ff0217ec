// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section of the graph: stages and segments as bands, steps as lines, tensors as rails.

import { chosenOf, firstCallOf } from "../data/chosen";
import type { Segment, Step } from "../data/plan";
import { peakOf } from "../data/peak";
import { runOf, type Run } from "../data/run";
import { afterNextFrame, watchSize } from "../map/canvas";
import { drawRails, markRails } from "../graph/draw";
import { layoutOf, railsOf } from "../graph/rails";
import { watchTheme } from "../theme/theme";
import { h, isNarrow, section, setVariable } from "../ui/dom";
import { plural, spellBytes, spellLarge, spellShape } from "../ui/format";
import { ShortNames, spellYielding } from "../ui/name";
import { watchPrinter } from "../ui/printer";
import type { Store } from "../ui/store";

const lineHeight = 30;
const widestRails = () => (isNarrow() ? 0.2 : 0.3); // of the picture: names of steps need the rest

const lead =
    "Steps in the order in which they run, from top to bottom. Lines are tensors; thicker ones have " +
    "more bytes. Bands are segments: rows flow through their steps together.";

const keys: [string, string][] = [
    ["node-rows", "runs row by row"],
    ["node-whole", "runs whole"],
    ["node-none", "only changes a shape"],
    ["live", "live bytes while the step runs"],
    ["most", "the step with most of them"],
    ["substitute", "portable kernels run it instead"],
];

function legend(): HTMLElement {
    const items = keys.map(([key, text]) =>
        h("li", {}, h("span", { class: `key graph-${key}` }), text),
    );
    return h("ul", { class: "legend", "aria-label": "Signs of the graph" }, ...items);
}

/// Of the columns. Screen readers have each cell's words in their line.
function heads(): HTMLElement {
    const titles = ["Step", "Operator", "Output", "Kernels", "MACs", "Live bytes"];
    const classes = ["name", "operator", "shape", "kernel", "macs", "live"];
    return h(
        "div",
        { class: "heads", "aria-hidden": "true" },
        ...titles.map((title, i) => h("span", { class: classes[i] }, title)),
    );
}

function spellSegment(run: Run, segment: Segment, number: number): string {
    const rows =
        segment.strategy === "whole" ? "" : `, ${plural(segment.tile_height, "row")} per call`;
    const strips = segment.strips > 1 ? `, ${segment.strips} strips` : "";
    const parts = segment.parts > 1 ? `, rows in ${segment.parts} parts` : "";
    const up = segment.direction === "bottom-up" ? ", bottom-up" : "";
    const stage = run.plan.totals.stages > 1 ? `Stage ${segment.stage}, ` : "";
    return `${stage}${stage ? "segment" : "Segment"} ${number}: ${segment.strategy}${rows}${strips}${parts}${up}`;
}

/// The most that is live while one of the segment's steps runs.
function mostLive(run: Run, segment: number): number {
    const own = run.plan.steps.filter((step) => step.segment === segment);
    return Math.max(0, ...own.map((step) => step.live_bytes));
}

function bandTitle(run: Run, number: number): HTMLElement {
    const segment = run.plan.segments[number];
    const moved = segment.bytes_in + segment.bytes_out;
    return h(
        "li",
        { class: "band-title" },
        h("span", { class: "name" }, spellSegment(run, segment, number)),
        h("span", { class: "moved if-wide" }, moved > 0 ? `${spellBytes(moved)} moved` : null),
        h("span", { class: "most" }, `up to ${spellBytes(mostLive(run, number))}`),
    );
}

/// A bar whose whole is the fast memory that the plan takes, and the number beside; nothing where
/// nothing runs.
function memoryBar(run: Run, number: number): HTMLElement {
    const step = run.plan.steps[number];
    if (step.segment < 0) return h("span");
    const peak = Math.max(run.plan.totals.fast_peak_bytes, 1);
    const bar = h("span", { class: `bar ${number === peakOf(run).step ? "most" : ""}` });
    setVariable(bar, "part", step.live_bytes / peak);
    return h(
        "span",
        { class: "live" },
        h("span", { class: "meter", "aria-hidden": "true" }, bar),
        h(
            "span",
            { class: "number" },
            spellBytes(step.live_bytes),
            h("span", { class: "unseen" }, " live"),
        ),
    );
}

function kernelMark(step: Step): HTMLElement {
    if (!step.kernel) return h("span", { class: "mark none" }, "reshape");
    return h("span", { class: `mark ${step.is_substitute ? "substitute" : ""}` }, step.kernel);
}

function goTo(store: Store, number: number): void {
    store.select({ kind: "step", number });
    const run = runOf(store.state.plan);
    const call = firstCallOf(run, chosenOf(run, store.state.selection));
    if (call >= 0) store.set({ call });
}

function lineOf(store: Store, run: Run, number: number, names: ShortNames): HTMLElement {
    const step = run.plan.steps[number];
    const name = h(
        "button",
        {
            type: "button",
            class: "link name",
            title: step.name,
            onclick: () => goTo(store, number),
        },
        ...spellYielding(names.of(step.name), step.name),
    );
    return h(
        "li",
        { class: "step", "data-step": number },
        name,
        h("span", { class: "operator" }, step.operator ?? ""),
        h("span", { class: "shape" }, spellShape(step.output_shape)),
        kernelMark(step),
        h("span", { class: "macs" }, step.macs > 0 ? spellLarge(step.macs) : ""),
        memoryBar(run, number),
    );
}

interface Drawn {
    run: Run;
    list: HTMLElement;
    places: number[]; // of steps, in lines
    lines: number;
}

/// A step that computes nothing belongs to the band of the step before it.
function drawLines(store: Store, run: Run): Drawn {
    const list = h("ol", { class: "steps" });
    const places: number[] = [];
    let band = -1;
    let lines = 0;
    const names = new ShortNames(run.plan.steps.map((step) => step.name));
    for (const [number, step] of run.plan.steps.entries()) {
        if (step.segment >= 0 && step.segment !== band) {
            band = step.segment;
            list.append(bandTitle(run, band));
            ++lines;
        }
        const line = lineOf(store, run, number, names);
        line.classList.add(band % 2 === 0 ? "even" : "odd");
        list.append(line);
        places.push(lines++);
    }
    return { run, list, places, lines };
}

/// Lines of the present plan, without their rails.
function fill(store: Store, place: HTMLElement): Drawn {
    const drawn = drawLines(store, runOf(store.state.plan));
    place.replaceChildren(heads(), h("div", { class: "lines" }, drawn.list));
    return drawn;
}

/// Rails depend on the width; lines stay as they are, with the keyboard's focus.
function drawBeside(place: HTMLElement, drawn: Drawn, width: number): SVGSVGElement {
    const { run } = drawn;
    const rails = railsOf(run);
    const yOf = (step: number) => (drawn.places[step] + 0.5) * lineHeight;
    const layout = layoutOf(rails, width * widestRails(), yOf);
    const svg = drawRails(run, rails, layout, drawn.lines * lineHeight);
    setVariable(place, "rails", `${layout.width}px`);
    place.querySelector(".rails")?.remove();
    drawn.list.before(svg);
    return svg;
}

function mark(store: Store, place: HTMLElement, rails: SVGSVGElement): void {
    const run = runOf(store.state.plan);
    markRails(rails, run, store.state.selection);
    const { steps } = chosenOf(run, store.state.selection);
    for (const line of place.querySelectorAll<HTMLElement>("li.step")) {
        const isChosen = steps.has(Number(line.dataset.step));
        line.classList.toggle("chosen", isChosen);
        line.querySelector("button")?.setAttribute("aria-pressed", String(isChosen));
    }
}

export function graphView(store: Store): HTMLElement {
    const place = h("div", {
        class: "graph scroll",
        tabindex: 0,
        role: "region",
        "aria-label": "Steps of the model",
    });
    let drawn: Drawn | null = null;
    let rails: SVGSVGElement | null = null;
    let width = 0; // as it was told: asking for it would lay out a graph that nobody sees
    const redrawRails = () => {
        if (!drawn || width === 0) return;
        rails = drawBeside(place, drawn, width);
        mark(store, place, rails);
    };
    const redraw = afterNextFrame(() => {
        drawn = fill(store, place);
        redrawRails();
    });
    store.watch(["plan"], redraw);
    store.watch(["selection"], () => rails && mark(store, place, rails));
    watchTheme(redraw);
    const redrawBeside = afterNextFrame(redrawRails);
    watchSize(place, (now) => {
        width = now;
        redrawBeside();
    });
    watchPrinter(
        () => {
            width ||= place.clientWidth;
            redrawRails();
        },
        () => {},
    );
    return section("graph", "Graph", lead, legend(), place);
}
