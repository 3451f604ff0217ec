// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section that says why the plan takes as much fast memory as it does.

import { baseOf, peakOf, share, type Holder, type Peak } from "../data/peak";
import type { Plan } from "../data/plan";
import { runOf, type Run } from "../data/run";
import { colorOf } from "../theme/palette";
import { watchTheme } from "../theme/theme";
import { h, section, setVariable } from "../ui/dom";
import { plural, shorten, spellBytes, spellCount, spellPercent } from "../ui/format";
import { scrolling } from "../ui/scroll";
import type { State, Store } from "../ui/store";
import { remediesOf, type Show } from "./remedies";

function swatchOf(holder: Holder): HTMLElement {
    const swatch = h("span", { class: holder.buffer < 0 ? "swatch scratch" : "swatch" });
    if (holder.buffer >= 0) setVariable(swatch, "color", colorOf(holder.buffer));
    return swatch;
}

/// Blocks that share bytes lie in two lanes, one half as high as the picture each.
function lanesOf(holders: Holder[]): number[] {
    const lanes: number[] = [];
    holders.forEach((holder, i) => {
        const isAlone = !holders.some((other) => other !== holder && share(holder, other));
        const isUpperTaken = holders.some((h, j) => j < i && lanes[j] === 1 && share(h, holder));
        lanes.push(isAlone ? 0 : isUpperTaken ? 2 : 1);
    });
    return lanes;
}

function blockOf(holder: Holder, lane: number, all: number): HTMLElement {
    const kind = `block ${["", "upper", "lower"][lane]} ${holder.buffer < 0 ? "scratch" : ""}`;
    const block = h("span", { class: kind, title: `${holder.label}: ${spellBytes(holder.bytes)}` });
    setVariable(block, "from", holder.at / all);
    setVariable(block, "part", Math.min(holder.bytes, all - holder.at) / all);
    if (holder.buffer >= 0) setVariable(block, "color", colorOf(holder.buffer));
    return block;
}

/// An address; where there are several fast memories, with the one that it is of.
function spellAddress(run: Run, { memory, from }: Holder): string {
    const name = run.fastMemories().length > 1 ? `${run.memories[memory].name} ` : "";
    return name + spellCount(from);
}

function lineOf(store: Store, run: Run, holder: Holder, all: number): HTMLElement {
    const tensor = run.plan.buffers[holder.buffer]?.tensor;
    const number = tensor === undefined ? -1 : run.links.tensorIn(holder.buffer);
    const select = () => store.select({ kind: "tensor", number });
    const name =
        number >= 0
            ? h(
                  "button",
                  { type: "button", class: "link", title: tensor, onclick: select },
                  swatchOf(holder),
                  shorten(holder.label, 32),
              )
            : h("span", {}, swatchOf(holder), holder.label);
    const whereAndWhy = `at ${spellAddress(run, holder)}; ${holder.why}`;
    return h(
        "tr",
        {},
        h("th", { scope: "row" }, name, h("small", { class: "if-narrow" }, whereAndWhy)),
        h("td", { class: "number" }, spellBytes(holder.bytes)),
        h("td", { class: "number" }, spellPercent(holder.bytes, all)),
        h("td", { class: "number if-wide" }, spellAddress(run, holder)),
        h("td", { class: "if-wide" }, holder.why),
    );
}

function tableOf(store: Store, run: Run, peak: Peak): HTMLElement {
    const titles = ["Who", "Bytes", "Share", "Address", "Why"];
    const kindOf = (i: number) => `${i > 0 && i < 4 ? "number" : ""} ${i > 2 ? "if-wide" : ""}`;
    const head = h(
        "thead",
        {},
        h("tr", {}, ...titles.map((t, i) => h("th", { scope: "col", class: kindOf(i) }, t))),
    );
    const largestFirst = [...peak.holders].sort((a, b) => b.bytes - a.bytes);
    const body = h(
        "tbody",
        {},
        ...largestFirst.map((holder) => lineOf(store, run, holder, peak.bytes)),
    );
    const title = "What is live when most bytes are";
    const table = h("table", {}, h("caption", { class: "unseen" }, title), head, body);
    return scrolling(title, table);
}

