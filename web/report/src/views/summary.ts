// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section at the top: the model, what its plan takes of each memory, and what it costs.

import type { Plan, Region, Tensor, Totals } from "../data/plan";
import { macsDoneAgain, modelMacs } from "../data/work";
import { h, section, setVariable, wordsOf } from "../ui/dom";
import {
    dash,
    plural,
    spellBytes,
    spellCount,
    spellLarge,
    spellPercent,
    spellReal,
    spellShape,
} from "../ui/format";
import type { State, Store } from "../ui/store";
import { spellRefused } from "./stale";

function bar(title: string, used: number, limit: number | null, note: string): HTMLElement {
    const fill = h("span", { class: `bar ${limit !== null && used > limit ? "over" : ""}` });
    const part = limit ? used / limit : used > 0 ? 1 : 0;
    setVariable(fill, "part", Math.min(part, 1));
    const share = limit ? spellPercent(used, limit) : "";
    const amount = limit ? `${spellBytes(used)} of ${spellBytes(limit)}` : spellBytes(used);
    return h(
        "div",
        { class: "memory" },
        h("span", { class: "title" }, title),
        h("span", {}, amount, note ? h("small", {}, note) : null),
        limit ? h("span", { class: "meter large" }, fill) : null,
        h("span", { class: "number" }, share),
    );
}

function lastingOf(r: Region): string {
    const kinds: [string, number][] = [
        ["states", r.state_bytes],
        ["copies of constants", r.staged_bytes],
        ["constants", r.cold_bytes],
    ];
    return kinds
        .flatMap(([name, bytes]) => (bytes > 0 ? [`${spellBytes(bytes)} ${name}`] : []))
        .join(", ");
}

/// Boards spell names of their memories; "fast" and "slow" are words.
const titleOf = ({ name }: Region): string =>
    `${name.charAt(0).toUpperCase()}${name.slice(1)} memory`;

function memories({ regions, totals, target }: Plan): HTMLElement {
    const used = regions.filter((r) => r.peak_bytes > 0);
    const bars = used.map((r) => bar(titleOf(r), r.peak_bytes, r.bytes, lastingOf(r)));
    if (!used.some((r) => r.cold_bytes > 0))
        bars.push(
            bar(
                "Flash",
                totals.flash_bytes,
                target.flash_bytes,
                "weights and tables, without code",
            ),
        );
    if (totals.caller_bytes > 0)
        bars.push(
            bar("Your memory", totals.caller_bytes, null, "inputs and outputs, beside the plan"),
        );
    return h("div", { class: "memories" }, ...bars);
}

/// An estimate is marked with its error.
function estimate(
    value: number | null | undefined,
    error: number | null | undefined,
    spell: (n: number) => string,
): string {
    if (value === null || value === undefined) return dash;
    return `≈ ${spell(value)}${error ? ` ±${error}\u00a0%` : ""}`;
}

function figure(title: string, value: string, note = ""): HTMLElement {
    return h(
        "div",
        { class: "figure" },
        h("dt", {}, title),
        h("dd", {}, value, note ? h("small", {}, ...wordsOf(note)) : null),
    );
}

/// Why instructions, or at least milliseconds, are a dash.
function whyMissing(t: Totals): string {
    if (typeof t.instructions !== "number") return t.instructions_reason ?? "";
    return t.milliseconds_reason ? `no milliseconds: ${t.milliseconds_reason}` : "";
}

/// "15.0 ms at 216 MHz by a model of ±15 %, without wait states", as the tool says it.
export function spellTime({ summary, totals }: Plan): string {
    const { milliseconds: ms, cycles } = totals;
    if (!ms) return "";
    const line = summary?.find((l) => /^\s+[\d.]+ ms at /.test(l));
    if (line) return line.trim().replace("+-", "±");
    const clock = cycles ? ` at ${Math.round(cycles / ms / 1000)} MHz` : "";
    return `${ms.toFixed(ms < 10 ? 2 : ms < 100 ? 1 : 0)} ms${clock}, without wait states`;
}

function figures(plan: Plan): HTMLElement {
    const t: Totals = plan.totals;
    const again =
        macsDoneAgain(plan) > 0
            ? `and ${spellPercent(macsDoneAgain(plan), modelMacs(plan))} again`
            : "nothing computed twice";
    const milliseconds = spellTime(plan) || whyMissing(t);
    return h(
        "dl",
        { class: "figures" },
        figure("Multiply-accumulates", spellLarge(modelMacs(plan)), again),
        figure(
            "Instructions",
            estimate(t.instructions, t.instructions_error_percent, spellLarge),
            milliseconds,
        ),
        figure(
            "Code",
            estimate(t.machine_code_bytes, t.machine_code_error_percent, spellBytes),
            t.machine_code_reason ?? "",
        ),
        figure(
            "Calls of kernels",
            spellCount(t.calls),
            `${plural(plan.segments.length, "segment")}, ${plural(t.stages, "stage")}`,
        ),
        figure("Moved in a run", spellBytes(t.slow_traffic_bytes), "from and to slow memory"),
    );
}

