// SPDX-FileCopyrightText: The TiGrIS authors
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The section of the budget: a slider for fast memory below the curve of what budgets cost.

import { selectionIn } from "../data/chosen";
import type { Plan } from "../data/plan";
import {
    compileError,
    isRefusal,
    type Effort,
    type Planner,
    type Refusal,
} from "../planner/planner";
import { h, section } from "../ui/dom";
import { plural, spellBytes } from "../ui/format";
import type { Refused, State, Store } from "../ui/store";
import {
    BudgetScale,
    curveLegend,
    curveTable,
    drawCurve,
    metricsOf,
    scaleOf,
    whyNoCurve,
    type Metric,
} from "./curve";
import { atNextFrame, watchSize } from "../map/canvas";

const positions = 2000;
const pause = 120; // milliseconds without a move, after which the search begins

/// Budget and planner of one model.
export class Budget {
    readonly element: HTMLElement;
    private readonly slider = h("input", {
        type: "range",
        min: 0,
        max: positions,
        step: 1,
        id: "budget-slider",
        "aria-label": "Budget of fast memory",
    });
    private readonly exact = h("input", { type: "number", min: 0, step: 1, id: "budget-bytes" });
    private readonly status = h("p", { class: "status", role: "status", "aria-live": "polite" });
    private readonly refusal = h("pre", {
        class: "refusal",
        hidden: true,
        tabindex: 0,
        "aria-label": "What the compiler says",
    });
    private readonly place = h("div", { class: "plot" });
    private readonly choice = h("select", { "aria-label": "What the curve shows" });
    private readonly upwards = h("span");
    private readonly heading = h("p", { class: "plot-title" }, "Upwards: ", this.upwards);
    private readonly legend = h("div");
    private readonly fold = h("div");
    private scale: BudgetScale | null = null; // null: all budgets give the same plan
    private planner!: Planner;
    private metric: Metric | null = null;
    private bytes = 0; // the budget that is set
    private width = 0; // of the curve
    private asked = 0;
    private busy: Effort | null = null;
    private timer = 0;
    private unsearched: Refusal | null = null; // what was said without a search

    constructor(
        private readonly store: Store,
        private readonly plannerOf: (state: State) => Planner,
    ) {
        const bytes = h("label", { class: "exact" }, "Fast memory ", this.exact, " bytes");
        const controls = h("div", { class: "controls" }, bytes);
        this.heading.append(this.choice);
        this.element = section(
            "budget",
            "Budget of fast memory",
            "Set a budget: the planner makes the plan for it, and all pictures follow.",
            this.heading,
            this.place,
            this.slider,
            this.legend,
            controls,
            this.status,
            this.refusal,
            this.fold,
        );
        this.slider.addEventListener("input", () => {
            if (this.scale) this.set(this.scale.bytesAt(Number(this.slider.value) / positions));
        });
        this.exact.addEventListener("change", () => this.enter(this.exact.value));
        this.choice.addEventListener("change", () => this.choose(this.choice.value));
        store.watch(["model"], (state) => this.begin(state));
        const redraw = atNextFrame(() => this.draw());
        watchSize(this.place, (width) => {
            this.width = width;
            redraw();
        });
    }

    /// Shows the plan for so many bytes: first the compiler's own, then the one that the search finds.
    set(bytes: number): void {
        ++this.asked;
        this.show(bytes);
        this.draw();
        window.clearTimeout(this.timer);
        if (this.busy === "usual") this.planner.cancel();
        if (this.busy !== "none") void this.follow(bytes);
    }

    /// The budget that was written, if it is one.
    private enter(text: string): void {
        const bytes = Number(text);
        const isBudget = text.trim() !== "" && Number.isInteger(bytes) && bytes >= 0;
        if (isBudget) return this.set(bytes);
        this.exact.setAttribute("aria-invalid", "true");
        this.status.textContent = "A budget is a whole number of bytes, 0 or more.";
    }

    /// While the slider moves, one question follows the other: for where it is then.
    private async follow(bytes: number): Promise<void> {
        const { asked: number, planner } = this;
        await this.ask(bytes, "none", number);
        if (planner !== this.planner) return;
        if (number !== this.asked) return void this.follow(this.bytes);
        if (!this.planner.isLive) return;
        this.timer = window.setTimeout(() => void this.ask(bytes, "usual", number), pause);
    }

    private begin(state: State): void {
        ++this.asked;
        this.busy = null;
        window.clearTimeout(this.timer);
        this.scale = scaleOf(state.model);
        this.planner = this.plannerOf(state);
        const choices = metricsOf(state.model);
        this.choice.replaceChildren(...choices.map((m) => h("option", { value: m.id }, m.title)));
        this.choice.hidden = choices.length < 2;
        this.metric = choices[0] ?? null;
        this.upwards.textContent = this.metric?.title ?? "";
        this.heading.hidden = choices.length === 0;
        this.slider.hidden = this.scale === null;
        this.legend.replaceChildren(
            ...(this.scale && this.metric ? [curveLegend(state.model, this.scale)] : []),
        );
        this.fold.replaceChildren(
            ...(state.model.curve.length > 0 ? [curveTable(state.model)] : []),
        );
        const { plan } = state;
        this.show(plan.target.fast_bytes ?? plan.totals.fast_peak_bytes);
        this.refusal.hidden = true;
        if (plan.fits) this.say(plan, "This is the plan that was asked for.");
        else this.set(this.bytes);
        this.draw();
    }