/// What the peak has beside live bytes.
function spellRest({ totals, regions }: Plan): string {
    const { prefix_bytes: decoded = 0 } = totals;
    const copied = regions.some((r) => r.staged_bytes > 0);
    const kinds = [copied && "copies of constants", decoded > 0 && "decoded constants"];
    return ["gaps between blocks", ...kinds.filter(Boolean)].join(", ");
}

/// The peak is what the plan takes; live bytes can be fewer.
function spellPeak({ plan }: Run, { bytes, step }: Peak): string {
    const { fast_peak_bytes: peak } = plan.totals;
    const most = `Most bytes are live at ${shorten(plan.steps[step].name, 48)}: ${spellBytes(bytes)}`;
    const rest =
        peak > bytes ? `; the other ${spellBytes(peak - bytes)} are ${spellRest(plan)}` : "";
    return `The peak is ${spellBytes(peak)}, the fast memory that the plan takes. ${most}${rest}.`;
}

/// What keeps the peak from being lower, in a sentence.
function bindingOf(run: Run, peak: Peak): string {
    const { segment } = run.replay.calls[peak.call];
    const { strategy, steps } = run.plan.segments[segment];
    if (peak.holders.length === 0) return "No step keeps anything in fast memory.";
    const how = {
        whole: `${steps[0] ?? "A transfer"} runs whole: its inputs and its output are there together.`,
        tiled: `${steps[0] ?? "A transfer"} runs some rows a call, from whole inputs to a whole output.`,
        chain: `${plural(steps.length, "step")} run row by row together.`,
    };
    const shared = peak.holders.reduce((sum, holder) => sum + holder.bytes, 0) - peak.bytes;
    const overlap =
        shared > 0
            ? ` ${spellBytes(shared)} are shared: an output lies over an input that dies.`
            : "";
    return `No segment needs more than segment ${segment}. ${how[strategy]}${overlap}`;
}

/// The names of several memories below their parts of the bar.
function namesBelow(run: Run, all: number): HTMLElement | null {
    const memories = run.fastMemories();
    if (memories.length < 2) return null;
    const names = memories.map((memory) => {
        const { name, peak } = run.memories[memory];
        const place = h("span", {}, `${name}, ${spellBytes(peak)}`);
        setVariable(place, "from", baseOf(run, memory) / all);
        setVariable(place, "part", peak / all);
        return place;
    });
    return h("div", { class: "stack-names", "aria-hidden": "true" }, ...names);
}

function stackOf(run: Run, peak: Peak): HTMLElement {
    const sizes = run.fastMemories().map((memory) => run.memories[memory].peak);
    const all = Math.max(
        sizes.reduce((sum, bytes) => sum + bytes, 0),
        1,
    );
    const label = `${peak.holders.length} blocks on ${spellBytes(all)}; the table lists them`;
    const lanes = lanesOf(peak.holders);
    const blocks = peak.holders.map((holder, i) => blockOf(holder, lanes[i], all));
    const bar = h("div", { class: "stack", role: "img", "aria-label": label }, ...blocks);
    return h("div", { class: "stacked" }, bar, namesBelow(run, all));
}

/// `show` sets the budget.
export function peakView(store: Store, show: Show): HTMLElement {
    const place = h("div");
    const draw = ({ plan, model }: State) => {
        const run = runOf(plan);
        const peak = peakOf(run);
        if (run.replay.calls.length === 0) return;
        const go = h(
            "button",
            { type: "button", class: "tool", onclick: () => store.set({ call: peak.call }) },
            "Show this call in the map",
        );
        const text = `${spellPeak(run, peak)} ${bindingOf(run, peak)} `;
        const remedies = remediesOf(model, plan, show);
        place.replaceChildren(
            h("p", {}, text, go),
            stackOf(run, peak),
            tableOf(store, run, peak),
            ...(remedies ? [remedies] : []),
        );
    };
    store.watch(["plan", "model"], draw);
    watchTheme(() => draw(store.state));
    return section("peak", "Why this peak", null, place);
}
