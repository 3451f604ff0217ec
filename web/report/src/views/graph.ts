// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section of the graph: stages and segments as bands, steps as lines, tensors as rails.

import { chosenOf, firstCallOf } from "../data/chosen";
import type { Segment, Step } from "../data/plan";
import { peakOf } from "../data/peak";
import { runOf, type Run } from "../data/run";
import { afterNextFrame } from "../map/canvas";
import { drawRails, markRails } from "../graph/draw";
import { railsOf } from "../graph/rails";
import { watchTheme } from "../theme/theme";
import { h, section, setVariable } from "../ui/dom";
import { plural, spellBytes, spellLarge, spellShape } from "../ui/format";
import type { Store } from "../ui/store";

const lineHeight = 30;

const lead =
    "Steps in the order in which they run, from top to bottom. Lines are tensors; thicker ones have " +
    "more bytes. Bands are segments: rows flow through their steps together. Round marks run row by " +
    "row, square ones whole.";

function spellSegment(run: Run, segment: Segment, number: number): string {
    const rows =
        segment.strategy === "whole" ? "" : `, ${plural(segment.tile_height, "row")} a call`;
    const strips = segment.strips > 1 ? `, ${segment.strips} strips` : "";
    const parts = segment.parts > 1 ? `, rows in ${segment.parts} parts` : "";
    const up = segment.direction === "bottom-up" ? ", bottom-up" : "";
    const stage = run.plan.totals.stages > 1 ? `Stage ${segment.stage}, ` : "";
    return `${stage}${stage ? "segment" : "Segment"} ${number}: ${segment.strategy}${rows}${strips}${parts}${up}`;
}

function bandTitle(run: Run, number: number): HTMLElement {
    const segment = run.plan.segments[number];
    const moved = segment.bytes_in + segment.bytes_out;
    return h(
        "li",
        { class: "band-title" },
        h("span", {}, spellSegment(run, segment, number)),
        h(
            "span",
            { class: "soft" },
            `${spellBytes(segment.peak_bytes)}${moved > 0 ? `, ${spellBytes(moved)} moved` : ""}`,
        ),
    );
}

function memoryBar(run: Run, step: Step): HTMLElement {
    const peak = Math.max(run.plan.totals.fast_peak_bytes, 1);
    const bar = h("span", { class: `bar ${step.name === peakOf(run).step ? "peak" : ""}` });
    setVariable(bar, "part", step.live_bytes / peak);
    return h("span", { class: "meter", title: `${spellBytes(step.live_bytes)} live` }, bar);
}

function kernelMark(step: Step): HTMLElement {
    if (!step.kernel) return h("span", { class: "mark none" }, "reshape");
    return h("span", { class: `mark ${step.is_substitute ? "substitute" : ""}` }, step.kernel);
}

function goTo(store: Store, step: Step): void {
    store.select({ kind: "step", name: step.name });
    const run = runOf(store.state.plan);
    const call = firstCallOf(run, chosenOf(run, store.state.selection));
    if (call >= 0) store.set({ call });
}

function lineOf(store: Store, run: Run, step: Step): HTMLElement {
    const name = h(
        "button",
        {
            type: "button",
            class: "link name",
            "data-step": step.name,
            title: step.name,
            onclick: () => goTo(store, step),
        },
        step.name,
    );
    return h(
        "li",
        { class: "step", "data-step": step.name },
        name,
        h("span", { class: "operator" }, step.operator ?? ""),
        h("span", { class: "shape" }, spellShape(step.output_shape)),
        kernelMark(step),
        h("span", { class: "macs" }, step.macs > 0 ? `${spellLarge(step.macs)} MACs` : ""),
        memoryBar(run, step),
    );
}

interface Drawn {
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
    for (const step of run.plan.steps) {
        if (step.segment >= 0 && step.segment !== band) {
            band = step.segment;
            list.append(bandTitle(run, band));
            ++lines;
        }
        const line = lineOf(store, run, step);
        line.classList.add(band % 2 === 0 ? "even" : "odd");
        list.append(line);
        places.push(lines++);
    }
    return { list, places, lines };
}

function draw(store: Store, place: HTMLElement): SVGSVGElement {
    const run = runOf(store.state.plan);
    const { list, places, lines } = drawLines(store, run);
    const yOf = (step: number) => (places[step] + 0.5) * lineHeight;
    const rails = drawRails(run, railsOf(run), lines * lineHeight, yOf);
    setVariable(place, "rails", `${rails.getAttribute("width")}px`);
    place.replaceChildren(rails, list);
    return rails;
}

function mark(store: Store, place: HTMLElement, rails: SVGSVGElement): void {
    const run = runOf(store.state.plan);
    markRails(rails, run, store.state.selection);
    const { steps } = chosenOf(run, store.state.selection);
    for (const line of place.querySelectorAll<HTMLElement>("li.step")) {
        const isChosen = steps.has(line.dataset.step ?? "");
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
    let rails: SVGSVGElement | null = null;
    const redraw = afterNextFrame(() => {
        rails = draw(store, place);
        mark(store, place, rails);
    });
    store.watch(["plan"], redraw);
    store.watch(["selection"], () => rails && mark(store, place, rails));
    watchTheme(redraw);
    return section("graph", "Graph", lead, place);
}