    private choose(id: string): void {
        this.metric = metricsOf(this.store.state.model).find((m) => m.id === id) ?? null;
        this.upwards.textContent = this.metric?.title ?? "";
        this.draw();
    }

    private show(bytes: number): void {
        this.bytes = bytes;
        this.exact.value = String(bytes);
        this.exact.removeAttribute("aria-invalid");
        if (this.scale)
            this.slider.value = String(Math.round(this.scale.placeOf(bytes) * positions));
        this.slider.setAttribute("aria-valuetext", plural(bytes, "byte"));
    }

    private draw(): void {
        const { model } = this.store.state;
        const { width } = this;
        if (!this.metric || !this.scale) {
            this.place.replaceChildren(h("p", { class: "no-curve" }, whyNoCurve(model)));
            return;
        }
        if (width === 0) return;
        this.place.replaceChildren(drawCurve(model, this.metric, this.scale, width, this.bytes));
    }

    /// Answers that come after another question are dropped.
    private async ask(bytes: number, effort: Effort, number: number): Promise<void> {
        this.busy = effort;
        const planner = this.planner;
        const answer = await planner.plan(bytes, effort).catch((error: unknown) => {
            if (number === this.asked) this.fail(error);
            return null;
        });
        if (this.busy === effort) this.busy = null;
        if (!answer || planner !== this.planner) return;
        if (effort === "usual" && number !== this.asked) return;
        if (!isRefusal(answer)) this.take(answer, effort);
        else if (effort === "none" && planner.isLive) this.waitForSearch(answer, bytes);
        else this.refuse(answer, bytes);
    }

    private take(plan: Plan, effort: Effort): void {
        this.refusal.hidden = true;
        const source = !this.planner.isLive ? "report" : effort === "none" ? "compiler" : "search";
        this.unsearched = null;
        const { plan: before, selection: chosen } = this.store.state;
        const selection = selectionIn(plan, before, chosen);
        this.store.set({ plan, source, refused: null, call: this.sameMoment(plan), selection });
        const texts = {
            report: "This page has no planner: it shows the nearest of its own plans.",
            compiler: "The compiler's own plan; the search for a better one is under way.",
            search: "The plan of the search, as a header would have it.",
        };
        this.say(plan, texts[source]);
    }

    /// The call as far through the run as before.
    private sameMoment(plan: Plan): number {
        const { state } = this.store;
        if (state.plan === plan) return state.call;
        const part = state.call / Math.max(state.plan.totals.calls, 1);
        return Math.floor(part * Math.max(plan.totals.calls - 1, 0) * 0.98);
    }

    private say(plan: Plan, text: string): void {
        this.tell(this.store.state.source, plan.totals.fast_peak_bytes);
        this.status.textContent = `${spellBytes(plan.totals.fast_peak_bytes)} of fast memory taken. ${text}`;
    }

    /// What the section shows, for those who look at the document.
    private tell(source: string, bytes: number): void {
        const { dataset } = this.element;
        dataset.peak = String(bytes);
        dataset.budget = String(this.bytes);
        dataset.source = source;
    }

    private mark(bytes: number, why: Refused["why"]): void {
        this.store.set({ refused: { bytes, why } });
        this.refusal.hidden = why !== "too small";
    }

    private fail(error: unknown): void {
        this.tell("failed", 0);
        this.mark(this.bytes, "failed");
        this.status.textContent = `The planner failed: ${error instanceof Error ? error.message : String(error)}.`;
    }

    private waitForSearch(refusal: Refusal, bytes: number): void {
        this.unsearched = refusal;
        this.tell("searching", 0);
        this.mark(bytes, "searching");
        const budget = plural(bytes, "byte");
        this.status.textContent = `Without a search no plan fits in ${budget}. The search is under way.`;
    }

    private refuse(refusal: Refusal, bytes: number): void {
        this.tell("refused", 0);
        this.mark(bytes, "too small");
        const compiler = compileError(this.unsearched ?? refusal, bytes);
        this.refusal.textContent = [refusal.error, compiler].filter(Boolean).join("\n\n");
        const budget = plural(bytes, "byte");
        const says = compiler ? "The tool and the compiler say:" : "The tool says:";
        this.status.textContent = this.planner.isLive
            ? `No plan fits in ${budget}. ${says}`
            : `No plan of this page fits in ${budget}.`;
    }
}
