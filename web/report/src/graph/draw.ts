// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Draws rails as lines, and steps as marks on them.

import { chosenOf } from "../data/chosen";
import type { Run } from "../data/run";
import { colorOf } from "../theme/palette";
import { s, setVariable } from "../ui/dom";
import type { Selection } from "../ui/store";
import type { Layout, Rail, Rails } from "./rails";

/// Down its lane, and with a curve to each step that reads it.
function pathOf(rail: Rail, laneOf: number[], { xOf, yOf }: Layout): string {
    const x = xOf(rail.lane);
    const begin = yOf(rail.from) - (rail.isGiven ? 20 : 0);
    const last = rail.to[rail.to.length - 1];
    if (last === undefined) return "";
    const turns = rail.to.map((step) => {
        const [to, y] = [xOf(laneOf[step]), yOf(step)];
        return to === x
            ? `M${x} ${y - 18}V${y}`
            : `M${x} ${y - 18}C${x} ${y - 6} ${to} ${y - 14} ${to} ${y}`;
    });
    return `M${x} ${begin}V${Math.max(yOf(last) - 18, begin)}${turns.join("")}`;
}

function drawRail(run: Run, rail: Rail, { laneOf }: Rails, layout: Layout): SVGElement {
    const { bytes, buffer } = run.plan.tensors[rail.tensor];
    const lane = layout.xOf(1) - layout.xOf(0);
    const width = Math.min(1.5 + Math.log2(1 + bytes / 2048) * 0.6, 5, Math.max(lane * 0.7, 0.8));
    const path = s("path", {
        class: "rail",
        d: pathOf(rail, laneOf, layout),
        "stroke-width": width,
        "data-tensor": rail.tensor,
    });
    setVariable(path, "color", colorOf(Math.max(buffer, 0)));
    return path;
}

/// Round for a step that runs row by row, square for one that runs whole, hollow for a reshape.
function drawNode(run: Run, number: number, rails: Rails, { xOf, yOf }: Layout): SVGElement {
    const step = run.plan.steps[number];
    const [x, y] = [xOf(rails.laneOf[number]), yOf(number)];
    const strategy = step.segment < 0 ? "none" : run.plan.segments[step.segment].strategy;
    const common = { class: `node ${strategy}`, "data-step": number };
    if (strategy === "whole")
        return s("rect", { ...common, x: x - 4, y: y - 4, width: 8, height: 8, rx: 1 });
    return s("circle", { ...common, cx: x, cy: y, r: strategy === "none" ? 3 : 4.5 });
}

export function drawRails(run: Run, rails: Rails, layout: Layout, height: number): SVGSVGElement {
    const lines = rails.rails.map((rail) => drawRail(run, rail, rails, layout));
    const nodes = run.plan.steps.map((_, number) => drawNode(run, number, rails, layout));
    const attributes = { class: "rails", width: layout.width, height, "aria-hidden": "true" };
    return s("svg", attributes, ...lines, ...nodes);
}

/// Marks what is chosen.
export function markRails(svg: SVGSVGElement, run: Run, selection: Selection | null): void {
    const chosen = chosenOf(run, selection);
    svg.classList.toggle("has-chosen", selection !== null);
    for (const path of svg.querySelectorAll<SVGElement>("[data-tensor]"))
        path.classList.toggle("chosen", chosen.tensors.has(Number(path.dataset.tensor)));
    for (const node of svg.querySelectorAll<SVGElement>("[data-step]"))
        node.classList.toggle("chosen", chosen.steps.has(Number(node.dataset.step)));
}