function spellEdge(t: Tensor): string {
    const layout = t.layout === "NHWC" ? ` NHWC (ONNX ${spellShape(t.onnx_shape)})` : "";
    const scale =
        typeof t.scale === "number"
            ? `, scale ${spellReal(t.scale)}, zero point ${t.zero_point}`
            : "";
    return `${t.type ?? ""} ${spellShape(t.shape)}${layout}${scale}`;
}

/// Inputs, outputs and states, each with the word for what it is.
function edges(plan: Plan): HTMLElement {
    const kinds = ["input", "output", "state"] as const;
    const items = kinds.flatMap((kind) =>
        plan.tensors
            .filter((t) => t.kind === kind)
            .map((t) =>
                h(
                    "li",
                    {},
                    h("span", { class: "soft" }, kind),
                    " ",
                    h("span", {}, h("b", {}, t.name), `: ${spellEdge(t)}`),
                ),
            ),
    );
    return h("ul", { class: "edges", "aria-label": "Inputs, outputs and states" }, ...items);
}

function spellPlan(plan: Plan): string {
    const streamed = plan.steps.filter(
        (step) => step.segment >= 0 && plan.segments[step.segment].strategy !== "whole",
    ).length;
    const t = plan.totals;
    const again = macsDoneAgain(plan);
    const twice =
        again > 0
            ? `${spellPercent(again, modelMacs(plan))} more multiply-accumulates`
            : "nothing is computed twice";
    const moved =
        t.slow_traffic_bytes > 0 ? `; ${spellBytes(t.slow_traffic_bytes)} are moved in a run` : "";
    const how =
        streamed === 0
            ? "Whole: each step computes all its rows at once"
            : `Streamed: ${streamed} of ${plan.steps.length} steps run row by row`;
    return `${how}; ${twice}${moved}.`;
}

/// The budget that is set, which may be another than that of the options.
function spellBudget({ plan, refused }: State): string {
    const { fast_bytes: fast, slow_bytes: slow } = plan.target;
    if (refused) return `${plural(refused.bytes, "byte")} of fast memory, without a plan`;
    const more = slow ? `, ${plural(slow, "byte")} of slow memory` : "";
    return fast === null ? `none${more}` : `${plural(fast, "byte")} of fast memory${more}`;
}

function facts(state: State, version: string): HTMLElement {
    const { model, plan } = state;
    const rows: [string, string][] = [
        ["File", model.file],
        ["SHA-256", model.sha256],
        ["Options", model.options.join(" ") || "none"],
        ["Budget now", spellBudget(state)],
        ["Kernels", plan.target.backend],
        ["Tool", `onnx2hpp ${version}`],
    ];
    const cells = rows.flatMap(([name, value]) => [
        h("dt", {}, name),
        h("dd", {}, ...wordsOf(value)),
    ]);
    return h("dl", { class: "facts" }, ...cells);
}

function asPrinted(plan: Plan): HTMLElement | null {
    if (!plan.summary?.length) return null;
    const text = h("pre", { tabindex: 0 }, plan.summary.join("\n"));
    return h("details", {}, h("summary", {}, "As the tool prints it"), text);
}

function verdict({ plan, refused }: State): HTMLElement {
    const isGood = plan.fits && refused === null;
    const [word, text] = refused
        ? spellRefused(refused, plan)
        : [plan.fits ? "Fits." : "Does not fit.", spellPlan(plan)];
    return h(
        "p",
        { class: `verdict ${isGood ? "" : "refused"}` },
        h("b", {}, word),
        ` ${text}`,
        refused ? h("span", { class: "soft" }, ` That plan: ${spellPlan(plan)}`) : null,
    );
}

export function summaryView(store: Store, version: string): HTMLElement {
    const place = h("div");
    const draw = (state: State) => {
        const { plan } = state;
        const printed = asPrinted(plan);
        place.replaceChildren(
            verdict(state),
            memories(plan),
            figures(plan),
            edges(plan),
            facts(state, version),
            ...(printed ? [printed] : []),
        );
    };
    store.watch(["model", "plan", "refused"], draw);
    return section("summary", "Summary", null, place);
}
